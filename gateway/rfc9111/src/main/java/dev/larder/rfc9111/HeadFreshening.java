package dev.larder.rfc9111;

import java.util.Optional;

/** RFC 9111 4.3.5: freshening responses with HEAD. */
public final class HeadFreshening {

    private static final int OK = 200;

    private HeadFreshening() {}

    /**
     * Applies the origin's response to a HEAD to the stored set: stored responses that agree with it are updated, the
     * others become stale. A response without any field to compare updates none, although section 4.3.5 would let it: its fields
     * may be those of another version, and HEAD requests of a monitor would keep an outdated response fresh. What it forbids to
     * store is removed all the same. Returns the same instance if nothing changes; empty if nothing is left.
     *
     * @param head the HEAD request
     * @param response its response
     * @param stored the stored set under the request's key
     */
    public static Optional<ResponseVariants> apply(
            RequestHead head, ResponseHead response, ResponseVariants stored, CachePolicy policy, ReceptionTimes when) {
        Optional<ResponseVariants> result = Optional.of(stored);
        if (!head.isHead() || response.status() != OK) {
            return result;
        }
        StoredResponseUpdate update = new StoredResponseUpdate(head, response, policy, when);
        for (StoredResponse one : stored.wholeSelectedBy(head)) {
            result = result.flatMap(variants -> apply(update, variants, one));
        }
        return result;
    }

    private static Optional<ResponseVariants> apply(
            StoredResponseUpdate update, ResponseVariants variants, StoredResponse one) {
        HeaderFields received = update.response().fields();
        if (!isComparable(received)) {
            return update.isForbidden(one) ? variants.without(one) : Optional.of(variants);
        }
        return matches(one, received)
                ? update.applied(one).in(variants)
                : Optional.of(variants.replacing(one, one.stale()));
    }

    private static boolean isComparable(HeaderFields received) {
        return received.contains("ETag") || received.contains("Last-Modified") || received.contains("Content-Length");
    }

    /** "Matching values for any received validator fields (ETag and Last-Modified)" and Content-Length. */
    private static boolean matches(StoredResponse stored, HeaderFields received) {
        HeaderFields kept = stored.head().fields();
        return stored.head().status() == OK
                && hasSameFieldIfReceived(kept, received, "ETag")
                && hasSameFieldIfReceived(kept, received, "Last-Modified")
                && hasSameLengthIfReceived(stored, received);
    }

    private static boolean hasSameFieldIfReceived(HeaderFields kept, HeaderFields received, String name) {
        return !received.contains(name)
                || kept.combined(name).strip().equals(received.combined(name).strip());
    }

    private static boolean hasSameLengthIfReceived(StoredResponse stored, HeaderFields received) {
        return !received.contains("Content-Length")
                || received.combined("Content-Length")
                        .strip()
                        .equals(Long.toString(stored.body().length()));
    }
}

package dev.larder.rfc9111;

import java.util.List;
import java.util.Optional;

/** RFC 9111 4.3.1, 4.3.3 and 4.3.4: validation of a stored response with the origin, and the effect of its result. */
public final class Validation {

    /** RFC 9111 4.3.3: the result of a validation. */
    public sealed interface Outcome {

        /**
         * The stored response is valid.
         *
         * @param before the stored response that the 304 selected
         * @param after the same, freshened; it answers the client's request
         * @param stored what the store has to keep: empty if nothing, the same instance if the 304 may not update it
         */
        record Freshened(StoredResponse before, StoredResponse after, Optional<ResponseVariants> stored)
                implements Outcome {}

        /** A full response, to be handled like the response to any request. */
        record Full() implements Outcome {}

        /** A server error: a stale response may be served instead if {@link StaleServing} allows it. */
        record ServerError() implements Outcome {}

        /** A 304 that selects no stored response: the request must be forwarded again without conditions. */
        record Unusable(Reason reason) implements Outcome {}
    }

    private Validation() {}

    /**
     * Returns the request to forward in place of the client's: conditional only on the validators of the selected
     * response, and for the whole representation.
     *
     * @param changed whether the resource may have been changed since. Then a date confirms the response only if it is older than it:
     *     what changes twice within a second has the same (RFC 9110 8.8.2.2)
     */
    public static RequestHead conditional(RequestHead request, StoredResponse selected, boolean changed) {
        HeaderFields fields = unconditional(request).fields();
        if (!request.allowsNotModified()) {
            return request.withFields(fields);
        }
        Optional<EntityTag> tag = selected.entityTag();
        if (tag.isPresent()) {
            fields = fields.with("If-None-Match", tag.get().toString());
        }
        if (selected.lastModified()
                .filter(date -> !changed || selected.isStrong(date))
                .isPresent()) {
            fields = fields.with(
                    "If-Modified-Since",
                    selected.head().fields().first("Last-Modified").orElseThrow());
        }
        return request.withFields(fields);
    }

    /** Returns the client's request without its conditions and without Range, to request a full response. */
    public static RequestHead unconditional(RequestHead request) {
        return request.withFields(request.fields()
                .without(name -> name.equalsIgnoreCase("Range")
                        || RequestHead.CONDITIONS.stream().anyMatch(name::equalsIgnoreCase)));
    }

    /**
     * Evaluates the response to {@link #conditional}.
     *
     * @param request the client's request
     */
    public static Outcome judge(
            RequestHead request,
            ResponseVariants stored,
            StoredResponse selected,
            ResponseHead response,
            CachePolicy policy,
            ReceptionTimes when) {
        if (response.status() == StatusCode.NOT_MODIFIED) {
            return notModified(new StoredResponseUpdate(request, response, policy, when), stored, selected);
        }
        return StatusCode.isStaleIfErrorStatus(response.status()) ? new Outcome.ServerError() : new Outcome.Full();
    }

    private static Outcome notModified(StoredResponseUpdate update, ResponseVariants stored, StoredResponse selected) {
        if (!selected.hasValidator()) {
            return new Outcome.Unusable(Reason.NOT_MODIFIED_WITHOUT_CONDITION);
        }
        List<StoredResponse> identified = update.identified(stored, selected);
        if (identified.isEmpty()) {
            return new Outcome.Unusable(Reason.NOT_MODIFIED_MATCHES_NOTHING);
        }
        var updated = update.applied(identified.contains(selected) ? selected : identified.get(0));
        return new Outcome.Freshened(updated.before(), updated.after(), update.applied(stored, identified, updated));
    }
}

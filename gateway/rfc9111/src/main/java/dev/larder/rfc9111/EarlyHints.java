package dev.larder.rfc9111;

import java.util.List;

/**
 * RFC 8297: decides which fields of a stored response a client gets as 103 (Early Hints) while the origin is asked about that
 * response.
 *
 * <p>The client learns nothing that it could not have had before: only a response that answered the same request unasked while it
 * was fresh gives hints, not one that the origin wants to be asked about each time, nor one that a write has invalidated.
 */
public final class EarlyHints {

    private static final int OK = 200;
    private static final int EARLY_HINTS = 103;
    private static final String LINK = "Link";
    private static final String NAVIGATION = "navigate";
    private static final List<String> RELATIONS = List.of("preload", "preconnect");

    private EarlyHints() {}

    /** The decision. */
    public sealed interface Verdict {

        /** The client gets this interim response. */
        record Send(ResponseHead head) implements Verdict {}

        /** The client gets none. */
        record None(Obstacle obstacle) implements Verdict {}
    }

    /** Why a client gets no hints. */
    public enum Obstacle {
        /** The request is not GET with {@code Sec-Fetch-Mode: navigate}: only browsers that load a page use hints. */
        NOT_NAVIGATION,
        /** The stored response is an error or a redirect. */
        STATUS,
        /** A write has invalidated the stored response, or may do so now. */
        INVALIDATED,
        /** The origin, or the rule, wants each use of the response to be validated: the user may not be allowed to see it. */
        ALWAYS_VALIDATED,
        /** The stored response has no link with the relation preload or preconnect. */
        NO_LINKS
    }

    /**
     * Decides about a request that has been forwarded.
     *
     * @param stored the stored response that the request selects
     * @param invalidated whether a write prevents its use
     */
    public static Verdict judge(RequestHead request, StoredResponse stored, boolean invalidated, CachePolicy policy) {
        if (!request.isGet() || !request.fields().values("Sec-Fetch-Mode").equals(List.of(NAVIGATION))) {
            return new Verdict.None(Obstacle.NOT_NAVIGATION);
        }
        if (stored.head().status() != OK) {
            return new Verdict.None(Obstacle.STATUS);
        }
        if (invalidated) {
            return new Verdict.None(Obstacle.INVALIDATED);
        }
        if (!Reuse.canServeWithoutOrigin(stored, policy, stored.responseTime())) {
            return new Verdict.None(Obstacle.ALWAYS_VALIDATED);
        }
        HeaderFields links = links(stored.head().fields());
        return links.size() == 0
                ? new Verdict.None(Obstacle.NO_LINKS)
                : new Verdict.Send(new ResponseHead(EARLY_HINTS, links));
    }

    private static HeaderFields links(HeaderFields fields) {
        var links = HeaderFields.builder();
        for (String line : fields.values(LINK)) {
            for (LinkField.Link link : LinkField.links(line)) {
                if (link.relations().stream().anyMatch(RELATIONS::contains)) {
                    links.add(LINK, link.toString());
                }
            }
        }
        return links.build();
    }
}

package dev.larder.rfc9111;

/** RFC 9111 4: how a request is satisfied. */
public sealed interface ReuseVerdict {

    /** With a stored response that is fresh, or stale within what the request accepts. */
    record Serve(StoredResponse stored, Reason reason) implements ReuseVerdict {}

    /** RFC 5861 3: with a stale response at once, while it is validated in the background. */
    record ServeWhileRevalidating(StoredResponse stored) implements ReuseVerdict {}

    /** RFC 9111 4.3: with a stored response, if the origin confirms it. */
    record Revalidate(StoredResponse selected, Reason reason) implements ReuseVerdict {}

    /**
     * By the origin.
     *
     * @param alone whether the answer to this very request may be of no use to others: it asks for a part, on a condition,
     *     by HEAD, or not to be stored
     */
    record Forward(Reason reason, boolean alone) implements ReuseVerdict {}

    /** RFC 9111 5.2.1.7: not at all; the answer is 504. */
    record Refuse(Reason reason) implements ReuseVerdict {}
}

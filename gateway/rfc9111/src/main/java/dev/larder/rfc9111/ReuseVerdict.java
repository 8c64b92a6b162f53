package dev.larder.rfc9111;

/** RFC 9111 4: the decision how a request is satisfied. */
public sealed interface ReuseVerdict {

    /** With a stored response that is fresh, or stale within the limits of the request. */
    record Serve(StoredResponse stored, Reason reason) implements ReuseVerdict {}

    /**
     * RFC 5861 3: with a stored response at once, while it is validated in the background.
     *
     * @param reason {@link Reason#HIT} if it is still fresh, and refreshed ahead of its end
     */
    record ServeWhileRevalidating(StoredResponse stored, Reason reason) implements ReuseVerdict {}

    /** RFC 9111 4.3: with a stored response, after successful validation. */
    record Revalidate(StoredResponse selected, Reason reason) implements ReuseVerdict {}

    /**
     * By the origin.
     *
     * @param alone whether the response to this request may be useless for others: the request has a range, a condition
     *     or no-store, or is HEAD
     */
    record Forward(Reason reason, boolean alone) implements ReuseVerdict {}

    /** RFC 9111 5.2.1.7: not at all; the response is 504. */
    record Refuse(Reason reason) implements ReuseVerdict {}
}

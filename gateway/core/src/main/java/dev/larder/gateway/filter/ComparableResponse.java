package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.Bodies;
import dev.larder.rfc9111.Comparison;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;

/** A whole response, to be compared with what the origin sends. */
public record ComparableResponse(ResponseHead head, StoredBody body) {

    /** A stored one. */
    public static ComparableResponse of(StoredResponse stored) {
        return new ComparableResponse(stored.head(), stored.body());
    }

    /** Whether the origin, now sending {@code current}, would still send this. */
    public boolean same(ComparableResponse current) {
        return Comparison.same(head, current.head, Bodies.same(body, current.body));
    }
}

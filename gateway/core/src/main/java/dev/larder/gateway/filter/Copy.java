package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.Bodies;
import dev.larder.rfc9111.Comparison;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;

/** A whole response to compare. */
record Copy(ResponseHead head, StoredBody body) {

    static Copy of(StoredResponse stored) {
        return new Copy(stored.head(), stored.body());
    }

    /** Whether the origin, now sending {@code current}, would still send this. */
    boolean same(Copy current) {
        return Comparison.same(head, current.head, Bodies.same(body, current.body));
    }
}

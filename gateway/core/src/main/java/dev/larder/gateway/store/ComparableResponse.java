package dev.larder.gateway.store;

import dev.larder.rfc9111.RepresentationComparison;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;

/** A complete response to be compared with what the origin sends. */
public record ComparableResponse(ResponseHead head, StoredBody body) {

    /** Creates an instance of a stored response. */
    public static ComparableResponse of(StoredResponse stored) {
        return new ComparableResponse(stored.head(), stored.body());
    }

    /** Returns whether this equals {@code current}, which the origin sends now. */
    public boolean isSame(ComparableResponse current) {
        return RepresentationComparison.isSameRepresentation(
                head, current.head, StoredBodyUtils.isSame(body, current.body));
    }
}

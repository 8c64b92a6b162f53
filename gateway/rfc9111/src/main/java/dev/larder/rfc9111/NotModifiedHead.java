package dev.larder.rfc9111;

import java.util.Optional;

/** RFC 9110 15.4.5: the head of a 304. */
public final class NotModifiedHead {

    /** Representation metadata that does not guide cache updates. */
    private static final FieldNames LEFT_OUT = FieldNames.of(
            "accept-ranges",
            "content-digest",
            "content-encoding",
            "content-language",
            "content-length",
            "content-md5",
            "content-range",
            "content-type",
            "digest",
            "repr-digest");

    private NotModifiedHead() {}

    /**
     * Creates the head of a 304 that replaces a response with these fields. "A sender SHOULD NOT generate representation
     * metadata" other than what guides cache updates. Last-Modified is also omitted if there is an entity tag.
     *
     * @param tag the entity tag of the response
     */
    public static ResponseHead of(HeaderFields fields, Optional<EntityTag> tag) {
        return new ResponseHead(
                StatusCode.NOT_MODIFIED,
                fields.without(name ->
                        LEFT_OUT.contains(name) || (tag.isPresent() && name.equalsIgnoreCase("Last-Modified"))));
    }
}

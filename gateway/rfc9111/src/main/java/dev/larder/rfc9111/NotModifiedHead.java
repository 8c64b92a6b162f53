package dev.larder.rfc9111;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** RFC 9110 15.4.5: the head of a 304. */
public final class NotModifiedHead {

    /** Representation metadata that guides no cache update. */
    private static final Set<String> LEFT_OUT = Set.of(
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
     * The head of a 304 in the place of a response with these fields. "A sender SHOULD NOT generate representation metadata"
     * other than what guides cache updates; Last-Modified goes too where an entity tag does that.
     *
     * @param tag the entity tag of the response
     */
    public static ResponseHead of(HeaderFields fields, Optional<EntityTag> tag) {
        return new ResponseHead(
                StatusCode.NOT_MODIFIED,
                fields.without(name -> LEFT_OUT.contains(name.toLowerCase(Locale.ROOT))
                        || (tag.isPresent() && name.equalsIgnoreCase("Last-Modified"))));
    }
}

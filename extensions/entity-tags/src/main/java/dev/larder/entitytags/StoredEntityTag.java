package dev.larder.entitytags;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.rfc9111.EntityTag;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Vary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The entity tag of an earlier response.
 *
 * @param fields those that a 304 repeats (RFC 9110 15.4.5)
 * @param selecting values, line by line, of the request fields that the response varies by
 * @param stamp the tag is valid while no write stands against it
 */
record StoredEntityTag(EntityTag tag, HeaderFields fields, Map<String, List<String>> selecting, EpochStamp stamp) {

    private static final int OVERHEAD = 256;

    /** Date is not included: a 304 has its own. */
    private static final Set<String> REPEATED = Set.of(
            "cache-control",
            "cdn-cache-control",
            "connection",
            "content-location",
            "expires",
            "larder-cache-control",
            "vary");

    StoredEntityTag {
        selecting = Map.copyOf(selecting);
    }

    /**
     * Creates the tag of a response.
     *
     * @param vary the request fields that the response varies by
     */
    static StoredEntityTag of(RequestHead request, ResponseHead response, EntityTag tag, Vary vary, EpochStamp stamp) {
        var fields = HeaderFields.builder();
        response.fields().stream()
                .filter(field -> REPEATED.contains(field.name().toLowerCase(Locale.ROOT)))
                .forEach(field -> fields.add(field.name(), field.value()));
        Map<String, List<String>> selecting = new LinkedHashMap<>();
        vary.names().forEach(name -> selecting.put(name, request.fields().values(name)));
        return new StoredEntityTag(tag, fields.add("ETag", tag.toString()).build(), selecting, stamp);
    }

    /** Whether this request selects the tag's response. */
    boolean isSelectedBy(HeaderFields request) {
        return selecting.entrySet().stream()
                .allMatch(field -> request.values(field.getKey()).equals(field.getValue()));
    }

    /** Returns the size in bytes. */
    long weight() {
        long chosen = selecting.entrySet().stream()
                .mapToLong(field -> field.getKey().length()
                        + field.getValue().stream().mapToInt(String::length).sum())
                .sum();
        return OVERHEAD + tag.opaque().length() + fields.bytes() + chosen + (long) Long.BYTES * stamp.size();
    }

    /** Returns the first of these tags that a request selects. */
    static Optional<StoredEntityTag> selected(List<StoredEntityTag> tags, HeaderFields request) {
        return tags.stream().filter(tag -> tag.isSelectedBy(request)).findFirst();
    }
}

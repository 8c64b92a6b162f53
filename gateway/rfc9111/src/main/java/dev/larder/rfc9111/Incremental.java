package dev.larder.rfc9111;

import java.util.Locale;
import java.util.Set;

/**
 * RFC 10036 3: whether the sender of a message wants its content to be forwarded as it arrives. Media types whose content is a
 * sequence that may have no end say so by themselves.
 */
public final class Incremental {

    private static final Set<String> STREAMS = Set.of(
            "text/event-stream",
            "multipart/x-mixed-replace",
            "application/x-ndjson",
            "application/ndjson",
            "application/jsonl",
            "application/stream+json",
            "application/json-seq");

    /** With every suffix, as {@code +proto} or {@code -web}. */
    private static final String GRPC = "application/grpc";

    /** The name of the field of requests and responses. */
    public static final String FIELD = "Incremental";

    private Incremental() {}

    /** Returns whether a message with these fields is to be forwarded as it arrives. */
    public static boolean isWanted(HeaderFields fields) {
        return fields.contains(FIELD) && isWanted(fields.combined(FIELD));
    }

    /** Returns whether a response with these fields is to be forwarded as it arrives, by its field or by its media type. */
    public static boolean isStream(HeaderFields response) {
        return isWanted(response)
                || response.first("Content-Type")
                        .filter(Incremental::isStreamed)
                        .isPresent();
    }

    /** Returns whether a request with these fields is to be answered as its response arrives, or accepts a stream by name. */
    public static boolean isStreamRequested(HeaderFields request) {
        return isWanted(request)
                || (request.contains("Accept")
                        && FieldList.elements(request.combined("Accept")).stream()
                                .anyMatch(Incremental::isStreamed));
    }

    private static boolean isStreamed(String mediaType) {
        int end = mediaType.indexOf(';');
        String type =
                (end < 0 ? mediaType : mediaType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        return STREAMS.contains(type) || type.startsWith(GRPC);
    }

    /** Returns whether this is the one valid value, the Boolean true; parameters are ignored. */
    public static boolean isWanted(String value) {
        return StructuredDictionary.item(value)
                .filter(StructuredDictionary.Value.TRUE::equals)
                .isPresent();
    }
}

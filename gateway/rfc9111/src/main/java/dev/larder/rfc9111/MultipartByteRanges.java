package dev.larder.rfc9111;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/** RFC 9110 14.6: the framing of multipart/byteranges. */
final class MultipartByteRanges {

    static final String TYPE = "multipart/byteranges; boundary=";

    private MultipartByteRanges() {}

    /** Returns a boundary that no content was written to contain: it is derived from the stored head and the ranges. */
    static String boundary(StoredResponse stored, List<ByteRange> ranges) {
        String seed = stored.head() + "/" + stored.responseTime() + "/" + ranges;
        return "larder-" + UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8));
    }

    static String prefix(String boundary, String contentType, ByteRange range, long length) {
        String type = contentType.isEmpty() ? "" : "Content-Type: " + contentType + "\r\n";
        return "\r\n--" + boundary + "\r\n" + type + "Content-Range: " + new ContentRange(range, length) + "\r\n\r\n";
    }

    static String closing(String boundary) {
        return "\r\n--" + boundary + "--\r\n";
    }

    static long length(String boundary, String contentType, List<ByteRange> ranges, long length) {
        long total = closing(boundary).length();
        for (ByteRange range : ranges) {
            total += prefix(boundary, contentType, range, length).length() + range.length();
        }
        return total;
    }
}

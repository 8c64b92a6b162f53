package dev.larder.rfc9111;

import java.util.List;

/** RFC 9111 4.3.2, RFC 9110 13 and 14: the response constructed from a stored one. */
public sealed interface ConstructedResponse {

    /** Returns the status and fields to send, with Age and Content-Length set and without Cache-Status. */
    ResponseHead head();

    /** Whether stored content is sent, unless the request is HEAD. */
    default boolean hasContent() {
        return this instanceof Whole || this instanceof Part || this instanceof Parts;
    }

    /** The whole stored content; none for HEAD. */
    record Whole(ResponseHead head) implements ConstructedResponse {}

    /** 304, no content. */
    record NotModified(ResponseHead head) implements ConstructedResponse {}

    /** 206 with one range of the content. */
    record Part(ResponseHead head, ByteRange range) implements ConstructedResponse {}

    /**
     * 206 with several ranges as multipart/byteranges (RFC 9110 14.6): for each range {@link #prefix} and its octets,
     * then {@link #closing}.
     *
     * @param contentType of each part; empty if the stored response has none
     */
    record Parts(ResponseHead head, List<ByteRange> ranges, String boundary, String contentType, long length)
            implements ConstructedResponse {

        /** Returns the text before the octets of a range, in Latin-1. */
        public String prefix(ByteRange range) {
            return MultipartByteRanges.prefix(boundary, contentType, range, length);
        }

        /** Returns the text after the octets of the last range, in Latin-1. */
        public String closing() {
            return MultipartByteRanges.closing(boundary);
        }
    }

    /** 416, no content. */
    record NotSatisfiable(ResponseHead head) implements ConstructedResponse {}
}

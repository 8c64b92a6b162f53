package dev.larder.rfc9111;

import java.time.Instant;
import java.util.List;

/** RFC 9111 4.3.2, RFC 9110 13 and 14: what a request is answered with from a stored response. */
public sealed interface ConstructedResponse {

    /** Status and fields to send; Age and Content-Length are right, Cache-Status is still to be added. */
    ResponseHead head();

    /** Whether stored content goes with it, unless it answers HEAD. */
    default boolean hasContent() {
        return this instanceof Whole || this instanceof Part || this instanceof Parts;
    }

    /** The whole stored content; none of it for HEAD. */
    record Whole(ResponseHead head) implements ConstructedResponse {}

    /** 304, no content. */
    record NotModified(ResponseHead head) implements ConstructedResponse {}

    /** 206 with one range of the content. */
    record Part(ResponseHead head, ByteRange range) implements ConstructedResponse {}

    /**
     * 206 with several ranges as multipart/byteranges (RFC 9110 14.6): for each range {@link #prefix} and its octets, then
     * {@link #closing}.
     *
     * @param contentType of each part; empty if the stored response has none
     */
    record Parts(ResponseHead head, List<ByteRange> ranges, String boundary, String contentType, long length)
            implements ConstructedResponse {

        /** What comes before the octets of a range; Latin-1. */
        public String prefix(ByteRange range) {
            return MultipartByteRanges.prefix(boundary, contentType, range, length);
        }

        /** What comes after the octets of the last range; Latin-1. */
        public String closing() {
            return MultipartByteRanges.closing(boundary);
        }
    }

    /** 416, no content. */
    record NotSatisfiable(ResponseHead head) implements ConstructedResponse {}

    /** Octets of the content from {@code first} to {@code last}, both included. */
    record ByteRange(long first, long last) {

        /** How many octets. */
        public long length() {
            return last - first + 1;
        }
    }

    /**
     * The answer to a request for GET or HEAD.
     *
     * @param now on the steady time line
     */
    static ConstructedResponse to(RequestHead request, StoredResponse stored, Instant now) {
        return new ResponseConstruction(request, stored, now).answer();
    }
}

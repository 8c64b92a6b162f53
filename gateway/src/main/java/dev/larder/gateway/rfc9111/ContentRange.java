package dev.larder.gateway.rfc9111;

/** RFC 9110 14.4: Content-Range. */
final class ContentRange {

    private ContentRange() {}

    /** Which part of the whole is enclosed. */
    static String of(Answer.ByteRange range, long length) {
        return "bytes " + range.first() + "-" + range.last() + "/" + length;
    }

    /** That no part is enclosed, and how long the whole is. */
    static String unsatisfied(long length) {
        return "bytes */" + length;
    }
}

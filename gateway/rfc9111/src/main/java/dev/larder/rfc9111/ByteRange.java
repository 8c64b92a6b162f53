package dev.larder.rfc9111;

/**
 * RFC 9110 14.1.2: a range of octets of a content.
 *
 * @param first position of its first octet
 * @param last position of its last octet
 */
public record ByteRange(long first, long last) {

    /** Returns the number of octets. */
    public long length() {
        return last - first + 1;
    }
}

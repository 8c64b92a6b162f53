package dev.larder.rfc9111;

/** RFC 9110 6.4: the content of a stored response. Opaque: only its length is used. Equal bodies have the same octets. */
public interface StoredBody {

    /** The length of content that is still arriving and whose length is not announced. */
    long UNKNOWN = -1;

    /** Returns the octets of the whole content; {@link #UNKNOWN} only if it is never stored. */
    long length();
}

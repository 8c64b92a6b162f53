package dev.larder.rfc9111;

/** RFC 9110 6.4: the content of a stored response. Opaque: only its length is used. Equal bodies have the same octets. */
public interface StoredBody {

    /** Returns the octets of the whole content; never negative. */
    long length();
}

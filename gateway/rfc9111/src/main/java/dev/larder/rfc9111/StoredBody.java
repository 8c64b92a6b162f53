package dev.larder.rfc9111;

/** The content of a stored response (RFC 9110 6.4), opaque to the engine: it only ever asks how long it is. Equal bodies have the same octets. */
public interface StoredBody {

    /** Octets of the whole content; never negative. */
    long length();
}

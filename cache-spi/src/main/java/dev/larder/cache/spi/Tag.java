package dev.larder.cache.spi;

/**
 * A name shared by entries that become wrong together: a pool, or a cache group (RFC 9875).
 *
 * @param name 1 to 128 characters
 */
public record Tag(String name) {

    /** Longest name of a tag, in characters. */
    public static final int MAX_LENGTH = 128;

    public Tag {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "tag has " + name.length() + " characters, must have 1 to " + MAX_LENGTH);
        }
    }
}

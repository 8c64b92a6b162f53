package dev.larder.cache.spi;

/**
 * A name shared by entries that become invalid together: a pool, a path, or a cache group (RFC 9875).
 *
 * @param name 1 to {@value #MAX_LENGTH} characters
 */
public record CacheTag(String name) {

    /** Maximum length of a tag's name, in characters. */
    public static final int MAX_LENGTH = 16_384;

    private static final long FNV_OFFSET = 0xcbf2_9ce4_8422_2325L;
    private static final long FNV_PRIME = 0x0000_0100_0000_01b3L;

    public CacheTag {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "tag has " + name.length() + " characters, must have 1 to " + MAX_LENGTH);
        }
    }

    /**
     * Returns the name as 64 bits, the same in every process: FNV-1a over its characters, mixed by MurmurHash3's
     * finalizer. Two names with the same id count as one tag, which drops too many entries and never too few.
     */
    public long id() {
        return id(name);
    }

    /** Returns the id of the tag with this name, as {@link #id()} does, of at most its first {@value #MAX_LENGTH} characters. */
    public static long id(CharSequence name) {
        long hash = FNV_OFFSET;
        int length = Math.min(name.length(), MAX_LENGTH);
        for (int i = 0; i < length; i++) {
            hash = (hash ^ name.charAt(i)) * FNV_PRIME;
        }
        hash = (hash ^ hash >>> 33) * 0xff51_afd7_ed55_8ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ce_b9fe_1a85_ec53L;
        return hash ^ hash >>> 33;
    }
}

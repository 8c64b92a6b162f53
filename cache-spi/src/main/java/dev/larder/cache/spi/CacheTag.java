package dev.larder.cache.spi;

/**
 * A name shared by entries that become invalid together: a pool, a path, or a cache group (RFC 9875). A name that is longer than
 * {@value #MAX_LENGTH} characters is kept as its beginning and a digest of the whole, as a write to a deep path has hundreds of
 * tags that are held until it is over.
 *
 * @param name 1 to {@value #MAX_LENGTH} characters
 */
public record CacheTag(String name) {

    /** Length up to which a tag's name is kept as it is, in characters. */
    public static final int MAX_LENGTH = 64;

    private static final int DIGITS = 16;
    private static final int KEPT = MAX_LENGTH - DIGITS - 1;
    private static final char MARK = '#';

    private static final long FNV_OFFSET = 0xcbf2_9ce4_8422_2325L;
    private static final long FNV_PRIME = 0x0000_0100_0000_01b3L;

    public CacheTag {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("tag has no name, must have 1 character or more");
        }
        name = name.length() <= MAX_LENGTH ? name : shortened(name);
    }

    /**
     * Returns the name as 64 bits, the same in every process: FNV-1a over its characters, mixed by MurmurHash3's
     * finalizer. Two names with the same id count as one tag, which drops too many entries and never too few.
     */
    public long id() {
        return id(name);
    }

    /** Returns the id of the tag with this name, as {@link #id()} does, without creating it. */
    public static long id(CharSequence name) {
        if (name.length() <= MAX_LENGTH) {
            return mixed(hash(name, name.length()));
        }
        long digest = digest(name);
        long hash = plus(hash(name, KEPT), MARK);
        for (int i = 0; i < DIGITS; i++) {
            hash = plus(hash, digit(digest, i));
        }
        return mixed(hash);
    }

    private static String shortened(CharSequence name) {
        long digest = digest(name);
        var kept = new StringBuilder(MAX_LENGTH).append(name, 0, KEPT).append(MARK);
        for (int i = 0; i < DIGITS; i++) {
            kept.append(digit(digest, i));
        }
        return kept.toString();
    }

    private static long digest(CharSequence name) {
        return mixed(hash(name, name.length()));
    }

    private static char digit(long digest, int index) {
        return Character.forDigit((int) (digest >>> 4 * (DIGITS - 1 - index)) & 0xf, 16);
    }

    private static long hash(CharSequence name, int length) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < length; i++) {
            hash = plus(hash, name.charAt(i));
        }
        return hash;
    }

    private static long plus(long hash, char next) {
        return (hash ^ next) * FNV_PRIME;
    }

    private static long mixed(long hash) {
        long mixed = (hash ^ hash >>> 33) * 0xff51_afd7_ed55_8ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ce_b9fe_1a85_ec53L;
        return mixed ^ mixed >>> 33;
    }
}

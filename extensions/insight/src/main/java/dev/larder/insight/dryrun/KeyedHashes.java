package dev.larder.insight.dryrun;

import dev.larder.cache.spi.CacheKey;
import java.security.SecureRandom;

/** Hashes of texts, keyed with a secret of this process: collisions cannot be constructed, and texts cannot be recovered. */
public final class KeyedHashes {

    private static final long[] SECRETS = new SecureRandom().longs(4).toArray();

    private KeyedHashes() {}

    /** A key as 128 bits. */
    public record Name(long high, long low) {

        /** Combines this name with a further value. */
        Name with(long more) {
            return new Name(mixed(high ^ more), low);
        }
    }

    public static Name name(CacheKey key) {
        return new Name(key.hash(SECRETS[0], SECRETS[1]), key.hash(SECRETS[2], SECRETS[3]));
    }

    /** Never returns zero, which stands for an absent value. */
    public static long of(String... texts) {
        long hash = CacheKey.of(texts).hash(SECRETS[0], SECRETS[1]);
        return hash == 0 ? 1 : hash;
    }

    /** The finalizer of SplitMix64. */
    static long mixed(long word) {
        long z = (word ^ (word >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d0_49bb_1331_11ebL;
        return z ^ (z >>> 31);
    }
}

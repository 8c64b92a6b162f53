package dev.larder.policies.ghost;

/** Samples keys whose hash begins with a number of zero bits, so that a sampled key is also sampled at every higher rate. */
final class KeySampler {

    private static final int MOST = 40;
    private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;

    private final long seed;
    private volatile int halvings;

    /** Samples one key in {@code 2^halvings}. One thread may change that while others read it. */
    KeySampler(long seed, int halvings) {
        this.seed = seed * GOLDEN;
        this.halvings = halvings;
    }

    /** Returns the sampling hash of a key's hash: each bit affects each (the finalizer of MurmurHash3). */
    long hash(long key) {
        long x = key ^ seed;
        long mixed = (x ^ x >>> 33) * 0xff51_afd7_ed55_8ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ce_b9fe_1a85_ec53L;
        return mixed ^ mixed >>> 33;
    }

    boolean has(long hash) {
        int zeros = halvings;
        return zeros == 0 || hash >>> (Long.SIZE - zeros) == 0;
    }

    /** Returns how many keys a sampled one represents. */
    long each() {
        return 1L << halvings;
    }

    /** Halves the sampling rate; false if that is impossible. */
    boolean halve() {
        int before = halvings;
        boolean possible = before < MOST;
        halvings = possible ? before + 1 : before;
        return possible;
    }

    int halvings() {
        return halvings;
    }
}

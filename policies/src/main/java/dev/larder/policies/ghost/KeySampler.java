package dev.larder.policies.ghost;

/** Which keys are drawn: those whose hash begins with so many zero bits, so that every drawn key is drawn at higher rates, too. */
final class KeySampler {

    private static final int MOST = 40;
    private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;

    private final long seed;
    private volatile int halvings;

    /** One key in {@code 2^halvings} is drawn; one thread may change that while others ask. */
    KeySampler(long seed, int halvings) {
        this.seed = seed * GOLDEN;
        this.halvings = halvings;
    }

    /** The hash by which a key is drawn, of any hash of it: each bit decides about each (the finalizer of MurmurHash3). */
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

    /** How many keys a drawn one stands for. */
    long each() {
        return 1L << halvings;
    }

    /** Half as many are drawn from now on; false if that is impossible. */
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

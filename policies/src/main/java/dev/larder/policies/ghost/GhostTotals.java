package dev.larder.policies.ghost;

/** Totals that are counted once for all ghosts. */
final class GhostTotals {

    /** Maximum deviation of the sampled keys' bytes from the expected bytes. */
    private static final double SPREAD = 1.5;

    /** All requests. */
    final StratumVolumes all = new StratumVolumes();

    /** The first requests of all keys. */
    final RequestVolume cold = new RequestVolume();

    /** Requests for keys while they were followed as the heaviest. */
    final StratumVolumes ofHeavies = new StratumVolumes();

    /** Requests for the sampled keys, without the first of each. */
    final StratumVolumes again = new StratumVolumes();

    /** Bytes of all keys seen except the heaviest, and of the sampled ones among them. */
    private double bytesMet;

    private double bytesDrawn;

    /** Counts a new key that represents this many keys. */
    void met(long size, long keys, boolean drawn) {
        cold.add((double) keys, size);
        bytesMet += (double) keys * size;
        if (drawn && keys > 0) {
            bytesDrawn += size;
        }
    }

    /** Moves a key to the heaviest keys or back to the others. */
    void moved(long size, boolean drawn, boolean toHeaviest) {
        double signed = toHeaviest ? -size : size;
        bytesMet = Math.max(0, bytesMet + signed);
        bytesDrawn = Math.max(0, bytesDrawn + (drawn ? signed : 0));
    }

    /** Halves the sample's totals after the sample is halved, as if the remaining keys had reported half. */
    void drawHalved() {
        bytesDrawn /= 2;
        again.halve();
    }

    /**
     * Returns how many keys a sampled one represents, so that the sampled keys together have as many bytes as all keys.
     *
     * @param expected the number for equal sizes and an unbiased sample
     */
    double each(long expected) {
        double wanted = (double) expected;
        double each = bytesDrawn == 0 ? wanted : bytesMet / bytesDrawn;
        return Math.max(wanted / SPREAD, Math.min(wanted * SPREAD, each));
    }

    void halve() {
        all.halve();
        cold.halve();
        ofHeavies.halve();
        drawHalved();
        bytesDrawn *= 2;
    }
}

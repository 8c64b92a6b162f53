package dev.larder.policies.ghost;

/** What is counted once for all ghosts. */
final class GhostTotals {

    /** How far the bytes of the keys drawn may be from what is expected. */
    private static final double SPREAD = 1.5;

    /** All requests. */
    final StratumVolumes all = new StratumVolumes();

    /** The first requests of all keys. */
    final RequestVolume cold = new RequestVolume();

    /** Requests for keys while they were followed as the heaviest. */
    final StratumVolumes ofHeavies = new StratumVolumes();

    /** Requests for the keys drawn, but for the first of each. */
    final StratumVolumes again = new StratumVolumes();

    /** Bytes of all keys met but for the heaviest, and of those of them that are drawn. */
    private double bytesMet;

    private double bytesDrawn;

    /** A key has been met that counts for so many. */
    void met(long size, long keys, boolean drawn) {
        cold.add((double) keys, size);
        bytesMet += (double) keys * size;
        if (drawn && keys > 0) {
            bytesDrawn += size;
        }
    }

    /** A key belongs to the heaviest from now on, or no longer, and to the others no longer, or from now on. */
    void moved(long size, boolean drawn, boolean toHeaviest) {
        double signed = toHeaviest ? -size : size;
        bytesMet = Math.max(0, bytesMet + signed);
        bytesDrawn = Math.max(0, bytesDrawn + (drawn ? signed : 0));
    }

    /** Half of the keys that were drawn are drawn no longer: what all of them have told counts as if it were the half. */
    void drawHalved() {
        bytesDrawn /= 2;
        again.halve();
    }

    /**
     * How many keys one that is drawn stands for: so many that all together have as many bytes as all keys have.
     *
     * @param expected how many it would be if sizes were equal and chance just
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

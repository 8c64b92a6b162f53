package dev.larder.experiments.traffic;

import java.util.Arrays;
import java.util.Random;

/** Ranks whose frequency falls with a power of the rank. */
final class ZipfRanks {

    private final double[] cumulated;

    ZipfRanks(int ranks, double alpha) {
        cumulated = new double[ranks];
        var sum = 0.0;
        for (var rank = 0; rank < ranks; rank++) {
            sum += Math.pow(rank + 1, -alpha);
            cumulated[rank] = sum;
        }
    }

    /** A rank, from 0 on. */
    int next(Random random) {
        var drawn = random.nextDouble() * cumulated[cumulated.length - 1];
        var found = Arrays.binarySearch(cumulated, drawn);
        return Math.min(found < 0 ? -found - 1 : found, cumulated.length - 1);
    }
}

package dev.larder.gatling;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Zipf's law: of so many ranks, the k-th is drawn 1/k to the power of the skew times as often as the first. */
final class ZipfDraw {

    private final double[] cumulative;

    ZipfDraw(int ranks, double skew) {
        this.cumulative = new double[ranks];
        double sum = 0;
        for (int k = 0; k < ranks; k++) {
            sum += 1 / Math.pow(k + 1, skew);
            cumulative[k] = sum;
        }
    }

    /** A rank, from 0. */
    int draw(RandomGenerator random) {
        int found = Arrays.binarySearch(cumulative, random.nextDouble() * cumulative[cumulative.length - 1]);
        return Math.min(found < 0 ? -found - 1 : found + 1, cumulative.length - 1);
    }
}

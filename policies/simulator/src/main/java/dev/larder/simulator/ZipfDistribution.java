package dev.larder.simulator;

import java.util.Arrays;
import java.util.Random;

/** Zipf's law: draws the object of rank r, from 1, with a probability proportional to r^-alpha. */
final class ZipfDistribution {

    private final double[] upTo;

    ZipfDistribution(int objects, double alpha) {
        upTo = new double[objects];
        double sum = 0;
        for (int rank = 1; rank <= objects; rank++) {
            sum += Math.pow(rank, -alpha);
            upTo[rank - 1] = sum;
        }
    }

    /** Draws an object; 0 is the most popular. */
    int draw(Random random) {
        int found = Arrays.binarySearch(upTo, random.nextDouble() * upTo[upTo.length - 1]);
        return Math.min(found < 0 ? -found - 1 : found, upTo.length - 1);
    }
}

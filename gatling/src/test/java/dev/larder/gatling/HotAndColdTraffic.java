package dev.larder.gatling;

import java.util.Iterator;
import java.util.Map;
import java.util.Random;

/**
 * An endless sequence of requests to the learning API: four of five reads go to the twenty users, the k-th of them
 * 1/k times as often as the first; every fifth read has a URL of its own and can never be a hit; writes go to the
 * same users as hot reads do. The sequence is a function of the seed.
 */
final class HotAndColdTraffic implements Iterator<Map<String, Object>> {

    /** Users that the demo origin starts with. */
    static final int USERS = 20;

    private static final double HOT_SHARE = 0.8;

    private final Random random;
    private final double writeShare;
    private final long seed;
    private long sent;

    /** {@code writeShare} is a percentage of all requests. */
    HotAndColdTraffic(long seed, double writeShare) {
        this.random = new Random(seed);
        this.writeShare = writeShare;
        this.seed = seed;
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    /** The session attributes {@code write} and {@code path} of the next request. */
    @Override
    public Map<String, Object> next() {
        sent++;
        var user = "/users/" + zipf();
        if (random.nextDouble() * 100 < writeShare) {
            return Map.of("write", true, "path", user);
        }
        return Map.of("write", false, "path", random.nextDouble() < HOT_SHARE ? user : user + cold());
    }

    private String cold() {
        return "?visit=" + seed + "-" + sent;
    }

    private int zipf() {
        double harmonic = 0;
        for (int k = 1; k <= USERS; k++) {
            harmonic += 1.0 / k;
        }
        double left = random.nextDouble() * harmonic;
        int k = 0;
        while (left > 0 && k < USERS) {
            left -= 1.0 / ++k;
        }
        return Math.max(1, k);
    }
}

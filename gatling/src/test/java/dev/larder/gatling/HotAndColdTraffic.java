package dev.larder.gatling;

import java.util.Iterator;
import java.util.Random;

/**
 * An endless sequence of requests to the learning API: four of five reads go to the twenty users, the k-th of them
 * 1/k times as often as the first; every fifth read has a URL of its own and can never be a hit; writes go to the
 * same users as hot reads do. The sequence is a function of the seed.
 */
final class HotAndColdTraffic implements Iterator<LoadRequest> {

    /** Users that the demo origin starts with. */
    static final int USERS = 20;

    private static final double HOT_SHARE = 0.8;

    private static final String SOMEBODY_ELSE = "{\"name\":\"Somebody Else\",\"skills\":[1]}";

    private final ZipfDraw rank = new ZipfDraw(USERS, 1);
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

    @Override
    public LoadRequest next() {
        sent++;
        var user = "/users/" + (rank.draw(random) + 1);
        if (random.nextDouble() * 100 < writeShare) {
            return LoadRequest.write("PUT", user, SOMEBODY_ELSE);
        }
        return LoadRequest.get(random.nextDouble() < HOT_SHARE ? user : user + cold());
    }

    private String cold() {
        return "?visit=" + seed + "-" + sent;
    }
}

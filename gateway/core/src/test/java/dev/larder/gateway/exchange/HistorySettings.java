package dev.larder.gateway.exchange;

import java.util.SplittableRandom;

/**
 * What happens in one history, and how often in a hundred.
 *
 * @param calm whether all requests are equal, all responses can be shared, and nothing but a client's leaving disturbs them
 * @param writes number of writes
 * @param longContents whether contents are longer than what is worth draining
 * @param storeLateness how often an operation of the store does not complete at once
 * @param storeRefusals how often the store does not keep an entry
 * @param storeFaults how often an operation of the store fails
 * @param originFaults how often the origin fails
 * @param leaving how often a client leaves
 */
record HistorySettings(
        boolean calm,
        int writes,
        boolean longContents,
        int storeLateness,
        int storeRefusals,
        int storeFaults,
        int originFaults,
        int leaving) {

    private static final int SHORT_LIMIT = 160;
    private static final int LONG_LIMIT = 200_000;

    /** Makes up the settings of one history. */
    static HistorySettings of(SplittableRandom random) {
        boolean longContents = random.nextInt(200) == 0;
        int lateness = random.nextInt(3) * 40;
        int leaving = random.nextInt(3) * 25;
        if (random.nextInt(4) == 0) {
            return new HistorySettings(true, 0, longContents, lateness, 0, 0, 0, leaving);
        }
        return new HistorySettings(
                false,
                random.nextInt(4),
                longContents,
                lateness,
                random.nextInt(3) * 10,
                random.nextInt(4) == 0 ? 5 : 0,
                random.nextInt(3) * 15,
                leaving);
    }

    /** Returns the maximum length of a stored content. */
    int maxObjectSize() {
        return longContents ? LONG_LIMIT : SHORT_LIMIT;
    }

    /** Returns the length above which no content is. */
    int longestContent() {
        int limit = maxObjectSize();
        return calm ? limit : limit + limit / 3;
    }
}

package dev.larder.gateway.exchange;

import dev.larder.gateway.write.WriteFence;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * What happens in one history, and how often in a hundred.
 *
 * @param writes number of writes
 * @param storeLateness how often an operation of the store, or of what records bodies, does not complete at once
 * @param storeRefusals how often the store does not keep an entry
 * @param storeFaults how often an operation of the store, or with a body outside the heap, fails
 * @param originFaults how often the origin fails
 * @param leaving how often a client leaves
 */
record HistorySettings(
        Set<Trait> traits,
        int writes,
        int storeLateness,
        int storeRefusals,
        int storeFaults,
        int originFaults,
        int leaving) {

    private static final int SHORT_LIMIT = 160;
    private static final int LONG_LIMIT = 200_000;
    private static final int HEAP_SHARE = 4;
    private static final Duration HOLD = Duration.ofSeconds(2);

    /** Properties that a history has or has not. */
    enum Trait {

        /** All requests are equal, all responses can be shared, and nothing but a client's leaving disturbs them. */
        CALM,

        /** Contents are longer than what is worth draining. */
        LONG_CONTENTS,

        /** Contents that are too large for the heap are recorded outside it. */
        OUTSIDE_THE_HEAP,

        /** The gateways of a cluster agree about who makes a request. */
        CLUSTERED,

        /** A write of unknown outcome may still be under way for a while. */
        UNCERTAIN
    }

    /** Makes up the settings of one history. */
    static HistorySettings of(SplittableRandom random) {
        Set<Trait> traits = EnumSet.noneOf(Trait.class);
        if (random.nextInt(200) == 0) {
            traits.add(Trait.LONG_CONTENTS);
        }
        if (random.nextBoolean()) {
            traits.add(Trait.OUTSIDE_THE_HEAP);
        }
        if (random.nextInt(3) == 0) {
            traits.add(Trait.CLUSTERED);
        }
        if (random.nextBoolean()) {
            traits.add(Trait.UNCERTAIN);
        }
        int lateness = random.nextInt(3) * 40;
        int leaving = random.nextInt(3) * 25;
        if (random.nextInt(4) == 0) {
            traits.add(Trait.CALM);
            return new HistorySettings(traits, 0, lateness, 0, 0, 0, leaving);
        }
        return new HistorySettings(
                traits,
                random.nextInt(4),
                lateness,
                random.nextInt(3) * 10,
                random.nextInt(4) == 0 ? 5 : 0,
                random.nextInt(3) * 15,
                leaving);
    }

    boolean calm() {
        return traits.contains(Trait.CALM);
    }

    boolean outsideTheHeap() {
        return traits.contains(Trait.OUTSIDE_THE_HEAP);
    }

    boolean clustered() {
        return traits.contains(Trait.CLUSTERED);
    }

    WriteFence.UnknownOutcomeSettings unknownOutcome() {
        return new WriteFence.UnknownOutcomeSettings(true, traits.contains(Trait.UNCERTAIN) ? HOLD : Duration.ZERO);
    }

    /** Returns the maximum length of a content that is stored in the heap. */
    int heapLimit() {
        return outsideTheHeap() ? maxObjectSize() / HEAP_SHARE : maxObjectSize();
    }

    /** Returns the maximum length of a stored content. */
    int maxObjectSize() {
        return traits.contains(Trait.LONG_CONTENTS) ? LONG_LIMIT : SHORT_LIMIT;
    }

    /** Returns the length above which no content is. */
    int longestContent() {
        int limit = maxObjectSize();
        return calm() ? limit : limit + limit / 3;
    }
}

package dev.larder.gatling;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The hit ratio of each tenth of a run. */
final class HitRatioByTenth {

    private static final int PARTS = 10;

    private final List<HitCounter> parts =
            Stream.generate(HitCounter::new).limit(PARTS).toList();
    private final AtomicLong answered = new AtomicLong();
    private final long expected;

    HitRatioByTenth(long expected) {
        this.expected = expected;
    }

    void add(String cacheStatus) {
        long part = answered.getAndIncrement() * PARTS / expected;
        parts.get((int) Math.min(part, PARTS - 1)).add(cacheStatus, 0);
    }

    String summary() {
        return parts.stream()
                .map(part -> String.format(Locale.ROOT, "%.2f", part.hitRatio()))
                .collect(Collectors.joining(" ", "Hit ratio of each tenth: ", ""));
    }
}

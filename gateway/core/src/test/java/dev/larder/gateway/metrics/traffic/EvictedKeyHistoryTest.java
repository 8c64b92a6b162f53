package dev.larder.gateway.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How keys have left is remembered, for as many as there is room for. */
class EvictedKeyHistoryTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final EvictedKeyHistory departures = new EvictedKeyHistory();

    @Test
    void nothingIsKnownOfAKeyThatHasNotLeft() {
        departures.madeRoom(CacheKey.of("one"), 1, NOW);
        assertThat(departures.of(CacheKey.of("another"))).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "1, false, CAPACITY",
        "0, false, EXPIRED",
        "-1, false, EXPIRED",
        "1, true, INVALIDATED",
        "-1, true, INVALIDATED"
    })
    void aMissIsWhatAStoreWouldSayThatStillHadIt(int secondsLeft, boolean invalidated, MissCause cause) {
        departures.madeRoom(CacheKey.of("key"), 7, NOW.plusSeconds(secondsLeft));
        EvictedKeyHistory.RemovedEntry left = departures.of(CacheKey.of("key"));
        assertThat(left).isNotNull();
        assertThat(left.epoch()).isEqualTo(7);
        assertThat(left.cause(invalidated, NOW)).isEqualTo(cause);
    }

    @Test
    void whatHasBeenTakenOutIsInvalidated() {
        departures.madeRoom(CacheKey.of("key"), 7, NOW.plusSeconds(1));
        departures.removed(CacheKey.of("key"));
        EvictedKeyHistory.RemovedEntry left = departures.of(CacheKey.of("key"));
        assertThat(left).isNotNull();
        assertThat(left.cause(false, NOW)).isEqualTo(MissCause.INVALIDATED);
    }

    @Test
    void theLatestAreRemembered() {
        int latest = 20_000;
        for (int i = 0; i < 500_000; i++) {
            departures.madeRoom(CacheKey.of("key", Integer.toString(i)), i, NOW);
        }
        int known = 0;
        for (int i = 500_000 - latest; i < 500_000; i++) {
            EvictedKeyHistory.RemovedEntry left = departures.of(CacheKey.of("key", Integer.toString(i)));
            if (left != null) {
                assertThat(left.epoch()).isEqualTo(i);
                known++;
            }
        }
        assertThat(known).isGreaterThan(latest * 9 / 10);
    }
}

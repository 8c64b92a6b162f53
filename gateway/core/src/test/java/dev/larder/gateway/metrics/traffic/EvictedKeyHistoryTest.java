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

    private final EvictedKeyHistory history = new EvictedKeyHistory();

    @Test
    void returnsNothingForKeyThatWasNotEvicted() {
        history.madeRoom(CacheKey.of("one"), 1, NOW);
        assertThat(history.of(CacheKey.of("another"))).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "1, false, CAPACITY",
        "0, false, EXPIRED",
        "-1, false, EXPIRED",
        "1, true, INVALIDATED",
        "-1, true, INVALIDATED"
    })
    void derivesMissCauseFromExpiryAndInvalidation(int secondsLeft, boolean invalidated, MissCause cause) {
        history.madeRoom(CacheKey.of("key"), 7, NOW.plusSeconds(secondsLeft));
        EvictedKeyHistory.RemovedEntry removed = history.of(CacheKey.of("key"));
        assertThat(removed).isNotNull();
        assertThat(removed.epoch()).isEqualTo(7);
        assertThat(removed.cause(invalidated, NOW)).isEqualTo(cause);
    }

    @Test
    void removedKeyCountsAsInvalidated() {
        history.madeRoom(CacheKey.of("key"), 7, NOW.plusSeconds(1));
        history.removed(CacheKey.of("key"));
        EvictedKeyHistory.RemovedEntry removed = history.of(CacheKey.of("key"));
        assertThat(removed).isNotNull();
        assertThat(removed.cause(false, NOW)).isEqualTo(MissCause.INVALIDATED);
    }

    @Test
    void remembersMostOfLatestEvictedKeys() {
        int latest = 20_000;
        for (int i = 0; i < 500_000; i++) {
            history.madeRoom(CacheKey.of("key", Integer.toString(i)), i, NOW);
        }
        int known = 0;
        for (int i = 500_000 - latest; i < 500_000; i++) {
            EvictedKeyHistory.RemovedEntry removed = history.of(CacheKey.of("key", Integer.toString(i)));
            if (removed != null) {
                assertThat(removed.epoch()).isEqualTo(i);
                known++;
            }
        }
        assertThat(known).isGreaterThan(latest * 9 / 10);
    }
}

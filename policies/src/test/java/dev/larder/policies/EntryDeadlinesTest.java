package dev.larder.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EntryDeadlinesTest {

    private static long milliOf(Instant dropAfter) {
        return EntryDeadlines.milliOf(CacheEntry.of("v", 1, 0, dropAfter));
    }

    @Test
    void roundsDeadlineDownToMillisecond() {
        assertThat(milliOf(Instant.EPOCH)).isZero();
        assertThat(milliOf(Instant.ofEpochSecond(1, 1_999_999))).isEqualTo(1_001);
        assertThat(milliOf(Instant.ofEpochSecond(-1, 999_999_999))).isEqualTo(-1);
    }

    @Test
    void saturatesDeadlinesBeyondMillisecondRange() {
        assertThat(milliOf(Instant.MAX)).isEqualTo(Long.MAX_VALUE);
        assertThat(milliOf(Instant.MIN)).isEqualTo(Long.MIN_VALUE);
        assertThat(milliOf(Instant.ofEpochMilli(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(milliOf(Instant.ofEpochMilli(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
    }
}

package dev.larder.gateway.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.metrics.RecentMisses.Miss;
import dev.larder.rfc9111.Reason;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** So many misses are remembered, and the latest of a kind is found first. */
class RecentMissesTest {

    private final RecentMisses misses = new RecentMisses(3);

    @Test
    void findsLatestMatchingMiss() {
        misses.note(miss("a", Reason.URI_MISS));
        misses.note(miss("a", Reason.STALE));
        misses.note(miss("b", Reason.BYPASS));
        assertThat(latest("a").map(Miss::reason)).contains(Reason.STALE);
    }

    @Test
    void forgetsOldestMissFirst() {
        for (String name : new String[] {"a", "b", "c", "d"}) {
            misses.note(miss(name, Reason.URI_MISS));
        }
        assertThat(latest("a")).isEmpty();
        assertThat(latest("b")).isPresent();
        assertThat(latest("d")).isPresent();
    }

    @Test
    void aVeryLongKeyIsNotRemembered() {
        String name = "a".repeat(3000);
        misses.note(miss(name, Reason.URI_MISS));
        assertThat(latest(name)).isEmpty();
    }

    @Test
    void noneAcceptsMissesButRemembersNothing() {
        RecentMisses.NONE.note(miss("a", Reason.URI_MISS));
        assertThat(RecentMisses.NONE.latest(miss -> true)).isEmpty();
    }

    private Optional<Miss> latest(String name) {
        return misses.latest(miss -> miss.key().equals(CacheKey.of(name)));
    }

    private static Miss miss(String name, Reason reason) {
        return new Miss(CacheKey.of(name), "GET", reason, false, Optional.empty(), Instant.EPOCH);
    }
}

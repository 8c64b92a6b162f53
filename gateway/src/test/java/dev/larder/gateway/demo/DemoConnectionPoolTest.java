package dev.larder.gateway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DemoConnectionPoolTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Duration LATENCY = Duration.ofMillis(5);

    @Test
    void unboundedPoolAddsNoWaitingTime() {
        var database = new DemoConnectionPool(0);

        for (int i = 0; i < 100; i++) {
            assertThat(database.occupy(NOW, LATENCY)).isEqualTo(LATENCY);
        }
    }

    @Test
    void requestWaitsForFirstFreeConnection() {
        var database = new DemoConnectionPool(2);

        assertThat(database.occupy(NOW, Duration.ofMillis(5))).hasMillis(5);
        assertThat(database.occupy(NOW, Duration.ofMillis(20))).hasMillis(20);
        assertThat(database.occupy(NOW.plusMillis(1), LATENCY)).hasMillis(9);
        assertThat(database.occupy(NOW.plusMillis(1), LATENCY)).hasMillis(14);
        assertThat(database.occupy(NOW.plusSeconds(1), LATENCY)).hasMillis(5);
    }
}

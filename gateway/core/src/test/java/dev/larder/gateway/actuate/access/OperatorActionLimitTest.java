package dev.larder.gateway.actuate.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How fast orders may come, and how often it is said that they came faster. */
class OperatorActionLimitTest {

    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private final OperatorActionLimit limit = new OperatorActionLimit(3);

    @Test
    @Tag("hardening-A6")
    void allowsBurstOfTenSecondsThenSustainedRate() {
        assertThat(taken(START, 100)).isEqualTo(30);
        assertThat(taken(START.plusSeconds(1), 100)).isEqualTo(3);
        assertThat(taken(START.plusSeconds(3), 100)).isEqualTo(6);
        assertThat(taken(START.plusSeconds(3600), 100)).isEqualTo(30);
    }

    @Test
    void allowsActionOneSecondAfterRefusal() {
        assertThat(taken(START, 100)).isEqualTo(30);
        assertThat(limit.take(START.plusMillis(300))).isFalse();
        assertThat(limit.take(START.plusMillis(1000))).isTrue();
    }

    @Test
    @Tag("hardening-A6")
    void reportsRefusalsAtOnceThenEveryTenSecondsWithCount() {
        assertThat(limit.refused(START)).hasValue(1);
        for (int i = 0; i < 1000; i++) {
            assertThat(limit.refused(START.plusMillis(9L * i))).isEmpty();
        }
        assertThat(limit.refused(START.plusSeconds(10))).hasValue(1001);
        assertThat(limit.refused(START.plusSeconds(11))).isEmpty();
        assertThat(limit.refused(START.plusSeconds(20))).hasValue(2);
    }

    private long taken(Instant now, int tries) {
        return IntStream.range(0, tries).filter(i -> limit.take(now)).count();
    }
}

package dev.larder.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class FailureLogTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @Test
    void logsFirstFailureAtOnceThenOncePerMinuteWithCount() {
        var throttle = new FailureLog.Throttle();
        assertThat(throttle.happened(-5 * SECOND)).isEqualTo(OptionalLong.of(1));
        assertThat(throttle.happened(0)).isEmpty();
        assertThat(throttle.happened(54 * SECOND)).isEmpty();
        assertThat(throttle.happened(55 * SECOND)).isEqualTo(OptionalLong.of(3));
        assertThat(throttle.happened(56 * SECOND)).isEmpty();
    }
}

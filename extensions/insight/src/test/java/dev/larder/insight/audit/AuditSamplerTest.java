package dev.larder.insight.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import dev.larder.insight.audit.AuditPolicy.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which answers are checked: as many as wished, one of a key at a time, and no more than the origin is to bear. */
class AuditSamplerTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final long SEED = 9111;

    @Test
    void checksNothingWhenAuditIsOff() {
        var audits = new CacheAuditor(AuditPolicy.OFF, dev.larder.invalidation.Couplings.NONE, () -> 0);
        assertThat(audits.admit(key(1), false, NOW)).isEmpty();
        assertThat(audits.shouldSample()).isFalse();
    }

    @Test
    void drawsConfiguredShareOfRequests() {
        var random = new Random(SEED);
        var sampler = new AuditSampler(new AuditPolicy(0.01, Mode.SAMPLED, 1), random::nextDouble);
        int drawn = 0;
        for (int i = 0; i < 100_000; i++) {
            drawn += sampler.shouldSample() ? 1 : 0;
        }
        assertThat(drawn).as("seed " + SEED).isBetween(900, 1_100);
    }

    @Test
    void admitsAlreadyDrawnRequestWithoutDrawingAgain() {
        var sampler = new AuditSampler(new AuditPolicy(0.01, Mode.SAMPLED, 1), () -> 1);
        assertThat(sampler.admit(key(1), false, NOW)).isEmpty();
        assertThat(sampler.admit(key(1), true, NOW)).isPresent();
    }

    @Test
    void checksKeyOnlyOnceAtATime() {
        AuditSampler sampler = always(1_000);
        AuditCheck first = sampler.admit(key(1), false, NOW).orElseThrow();
        assertThat(sampler.admit(key(1), false, NOW)).isEmpty();
        assertThat(sampler.admit(key(2), false, NOW)).isPresent();
        first.close(1);
        assertThat(sampler.admit(key(1), false, NOW)).isPresent();
    }

    @Test
    void staysWithinMaximumRequestRate() {
        AuditSampler sampler = always(10);
        int admitted = 0;
        for (int i = 0; i < 100; i++) {
            admitted += sampler.admit(key(i), false, NOW).isPresent() ? 1 : 0;
        }
        assertThat(admitted).as("each may need two").isEqualTo(5);
        assertThat(sampler.admit(key(200), false, NOW.plus(Duration.ofMillis(100))))
                .isEmpty();
        assertThat(sampler.admit(key(201), false, NOW.plus(Duration.ofMillis(200))))
                .isPresent();
    }

    @Test
    void unusedRequestsOfCheckReturnToRateBudget() {
        AuditSampler sampler = always(2);
        sampler.admit(key(1), false, NOW).orElseThrow().close(1);
        assertThat(sampler.admit(key(2), false, NOW)).isEmpty();
        assertThat(sampler.admit(key(2), false, NOW.plusMillis(500))).isPresent();
    }

    @Test
    void admitsWholeCheckAtRateOfOnePerSecond() {
        AuditSampler sampler = always(1);
        assertThat(sampler.admit(key(1), false, NOW)).isPresent();
        assertThat(sampler.admit(key(2), false, NOW.plusSeconds(1))).isEmpty();
        assertThat(sampler.admit(key(2), false, NOW.plusSeconds(2))).isPresent();
    }

    @Test
    void validateAllModeChecksEveryRequest() {
        var sampler = new AuditSampler(new AuditPolicy(0, Mode.VALIDATE_ALL, 1), () -> 1);
        for (int i = 0; i < 100; i++) {
            assertThat(sampler.admit(key(1), false, NOW)).isPresent();
        }
    }

    private static AuditSampler always(int perSecond) {
        return new AuditSampler(new AuditPolicy(1, Mode.SAMPLED, perSecond), () -> 0);
    }

    private static CacheKey key(int number) {
        return CacheKey.of("key", Integer.toString(number));
    }
}

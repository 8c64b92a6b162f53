package dev.larder.insight.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What looks at bodies prove of how long they live. */
class SurvivalEstimateTest {

    private static final double ONE_IN_A_HUNDRED = 0.01;

    private final BodyAgeHistogram looks = new BodyAgeHistogram();

    private void look(Duration age, boolean changed, int times) {
        for (int i = 0; i < times; i++) {
            looks.add(age, changed);
        }
    }

    private SurvivalEstimate survival() {
        return SurvivalEstimate.of(looks.counts());
    }

    @Test
    void requiresThirtyObservations() {
        look(Duration.ofMinutes(1), false, 29);
        assertThat(survival().hasEnoughObservations()).isFalse();
        look(Duration.ofMinutes(1), false, 1);
        assertThat(survival().hasEnoughObservations()).isTrue();
    }

    @Test
    void proposesNoTtlBeyondOldestObservedAge() {
        look(Duration.ofMinutes(10), false, 100_000);
        assertThat(survival().propose(ONE_IN_A_HUNDRED).ttl()).isEqualTo(Duration.ofMinutes(10));
        assertThat(survival().propose(ONE_IN_A_HUNDRED).staleWhileRevalidate()).isZero();
    }

    @Test
    void singleOldBodyProvesLittleAmongManyYoungOnes() {
        look(Duration.ofSeconds(10), false, 100_000);
        look(Duration.ofHours(1), false, 1);
        assertThat(survival().propose(ONE_IN_A_HUNDRED).ttl()).isLessThan(Duration.ofMinutes(2));
    }

    @Test
    void alwaysChangingBodiesAllowNoTtl() {
        look(Duration.ofSeconds(2), true, 1_000);
        assertThat(survival().propose(ONE_IN_A_HUNDRED).ttl()).isZero();
        assertThat(survival().changedAtLeast(Duration.ofSeconds(10))).isGreaterThan(0.99);
        assertThat(survival().changedAtLeast(Duration.ofSeconds(1))).isZero();
    }

    /** Changes come at random, one in a thousand seconds on the average: 1 % have come after ten seconds. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void proposedTtlKeepsStaleShareWithinTarget(long seed) {
        var random = new Random(seed);
        double rate = 1e-3;
        for (int i = 0; i < 50_000; i++) {
            double age = Math.exp(random.nextDouble() * Math.log(10_000));
            looks.add(Duration.ofNanos((long) (age * 1e9)), random.nextDouble() < -Math.expm1(-rate * age));
        }
        TtlProposal proposal = survival().propose(ONE_IN_A_HUNDRED);
        double ttl = proposal.ttl().toSeconds();
        double served = ttl + proposal.staleWhileRevalidate().toSeconds();
        assertThat(-Math.expm1(-rate * ttl)).isLessThanOrEqualTo(ONE_IN_A_HUNDRED);
        assertThat(1 + Math.expm1(-rate * served) / (rate * served)).isLessThanOrEqualTo(ONE_IN_A_HUNDRED);
        assertThat(ttl).isGreaterThanOrEqualTo(2);
    }

    /** Deploys at every full hour: a body of a random moment lives half an hour on the average. */
    @Test
    void proposesTtlForChangesAtFixedTimes() {
        var random = new Random(1);
        for (int i = 0; i < 50_000; i++) {
            double age = random.nextDouble() * 7_200;
            looks.add(Duration.ofMillis((long) (age * 1e3)), random.nextDouble() < age / 3_600);
        }
        assertThat(survival().propose(0.1).ttl()).isBetween(Duration.ofMinutes(2), Duration.ofMinutes(6));
    }
}

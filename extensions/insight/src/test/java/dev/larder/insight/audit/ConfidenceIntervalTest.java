package dev.larder.insight.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Wilson's score interval, against values from its definition. */
class ConfidenceIntervalTest {

    @Test
    void intervalWithoutObservationsIsZeroToOne() {
        assertThat(ConfidenceInterval.of(0, 0)).isEqualTo(new ConfidenceInterval(0, 1));
    }

    @Test
    void intervalOfNoSuccessesHasSmallUpperBound() {
        ConfidenceInterval interval = ConfidenceInterval.of(0, 300);
        assertThat(interval.low()).isZero();
        assertThat(interval.high()).isCloseTo(0.01264, within(0.0001));
    }

    @Test
    void intervalOfOnlySuccessesEndsAtOne() {
        ConfidenceInterval interval = ConfidenceInterval.of(12, 12);
        assertThat(interval.low()).isCloseTo(0.7575, within(0.0001));
        assertThat(interval.high()).isEqualTo(1);
    }

    @Test
    void intervalOfHalfSuccessesIsSymmetric() {
        ConfidenceInterval interval = ConfidenceInterval.of(50, 100);
        assertThat(interval.low()).isCloseTo(0.4038, within(0.0001));
        assertThat(interval.high()).isCloseTo(0.5962, within(0.0001));
    }
}

package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetentionPreferenceTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 1.5", "0, 4", "0.5, 3", "1, 1", "1, 3", "0.25, 2"})
    void valueIsFrequencyOverSizeRaisedToExponents(double sizeExponent, double power) {
        var preference = new RetentionPreference(sizeExponent, power);
        for (int frequency = 1; frequency <= 15; frequency++) {
            for (long size : new long[] {1, 7, 536, 1_000_000, 5_000_000_000L}) {
                double expected = Math.pow(frequency / Math.pow((double) size, sizeExponent), power);
                assertThat(preference.value(frequency, preference.worth(size)))
                        .isCloseTo(expected, within(expected * 1e-12));
            }
        }
    }

    @Test
    void zeroFrequencyCountsAsOne() {
        var preference = new RetentionPreference(1, 3);
        assertThat(preference.value(0, 1)).isEqualTo(preference.value(1, 1));
    }

    @Test
    void rejectsUnsupportedSizeExponent() {
        assertThatIllegalArgumentException().isThrownBy(() -> new RetentionPreference(0.3, 1));
    }
}

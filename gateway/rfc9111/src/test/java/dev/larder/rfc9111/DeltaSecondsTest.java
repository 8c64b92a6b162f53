package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaSecondsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "003600, 3600",
        "2147483647, 2147483647",
        "2147483648, 2147483648",
        "2147483649, 2147483648",
        "99999999999, 2147483648",
        "9223372036854775807, 2147483648",
        "9223372036854775808, 2147483648",
        "100000000000000000000, 2147483648",
        "1234567890123456789012345678901234567890, 2147483648",
        "0000000000000000000000000000000000000060, 60"
    })
    @EngineObligation(section = "1.2.2", level = MUST, value = "a greater value than can be represented counts as 2^31")
    void parsesDigitsAsSecondsCappedAtLimit(String text, long seconds) {
        assertThat(DeltaSeconds.parse(text)).contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "-1", "+1", "1.5", "1.0", "60x", "x60", "'60'", "\"60\"", " 60", "6 0", "1e3", "0x10", "٣", "６０"
            })
    @EngineObligation(section = "1.2.2", level = MUST, value = "delta-seconds = 1*DIGIT")
    void rejectsAnythingButDigits(String text) {
        assertThat(DeltaSeconds.parse(text)).isEmpty();
    }

    @Test
    @EngineObligation(section = "4.2.3", level = MUST, value = "arithmetic neither overflows nor goes below zero")
    @Tag("hardening-T")
    void durationArithmeticSaturates() {
        assertThat(DeltaSeconds.between(Instant.MIN, Instant.MAX)).isEqualTo(DeltaSeconds.MAX);
        assertThat(DeltaSeconds.between(Instant.MAX, Instant.MIN)).isEqualTo(Duration.ZERO);
        assertThat(DeltaSeconds.cap(Duration.ofSeconds(-1))).isEqualTo(Duration.ZERO);
        assertThat(DeltaSeconds.cap(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(DeltaSeconds.MAX);
        assertThat(DeltaSeconds.after(Instant.MAX.minusSeconds(1), DeltaSeconds.MAX))
                .isEqualTo(Instant.MAX);
        assertThat(DeltaSeconds.after(Instant.EPOCH, Duration.ofSeconds(5))).isEqualTo(Instant.ofEpochSecond(5));
    }

    @Test
    @EngineObligation(section = "1.2.2", level = MUST, value = "no input yields less than zero or more than 2^31")
    void randomInputStaysWithinBounds() {
        RandomText.each(2_000, "0123456789-+. \"x", text -> {
            Optional<Duration> parsed = DeltaSeconds.parse(text);
            parsed.ifPresent(duration -> assertThat(duration).isBetween(Duration.ZERO, DeltaSeconds.MAX));
        });
    }
}

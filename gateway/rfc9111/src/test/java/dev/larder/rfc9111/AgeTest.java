package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.T0;
import static dev.larder.rfc9111.EngineFixtures.WALL;
import static dev.larder.rfc9111.EngineFixtures.date;
import static dev.larder.rfc9111.EngineFixtures.seconds;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static dev.larder.rfc9111.EngineObligation.Level.SHOULD;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0",
                "7200 | 7200",
                "2147483648 | 2147483648",
                "99999999999999999999 | 2147483648",
                "7200, 0 | 7200",
                "0, 7200 | 0",
                "abc | 0",
                "-7200 | 0",
                "7200.0 | 0",
                "7200;foo=bar | 0",
                ", | 0"
            })
    @EngineObligation(section = "5.1", level = SHOULD, value = "use the first member of a list, ignore an invalid Age")
    void usesFirstMemberOfAgeListAndIgnoresInvalidAge(String age, long expected) {
        assertThat(initial(0, "Age", age)).isEqualTo(seconds(expected));
    }

    @Test
    @EngineObligation(section = "5.1", level = SHOULD, value = "of several Age lines the first counts")
    void usesFirstOfSeveralAgeLines() {
        assertThat(initial(0, "Age", "0", "Age", "7200")).isEqualTo(Duration.ZERO);
        assertThat(initial(0, "Age", "7200", "Age", "0")).isEqualTo(seconds(7200));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 30, 4, 34",
        "-50, 30, 4, 50",
        "-50, 60, 4, 64",
        "31536000, 0, 0, 0",
        "31536000, 5, 2, 7",
        "-31536000, 0, 0, 31536000"
    })
    @EngineObligation(
            section = "4.2.3",
            level = MUST,
            value = "corrected_initial_age = max(apparent_age, age_value + response_delay)")
    void initialAgeIsMaximumOfApparentAndCorrectedAge(long date, long age, long delay, long expected) {
        assertThat(initial(delay, "Date", date(date), "Age", Long.toString(age)))
                .isEqualTo(seconds(expected));
    }

    @Test
    @EngineObligation(
            section = "4.2.3",
            level = MUST,
            value = "apparent_age compares whole seconds, as Date has no others")
    void apparentAgeIgnoresFractionsOfSecond() {
        HeaderFields dated = HeaderFields.of("Date", date(0));

        assertThat(Age.correctedInitial(dated, new ReceptionTimes(T0, T0, WALL.plusMillis(999))))
                .isZero();
        assertThat(Age.correctedInitial(dated, new ReceptionTimes(T0, T0, WALL.plusMillis(1999))))
                .isEqualTo(seconds(1));
    }

    @Test
    @EngineObligation(section = "4.2.3", level = MUST, value = "current_age = corrected_initial_age + resident_time")
    void currentAgeIncludesResidentTime() {
        StoredResponse stored = EngineFixtures.stored("Cache-Control", "max-age=100", "Age", "10");

        assertThat(stored.currentAge(EngineFixtures.after(0))).isEqualTo(seconds(10));
        assertThat(stored.currentAge(EngineFixtures.after(89))).isEqualTo(seconds(99));
        assertThat(stored.isFresh(EngineFixtures.after(89))).isTrue();
        assertThat(stored.isFresh(EngineFixtures.after(90))).isFalse();
        assertThat(stored.ttl(EngineFixtures.after(95))).isEqualTo(seconds(-5));
    }

    @Test
    @EngineObligation(
            section = "4.2.3",
            level = MUST,
            value = "ages saturate and never run backwards below the initial age")
    @Tag("hardening-T")
    void currentAgeStaysWithinBoundsAtExtremeTimes() {
        StoredResponse stored = EngineFixtures.stored("Cache-Control", "max-age=99999999999", "Age", "10");

        assertThat(stored.currentAge(Instant.MIN)).isEqualTo(seconds(10));
        assertThat(stored.currentAge(Instant.MAX)).isEqualTo(DeltaSeconds.MAX);
        assertThat(stored.isFresh(Instant.MAX)).isFalse();
    }

    @Test
    @EngineObligation(
            section = "4.2",
            level = MUST,
            value = "what is stale never becomes fresh again, whatever the wall clock did on receipt")
    @Tag("hardening-T")
    void staleResponseNeverBecomesFreshAgain() {
        long seed = 42;
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            StoredResponse stored = random(random);
            boolean fresh = true;
            Instant now = T0;
            for (int step = 0; step < 20; step++) {
                now = now.plusSeconds(random.nextInt(400));
                boolean freshNow = stored.isFresh(now);
                assertThat(fresh || !freshNow).as("seed %d, round %d", seed, i).isTrue();
                assertThat(stored.currentAge(now)).isBetween(Duration.ZERO, DeltaSeconds.MAX);
                fresh = freshNow;
            }
        }
    }

    @Test
    @EngineObligation(section = "4.2", level = MUST, value = "a wall clock that jumped back does not prolong freshness")
    @Tag("hardening-T")
    void aStepOfTheWallClockNeverProlongsMaxAge() {
        for (long step : new long[] {-3600, -1, 0, 1, 3600}) {
            ReceptionTimes when = new ReceptionTimes(T0, T0, WALL.plusSeconds(step));
            StoredResponse stored = EngineFixtures.stored(
                    EngineFixtures.get(),
                    EngineFixtures.ok("Cache-Control", "max-age=60", "Date", date(0)),
                    EngineFixtures.POLICY,
                    when);

            assertThat(stored.isFresh(EngineFixtures.after(60)))
                    .as("step %d", step)
                    .isFalse();
        }
    }

    private static StoredResponse random(Random random) {
        Instant wall = WALL.plusSeconds(random.nextInt(20_000) - 10_000);
        ReceptionTimes when = new ReceptionTimes(T0.minusSeconds(random.nextInt(100)), T0, wall);
        ResponseHead head = EngineFixtures.ok(
                "Date", date(random.nextInt(10_000) - 5_000),
                "Age", Integer.toString(random.nextInt(1_000)),
                "Cache-Control", "max-age=" + (1 + random.nextInt(3_000)));
        return EngineFixtures.stored(EngineFixtures.get(), head, EngineFixtures.POLICY, when);
    }

    private static Duration initial(long delay, String... fields) {
        return Age.correctedInitial(HeaderFields.of(fields), new ReceptionTimes(T0, T0.plusSeconds(delay), WALL));
    }
}

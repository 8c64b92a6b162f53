package dev.larder.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhaseScheduleTest {

    private static final List<SoakFault> ALL = List.of(SoakFault.values());

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 60, 600})
    void scheduleHasRequestedLengthAndEachFaultEquallyOften(int minutes) {
        var whole = Duration.ofMinutes(minutes);

        var phases = PhaseSchedule.of(whole, ALL);

        assertThat(phases.stream().map(SoakPhase::length).reduce(Duration.ZERO, Duration::plus))
                .isBetween(whole.minusSeconds(1), whole);
        var times = phases.stream().filter(phase -> phase.fault().isPresent()).count() / ALL.size();
        assertThat(ALL)
                .allSatisfy(fault -> assertThat(phases)
                        .filteredOn(phase -> phase.fault().filter(fault::equals).isPresent())
                        .hasSize((int) times));
    }

    @Test
    void everyFaultIsBetweenQuietPhases() {
        var phases = PhaseSchedule.of(Duration.ofMinutes(60), ALL);

        for (var i = 1; i < phases.size(); i++) {
            assertThat(phases.get(i).fault().isPresent()).isEqualTo(i % 2 == 0);
        }
        assertThat(phases.get(phases.size() - 1).title()).isEqualTo(SoakPhase.QUIET);
    }

    @Test
    void firstOfSeveralRoundsIsNotJudged() {
        var phases = PhaseSchedule.of(Duration.ofMinutes(60), ALL);

        var first = 1 + 2 * ALL.size();
        assertThat(phases.subList(0, first)).noneMatch(SoakPhase::counts);
        assertThat(phases.subList(first, phases.size())).allMatch(SoakPhase::counts);
    }

    @Test
    void singleRoundIsJudgedExceptForWarmUp() {
        var phases = PhaseSchedule.of(Duration.ofMinutes(10), ALL);

        assertThat(phases.get(0).counts()).isFalse();
        assertThat(phases.subList(1, phases.size())).allMatch(SoakPhase::counts);
    }
}

package dev.larder.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.soak.traffic.RequestCounters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SoakEvaluationTest {

    private static final Duration HOUR = Duration.ofMinutes(60);
    private static final MemoryAllowance ALLOWANCE = new MemoryAllowance(128, 64, 128, 64);
    private static final SoakFindings.LogSummary NOTHING_LOGGED = new SoakFindings.LogSummary(0, List.of());
    private static final SoakFindings.RemainingResources NOTHING_LEFT = new SoakFindings.RemainingResources(0, 0);

    @Test
    void stableRunBreaksNoObligation() {
        assertThat(broken(seen(HOUR, 0.9, 1.4, 400))).isEmpty();
    }

    @Test
    void reportsHeapGrowthAboveOneMegabytePerHour() {
        assertThat(broken(seen(HOUR, 1.1, 1, 400)))
                .singleElement()
                .satisfies(verdict -> assertThat(verdict).contains("grows by less than 1 MB"));
    }

    @Test
    void reportsFaultThatSlowsHits() {
        assertThat(broken(seen(HOUR, 0, 1.6, 400)))
                .singleElement()
                .satisfies(verdict -> assertThat(verdict).contains("unique URLs"));
    }

    @Test
    void reportsResidentMemoryAboveLimit() {
        assertThat(broken(seen(HOUR, 0, 1, 442)))
                .singleElement()
                .satisfies(verdict -> assertThat(verdict).contains("stays within its limit"));
    }

    @Test
    void reportsLeaksLoggedErrorsAndRemainingResources() {
        var good = seen(HOUR, 0, 1, 400);
        var bad = new SoakFindings(
                HOUR,
                good.stretches(),
                List.of(),
                400,
                new SoakFindings.LogSummary(1, List.of("an ERROR of it")),
                new SoakFindings.RemainingResources(2, 3));

        assertThat(broken(bad)).hasSize(4);
    }

    @Test
    void shortRunDoesNotJudgeGrowthAndSpeed() {
        var brief = SoakEvaluation.judge(seen(Duration.ofMinutes(1), 50, 3, 400), ALLOWANCE);

        assertThat(brief)
                .filteredOn(verdict -> verdict.result() == ObligationResult.Result.NOT_JUDGED)
                .hasSize(2);
        assertThat(brief).noneMatch(verdict -> verdict.result() == ObligationResult.Result.BROKEN);
    }

    private static List<String> broken(SoakFindings seen) {
        return SoakEvaluation.judge(seen, ALLOWANCE).stream()
                .filter(verdict -> verdict.result() == ObligationResult.Result.BROKEN)
                .map(ObligationResult::obligation)
                .toList();
    }

    /** An hour in which the heap grows by so much, and hits are so much slower during the one fault. */
    private static SoakFindings seen(Duration length, double growthMb, double slower, double mostResidentMb) {
        var quiet = IntStream.rangeClosed(0, 10)
                .mapToObj(tenth -> stretch(
                        SoakPhase.quiet(Duration.ofSeconds(1), true),
                        360.0 * tenth,
                        OptionalDouble.of(50 + growthMb * tenth / 10),
                        1));
        var fault = stretch(
                new SoakPhase(Optional.of(SoakFault.UNIQUE_URLS), Duration.ofSeconds(1), true),
                1,
                OptionalDouble.empty(),
                slower);
        return new SoakFindings(
                length,
                Stream.concat(quiet, Stream.of(fault)).toList(),
                List.of(),
                mostResidentMb,
                NOTHING_LOGGED,
                NOTHING_LEFT);
    }

    private static CompletedPhase stretch(SoakPhase phase, double end, OptionalDouble heap, double millis) {
        var account = new RequestCounters();
        account.hitNanos().recordValue((long) (millis * TimeUnit.MILLISECONDS.toNanos(1)));
        return new CompletedPhase(phase, end, account, heap, 300, new CompletedPhase.ProcessCounts(30, 30));
    }
}

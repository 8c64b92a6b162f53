package dev.larder.insight.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.insight.advisor.PolicyDecision.Change;
import dev.larder.insight.advisor.PolicyDecision.Keep;
import dev.larder.insight.advisor.PolicyDecision.Reason;
import dev.larder.insight.advisor.PolicyDecision.Warn;
import dev.larder.policies.ghost.CandidatePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PolicySelectorTest {

    private static final PolicySelectionSettings SETTINGS =
            new PolicySelectionSettings(2, 10, Duration.ofMinutes(1), 10_000, Duration.ofMinutes(30));
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<CandidatePolicy> FOUR =
            List.of(CandidatePolicy.CAFFEINE, CandidatePolicy.LRU, CandidatePolicy.GDSF, CandidatePolicy.LARDER);

    /** One that has been given up so often would have to be better by more than 100 points. */
    private static final int MAX_RETURNS = 6;

    private final List<PolicyDecision> choices = new ArrayList<>();

    private static GhostSnapshot sight(int minute, Map<CandidatePolicy, Double> points) {
        return new GhostSnapshot(START.plus(Duration.ofMinutes(minute)), 2_000L * minute, true, points);
    }

    private static Map<CandidatePolicy, Double> lead(double points) {
        return Map.of(CandidatePolicy.CAFFEINE, 40.0, CandidatePolicy.GDSF, 40 + points);
    }

    /** So many reports, from that minute on; each choice is noted. */
    private PolicySelector reported(
            PolicySelector from, int minute, int reports, IntFunction<Map<CandidatePolicy, Double>> points) {
        PolicySelector selector = from;
        for (int i = minute; i < minute + reports; i++) {
            PolicySelector.Step step = selector.next(sight(i, points.apply(i)));
            choices.add(step.choice());
            selector = step.next();
        }
        return selector;
    }

    private static PolicySelector fresh() {
        return PolicySelector.of(SETTINGS, CandidatePolicy.CAFFEINE);
    }

    private PolicyDecision last() {
        return choices.get(choices.size() - 1);
    }

    @Test
    void choosesPolicyThatIsBetterByMarginInTenReports() {
        PolicySelector after = reported(fresh(), 0, 10, minute -> lead(2.5));
        assertThat(choices.subList(0, 9)).allMatch(new Keep(Reason.NOT_LONG_ENOUGH)::equals);
        assertThat(last()).isInstanceOfSatisfying(Change.class, change -> {
            assertThat(change.lead().to()).isEqualTo(CandidatePolicy.GDSF);
            assertThat(change.lead().toPoints()).isEqualTo(42.5);
        });
        assertThat(after.live()).isEqualTo(CandidatePolicy.GDSF);
    }

    @Test
    void singleReportBelowMarginRestartsCounting() {
        reported(fresh(), 0, 100, minute -> lead(minute % 10 == 9 ? 1.9 : 9));
        assertThat(choices).doesNotHaveAnyElementsOfTypes(Change.class);
    }

    @Test
    void keepsPolicyOnTooFrequentOrTooSmallReports() {
        PolicySelector fast = fresh();
        PolicySelector idle = fresh();
        for (int i = 0; i < 100; i++) {
            GhostSnapshot near = new GhostSnapshot(START.plusSeconds(i), 2_000L * i, true, lead(9));
            GhostSnapshot quiet = new GhostSnapshot(START.plus(Duration.ofMinutes(i)), i, true, lead(9));
            assertThat(fast.next(near).choice()).isEqualTo(new Keep(Reason.NOT_LONG_ENOUGH));
            assertThat(idle.next(quiet).choice()).isEqualTo(new Keep(Reason.NOT_LONG_ENOUGH));
            fast = fast.next(near).next();
            idle = idle.next(quiet).next();
        }
    }

    @Test
    void keepsPolicyOnTooFewKeys() {
        PolicySelector before = reported(fresh(), 0, 9, minute -> lead(9));
        PolicySelector.Step step = before.next(new GhostSnapshot(START, 99_000, false, lead(9)));
        assertThat(step.choice()).isEqualTo(new Keep(Reason.TOO_FEW_KEYS));
        reported(step.next(), 10, 9, minute -> lead(9));
        assertThat(choices).doesNotHaveAnyElementsOfTypes(Change.class);
    }

    @Test
    void choosesBestOfSeveralBetterPolicies() {
        reported(
                fresh(),
                0,
                10,
                minute -> Map.of(
                        CandidatePolicy.CAFFEINE,
                        10.0,
                        CandidatePolicy.LRU,
                        20.0,
                        CandidatePolicy.GDSF,
                        30.0,
                        CandidatePolicy.LARDER,
                        25.0));
        assertThat(((Change) last()).lead().to()).isEqualTo(CandidatePolicy.GDSF);
    }

    @Test
    void returnToAbandonedPolicyNeedsDoubleMarginAndRestPeriod() {
        PolicySelector changed = reported(fresh(), 0, 10, minute -> lead(5));
        PolicySelector waiting = reported(changed, 10, 60, minute -> lead(-3.9));
        assertThat(last())
                .isInstanceOfSatisfying(
                        Warn.class, warn -> assertThat(warn.reason()).isEqualTo(Reason.GIVEN_UP_BEFORE));
        assertThat(waiting.live()).isEqualTo(CandidatePolicy.GDSF);
        reported(changed, 10, 25, minute -> lead(-4.1));
        assertThat(last())
                .isInstanceOfSatisfying(
                        Warn.class, warn -> assertThat(warn.reason()).isEqualTo(Reason.RESTING));
        PolicySelector back = reported(changed, 10, 60, minute -> lead(-4.1));
        assertThat(back.live()).isEqualTo(CandidatePolicy.CAFFEINE);
    }

    @Test
    void restPeriodsDoubleUpToOneDay() {
        assertThat(IntStream.rangeClosed(1, 9).mapToObj(SETTINGS::rest).map(Duration::toMinutes))
                .containsExactly(30L, 60L, 120L, 240L, 480L, 960L, 1_440L, 1_440L, 1_440L);
        assertThat(SETTINGS.rest(100_000)).isEqualTo(Duration.ofDays(1));
    }

    static Stream<Long> seeds() {
        return LongStream.rangeClosed(1, 15).boxed();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noiseAroundEqualityNeverChangesPolicy(long seed) {
        var random = new Random(seed);
        PolicySelector after = reported(fresh(), 0, 8_000, minute -> noise(random));
        assertThat(after.changes()).as("seed %d", seed).isZero();
    }

    /** Whoever is better at the moment is so by up to three times the margin. */
    private static Map<CandidatePolicy, Double> noise(Random random) {
        return Map.of(
                CandidatePolicy.CAFFEINE, 40 + 3 * random.nextDouble(),
                CandidatePolicy.LRU, 40 + 3 * random.nextGaussian() / 2,
                CandidatePolicy.GDSF, 37 + 6 * random.nextDouble(),
                CandidatePolicy.LARDER, 40 + 3 * random.nextDouble());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void slowDriftWithinMarginNeverChangesPolicy(long seed) {
        var random = new Random(seed);
        var drift = new double[] {0};
        PolicySelector after = reported(fresh(), 0, 8_000, minute -> {
            drift[0] = Math.max(-1.9, Math.min(1.9, drift[0] + random.nextGaussian() / 10));
            return lead(drift[0]);
        });
        assertThat(after.changes()).as("seed %d", seed).isZero();
    }

    /** Traffic that is for one policy, then for another, for as long as it likes, by as much as it likes. */
    @Tag("thorough")
    @ParameterizedTest
    @MethodSource("seeds")
    void alternatingTrafficChangesPolicyOnlyAFewTimes(long seed) {
        var random = new Random(seed);
        PolicySelector selector = fresh();
        int minute = 0;
        int lastChange = -1_000_000;
        for (int phase = 0; phase < 300; phase++) {
            Map<CandidatePolicy, Double> points = phase(random, seed % 2 == 0 ? 10 : 100);
            for (int until = minute + 1 + random.nextInt(600); minute < until; minute++) {
                PolicySelector next = selector.next(sight(minute, points)).next();
                if (next.changes() > selector.changes()) {
                    assertThat(minute - lastChange)
                            .as("seed %d, minute %d", seed, minute)
                            .isGreaterThanOrEqualTo(
                                    (int) SETTINGS.rest(selector.changes()).toMinutes());
                    lastChange = minute;
                }
                selector = next;
            }
        }
        assertThat(selector.changes()).as("seed %d", seed).isBetween(1, FOUR.size() * MAX_RETURNS);
    }

    private static Map<CandidatePolicy, Double> phase(Random random, double spread) {
        Map<CandidatePolicy, Double> points = new EnumMap<>(CandidatePolicy.class);
        FOUR.forEach(policy -> points.put(policy, spread * random.nextDouble()));
        return points;
    }

    /** To and fro between two, ten points apart: 2 are needed at first, 4 and 4 to come back, 8 and 8, then more than there are. */
    @Test
    void oscillationBetweenTwoPoliciesStopsAfterFiveChanges() {
        PolicySelector after = reported(fresh(), 0, 60_000, minute -> lead(minute / 2_000 % 2 == 0 ? 10 : -10));
        assertThat(after.changes()).isEqualTo(5);
    }
}

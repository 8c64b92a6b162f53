package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreferenceComparisonTest {

    private static final int FIRST = 1;
    private static final int SECOND = 2;

    private final PreferenceComparison verdict = new PreferenceComparison(2, 0);

    private int changes(int requests, int hits, double gain) {
        int changes = 0;
        for (int i = 0; i < requests; i++) {
            changes += verdict.recordRequest(hits, gain) ? 1 : 0;
        }
        return changes;
    }

    @Test
    void candidateWithOnlyHitsTakesOverOnce() {
        assertThat(changes(10_000, SECOND, 1)).isEqualTo(1);
        assertThat(verdict.best()).isEqualTo(1);
    }

    @Test
    void sharedHitsAndMissesChangeNothing() {
        assertThat(changes(10_000, FIRST | SECOND, 1)).isZero();
        assertThat(changes(10_000, 0, 1)).isZero();
    }

    @Test
    void singleHugeHitDoesNotChangePreference() {
        verdict.recordRequest(SECOND, 1e12);
        assertThat(changes(10_000, FIRST | SECOND, 1_000)).isZero();
    }

    @Test
    void smallLeadDoesNotChangePreference() {
        int changes = 0;
        for (int i = 0; i < 100_000; i++) {
            changes += verdict.recordRequest(i % 1_000 == 0 ? SECOND : FIRST | SECOND, 1) ? 1 : 0;
        }
        assertThat(changes).isZero();
    }

    @Test
    void followsChangedTraffic() {
        changes(50_000, SECOND, 1);
        assertThat(changes(50_000, FIRST, 1)).isEqualTo(1);
        assertThat(verdict.best()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void equalCandidatesRarelyReplaceEachOther(long seed) {
        var random = new Random(seed);
        int changes = 0;
        for (int i = 0; i < 1_000_000; i++) {
            changes += verdict.recordRequest(random.nextInt(4), 1) ? 1 : 0;
        }
        assertThat(changes).as("changes in 976 sessions, seed %d", seed).isLessThan(100);
    }

    @Test
    void candidateWithLargestLeadTakesOver() {
        var three = new PreferenceComparison(3, 1);
        for (int i = 0; i < 512; i++) {
            three.recordRequest(i % 2 == 0 ? 0b001 : 0b101, 1);
        }
        assertThat(three.best()).isZero();
        for (int i = 0; i < 512; i++) {
            three.recordRequest(i % 2 == 0 ? 0b100 : 0b110, 1);
        }
        assertThat(three.best()).isEqualTo(2);
    }

    @Test
    void firstOfEquallyLeadingCandidatesTakesOver() {
        var three = new PreferenceComparison(3, 0);
        for (int i = 0; i < 512; i++) {
            three.recordRequest(0b110, 1);
        }
        assertThat(three.best()).isEqualTo(1);
    }

    @Test
    void oldRandomDifferencesAreForgotten() {
        for (int i = 0; i < 100 * 512; i++) {
            verdict.recordRequest(i % 2 == 0 ? FIRST : SECOND, 1);
        }
        assertThat(verdict.best()).isZero();
        for (int i = 0; i < 512; i++) {
            verdict.recordRequest(i < 150 ? SECOND : FIRST | SECOND, 1);
        }
        assertThat(verdict.best()).isEqualTo(1);
    }
}

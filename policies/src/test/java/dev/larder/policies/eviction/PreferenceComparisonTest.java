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
            changes += verdict.request(hits, gain) ? 1 : 0;
        }
        return changes;
    }

    @Test
    void who_has_hits_where_the_ruling_one_has_none_takes_over_once() {
        assertThat(changes(10_000, SECOND, 1)).isEqualTo(1);
        assertThat(verdict.best()).isEqualTo(1);
    }

    @Test
    void hits_of_both_or_none_prove_nothing() {
        assertThat(changes(10_000, FIRST | SECOND, 1)).isZero();
        assertThat(changes(10_000, 0, 1)).isZero();
    }

    @Test
    void one_huge_object_alone_proves_nothing() {
        verdict.request(SECOND, 1e12);
        assertThat(changes(10_000, FIRST | SECOND, 1_000)).isZero();
    }

    @Test
    void a_lead_that_does_not_matter_is_left_alone() {
        int changes = 0;
        for (int i = 0; i < 100_000; i++) {
            changes += verdict.request(i % 1_000 == 0 ? SECOND : FIRST | SECOND, 1) ? 1 : 0;
        }
        assertThat(changes).isZero();
    }

    @Test
    void traffic_that_changes_its_mind_is_followed() {
        changes(50_000, SECOND, 1);
        assertThat(changes(50_000, FIRST, 1)).isEqualTo(1);
        assertThat(verdict.best()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void candidates_that_are_alike_seldom_change_places(long seed) {
        var random = new Random(seed);
        int changes = 0;
        for (int i = 0; i < 1_000_000; i++) {
            changes += verdict.request(random.nextInt(4), 1) ? 1 : 0;
        }
        assertThat(changes).as("changes in 976 sessions, seed %d", seed).isLessThan(100);
    }

    @Test
    void of_several_who_lead_the_one_that_leads_most_takes_over() {
        var three = new PreferenceComparison(3, 1);
        for (int i = 0; i < 512; i++) {
            three.request(i % 2 == 0 ? 0b001 : 0b101, 1);
        }
        assertThat(three.best()).isZero();
        for (int i = 0; i < 512; i++) {
            three.request(i % 2 == 0 ? 0b100 : 0b110, 1);
        }
        assertThat(three.best()).isEqualTo(2);
    }

    @Test
    void of_several_who_lead_alike_the_first_takes_over() {
        var three = new PreferenceComparison(3, 0);
        for (int i = 0; i < 512; i++) {
            three.request(0b110, 1);
        }
        assertThat(three.best()).isEqualTo(1);
    }

    @Test
    void chance_of_long_ago_is_forgotten() {
        for (int i = 0; i < 100 * 512; i++) {
            verdict.request(i % 2 == 0 ? FIRST : SECOND, 1);
        }
        assertThat(verdict.best()).isZero();
        for (int i = 0; i < 512; i++) {
            verdict.request(i < 150 ? SECOND : FIRST | SECOND, 1);
        }
        assertThat(verdict.best()).isEqualTo(1);
    }
}

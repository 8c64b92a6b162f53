package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PreferenceRankingTest {

    private final PreferenceRanking<String> contest = new PreferenceRanking<>(new RetentionPreference(0, 1));

    private RankedResident<String> ranked(String key, long weight, int frequency) {
        var contestant = new RankedResident<>(key, weight, contest.worth(weight));
        contest.requested(contestant, frequency);
        return contestant;
    }

    private RankedResident<String> resident(String key, long weight, int frequency) {
        RankedResident<String> contestant = ranked(key, weight, frequency);
        contest.add(contestant);
        return contestant;
    }

    @Test
    void newcomerOfLowerValueIsRefusedWithoutEviction() {
        resident("a", 10, 3);
        resident("b", 10, 2);
        assertThat(contest.compete(ranked("c", 10, 1), 10)).isFalse();
        assertThat(contest.size()).isEqualTo(2);
        contest.checkedContestants();
    }

    @Test
    void newcomerOfEqualValueReplacesLeastRecentlyRequested() {
        resident("a", 10, 1);
        resident("b", 10, 1);
        assertThat(contest.compete(ranked("c", 10, 1), 10)).isTrue();
        assertThat(contest.least().key).isEqualTo("a");
    }

    @Test
    void largeNewcomerIsComparedWithAllEntriesItReplaces() {
        for (int i = 0; i < 10; i++) {
            resident("small" + i, 10, i == 9 ? 5 : 1); // together worth 140
        }
        assertThat(contest.compete(ranked("once", 100, 1), 100)).isFalse(); // worth 100
        assertThat(contest.compete(ranked("twice", 100, 2), 100)).isTrue(); // worth about 200
        assertThat(contest.size()).isEqualTo(10);
        contest.checkedContestants();
    }

    @Test
    void refusalsAgeResidentsUntilRepeatedNewcomerWins() {
        resident("old", 10, 8);
        int refusals = 0;
        while (!contest.compete(ranked("new", 10, 1), 10)) {
            refusals++;
        }
        assertThat(refusals).isBetween(5, 9);
    }

    @Test
    void rankNeverFallsWhenFrequencyIsReset() {
        RankedResident<String> resident = resident("a", 10, 15);
        double before = resident.rank;
        contest.requested(resident, 1);
        assertThat(resident.rank).isGreaterThanOrEqualTo(before);
    }

    @Test
    void followingAnotherRankingAdoptsItsPreference() {
        RankedResident<String> small = resident("small", 10, 1);
        RankedResident<String> frequent = resident("frequent", 1_000, 2);
        assertThat(contest.least()).isSameAs(small);
        contest.follow(new PreferenceRanking<>(new RetentionPreference(1, 1)));
        assertThat(contest.least()).isSameAs(frequent);
        contest.checkedContestants();
    }
}

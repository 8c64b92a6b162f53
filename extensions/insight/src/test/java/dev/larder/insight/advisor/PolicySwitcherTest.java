package dev.larder.insight.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.larder.policies.ghost.CandidatePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PolicySwitcherTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final PolicySelectionSettings SETTINGS =
            new PolicySelectionSettings(2, 3, Duration.ofMinutes(1), 100, Duration.ofMinutes(30));

    private final LiveStorePolicy policy = LiveStorePolicy.beginning(CandidatePolicy.CAFFEINE);
    private final List<CandidatePolicy> told = new ArrayList<>();
    private double lead;
    private int minute;
    private final PolicySwitcher switcher = new PolicySwitcher(policy, SETTINGS, this::sight, () -> START);

    private GhostSnapshot sight() {
        return new GhostSnapshot(
                START.plus(Duration.ofMinutes(minute)),
                1_000L * minute++,
                true,
                Map.of(CandidatePolicy.CAFFEINE, 40.0, CandidatePolicy.GDSF, 40 + lead));
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            switcher.look();
        }
    }

    @Test
    void switchesStorePolicyOnceAndReportsReason() {
        policy.follow(told::add);
        lead = 6;
        look(2);
        assertThat(told).isEmpty();
        assertThat(policy.now().standing()).isEqualTo(PolicyDecision.Reason.NOT_LONG_ENOUGH.sentence());
        look(1);
        assertThat(told).containsExactly(CandidatePolicy.GDSF);
        assertThat(policy.policy()).isEqualTo(CandidatePolicy.GDSF);
        assertThat(policy.now().last()).hasValueSatisfying(last -> {
            assertThat(last.at()).isEqualTo(START);
            assertThat(last.lead())
                    .isEqualTo(new PolicyDecision.Lead(CandidatePolicy.CAFFEINE, CandidatePolicy.GDSF, 40, 46));
        });
        look(20);
        assertThat(told).hasSize(1);
        assertThat(policy.changes()).isEqualTo(1);
    }

    @Test
    void reportsWhyBetterPolicyIsNotChosen() {
        policy.follow(told::add);
        lead = 6;
        look(3);
        lead = -6;
        look(5);
        assertThat(policy.now().standing()).isEqualTo(PolicyDecision.Reason.RESTING.sentence());
        assertThat(policy.policy()).isEqualTo(CandidatePolicy.GDSF);
    }

    /** A store that could not follow still has the policy that it had, and may be told again. */
    @Test
    void keepsPolicyAndRetriesIfStoreFailsToSwitch() {
        policy.follow(next -> {
            throw new IllegalStateException("cannot");
        });
        lead = 6;
        look(2);
        assertThatIllegalStateException().isThrownBy(switcher::look);
        assertThat(policy.policy()).isEqualTo(CandidatePolicy.CAFFEINE);
        policy.follow(told::add);
        look(1);
        assertThat(told).containsExactly(CandidatePolicy.GDSF);
    }
}

package dev.larder.cluster.protocol;

import static dev.larder.cluster.protocol.SingleMemberScenario.B;
import static dev.larder.cluster.protocol.SingleMemberScenario.BEAT;
import static dev.larder.cluster.protocol.SingleMemberScenario.LEASE;
import static dev.larder.cluster.protocol.SingleMemberScenario.TAKEN;
import static dev.larder.cluster.protocol.SingleMemberScenario.beat;
import static dev.larder.cluster.protocol.SingleMemberScenario.note;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.invalidation.EpochChange;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Clocks that are behind, ahead or stand still make no member use what is wrong. */
class MemberClocksTest {

    private static final long NOW = 1_000;

    private final SingleMemberScenario scene = new SingleMemberScenario();
    private final ClusterMember member = scene.member;
    private final RecordingMemberActions actions = scene.letters;

    @Test
    void leaseExpiresWhileMachineIsSuspended() {
        scene.alone().metBy(B, NOW);
        assertThat(member.mayUseStore(NOW)).isTrue();
        member.lead(TAKEN);
        member.tick(NOW + 1);
        assertThat(member.mayUseStore(NOW + 1 + TAKEN)).isFalse();
        scene.beats(B, NOW + 2, 3, 1);
        assertThat(member.mayUseStore(NOW + 2 + TAKEN)).as("a new lease").isTrue();
    }

    @Test
    void grantedLeaseDoesNotExpireEarlyWhenWallClockJumpsAhead() {
        scene.alone().metBy(B, NOW);
        CompletableFuture<EpochChange> written = scene.invalidates(NOW + 1);
        member.lead(10 * LEASE);
        member.tick(NOW + LEASE - 1);
        assertThat(written).isNotDone();
        member.tick(NOW + LEASE);
        assertThat(written).isCompleted();
    }

    @Test
    void memberWithoutActivePeersIsFoundingUntilFoundedIsCalled() {
        member.start(0, 100, Set.of("a"));
        member.tick(2 * BEAT);
        assertThat(member.hasJoined()).isTrue();
        assertThat(member.isFounding()).isTrue();
        assertThat(actions.lastBeat().mode().active()).isFalse();
        member.founded(2 * BEAT);
        assertThat(member.isFounding()).isFalse();
        assertThat(actions.lastBeat().mode().active()).isTrue();
    }

    @Test
    void memberThatMeetsActivePeerIsNotFounding() {
        member.start(0, 100, Set.of("a", "b"));
        member.receive(BEAT, beat(B, 1, true, note(ClusterPeer.UNKNOWN, 0, false)));
        scene.metBy(B, BEAT);
        member.tick(2 * BEAT);
        assertThat(member.hasJoined()).isTrue();
        assertThat(member.isFounding()).isFalse();
    }

    @Test
    void membersStartingTogetherAdoptHigherEpoch() {
        member.start(0, 100, Set.of("a", "b"));
        scene.metBy(B, BEAT);
        member.tick(2 * BEAT);
        assertThat(member.isFounding()).isTrue();
        assertThat(actions.published()).containsExactly(new ClusterPublication.FullEpochAdvance(101));
        scene.hears(2 * BEAT, B, 1, new ClusterPublication.FullEpochAdvance(5_000));
        assertThat(scene.ledger.everything()).isEqualTo(5_000);
    }
}

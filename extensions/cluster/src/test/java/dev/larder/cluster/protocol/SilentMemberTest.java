package dev.larder.cluster.protocol;

import static dev.larder.cluster.protocol.SingleMemberScenario.B;
import static dev.larder.cluster.protocol.SingleMemberScenario.BEAT;
import static dev.larder.cluster.protocol.SingleMemberScenario.C;
import static dev.larder.cluster.protocol.SingleMemberScenario.LEASE;
import static dev.larder.cluster.protocol.SingleMemberScenario.TAKEN;
import static dev.larder.cluster.protocol.SingleMemberScenario.beat;
import static dev.larder.cluster.protocol.SingleMemberScenario.note;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.InvalidationMessage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a member makes of others that are silent, absent or unknown to it. */
class SilentMemberTest {

    private static final long NOW = 1_000;

    private final SingleMemberScenario scene = new SingleMemberScenario();
    private final ClusterMember member = scene.member;
    private final RecordingMemberActions actions = scene.letters;

    @Test
    void forgetsSilentMembersAfterConfiguredTimeout() {
        var forgetful =
                new SingleMemberScenario(SingleMemberScenario.terms(true, Optional.of(Duration.ofNanos(10_000))));
        forgetful.member.start(0, 100, Set.of("a", "c"));
        forgetful.metBy(B, NOW);
        forgetful.member.tick(2 * BEAT + 10_000);
        assertThat(forgetful.member.expected()).containsExactly("c");
        forgetful.member.tick(2 * BEAT + 10_001);
        assertThat(forgetful.member.expected()).isEmpty();
        forgetful.member.tick(NOW + 10_000);
        assertThat(forgetful.member.status(NOW).others()).hasSize(1);
        forgetful.member.tick(NOW + 10_001);
        assertThat(forgetful.member.status(NOW).others()).isEmpty();
        assertThat(forgetful.member.hasJoined()).isTrue();
    }

    @Test
    void fullyInvalidatesWhenMeetingMemberThatHasWritten() {
        scene.alone();
        member.receive(NOW, beat(B, 1, true));
        assertThat(actions.published()).hasSize(1);
        assertThat(actions.published().get(0)).isEqualTo(new ClusterPublication.FullEpochAdvance(102));
        assertThat(scene.ledger.everything()).isEqualTo(102);
        assertThat(member.mayUseStore(NOW)).as("B grants no lease yet").isFalse();
    }

    @Test
    void fullInvalidationUsesEpochAboveThatOfNewMember() {
        scene.alone();
        var mode = new ClusterMessage.MemberMode(true, true, LEASE);
        member.receive(NOW, new ClusterMessage.Heartbeat(B, "b", 1, mode, new PublicationProgress(0, 500), List.of()));
        assertThat(actions.published()).containsExactly(new ClusterPublication.FullEpochAdvance(501));
    }

    @Test
    void answersFromStoreUntilEarliestLeaseExpires() {
        scene.alone().metBy(B, NOW).metBy(C, NOW + 100);
        assertThat(member.mayUseStore(NOW + TAKEN - 1)).isTrue();
        assertThat(member.mayUseStore(NOW + TAKEN)).isFalse();
        member.tick(NOW + 200);
        scene.beats(B, NOW + 200, 3, 0);
        assertThat(member.mayUseStore(NOW + 100 + TAKEN - 1)).isTrue();
        assertThat(member.mayUseStore(NOW + 100 + TAKEN)).isFalse();
    }

    @Test
    void ignoresProgressThatPeerReportsAboutOtherMember() {
        scene.alone().metBy(B, NOW);
        CompletableFuture<EpochChange> done = scene.invalidates(NOW);
        var ofC = new ClusterMessage.PeerState(C, 1, 0, true);
        member.receive(NOW, beat(B, 3, true, ofC, note(0, actions.lastBeat().number(), true)));
        assertThat(done).isNotDone();
    }

    @Test
    void doesNotWaitForAbsentOrDeadMembers() {
        member.start(0, 100, Set.of("a", "b", "c"));
        member.receive(BEAT, beat(B, 1, false));
        member.absent(2 * BEAT, "c");
        assertThat(member.hasJoined()).isFalse();
        member.dead(2 * BEAT, B);
        assertThat(member.hasJoined()).isTrue();
        assertThat(member.mayUseStore(2 * BEAT)).isTrue();
        assertThat(actions.published()).as("B had written nothing").isEmpty();
        scene.metBy(C, NOW);
        CompletableFuture<EpochChange> done = scene.invalidates(NOW);
        member.dead(NOW + 1, C);
        assertThat(done).isDone();
    }

    @Test
    void mayAnswerFromStoreOnceOnlyExpectedPeerIsAbsent() {
        member.start(0, 100, Set.of("a", "b"));
        member.absent(2 * BEAT, "b");
        assertThat(member.hasJoined()).isTrue();
        assertThat(member.mayUseStore(2 * BEAT)).isTrue();
    }

    @Test
    void meetingMemberThatHasNotWrittenInvalidatesNothing() {
        scene.alone();
        member.receive(NOW, beat(B, 1, false));
        assertThat(actions.published()).isEmpty();
        assertThat(member.mayUseStore(NOW)).isTrue();
        scene.publishes(NOW, new InvalidationMessage.FillRejection());
        assertThat(actions.published()).containsExactly(new ClusterPublication.FillBarrier(102));
    }

    /** The beat of B's that this member grants a lease for, as it tells in its next one. */
}

package dev.larder.cluster.protocol;

import static dev.larder.cluster.protocol.SingleMemberScenario.A;
import static dev.larder.cluster.protocol.SingleMemberScenario.B;
import static dev.larder.cluster.protocol.SingleMemberScenario.BEAT;
import static dev.larder.cluster.protocol.SingleMemberScenario.C;
import static dev.larder.cluster.protocol.SingleMemberScenario.LEASE;
import static dev.larder.cluster.protocol.SingleMemberScenario.TAKEN;
import static dev.larder.cluster.protocol.SingleMemberScenario.beat;
import static dev.larder.cluster.protocol.SingleMemberScenario.note;
import static dev.larder.cluster.protocol.SingleMemberScenario.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.invalidation.EpochChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Whom a member waits for: before it joins, before it answers from its store, and before a write of its own is released. */
class ClusterMemberTest {

    private static final long NOW = 1_000;

    private final SingleMemberScenario scene = new SingleMemberScenario();
    private final ClusterMember member = scene.member;
    private final RecordingMemberActions actions = scene.letters;

    @Test
    void joinsAfterTwoHeartbeatsOnceNoExpectedMemberIsMissing() {
        member.start(0, 100, Set.of("a", "b", "c"));
        assertThat(actions.beats()).hasSize(1);
        assertThat(actions.lastBeat().mode()).isEqualTo(new ClusterMessage.MemberMode(false, true, LEASE));
        assertThat(actions.lastBeat().address()).isEqualTo("a");
        assertThat(member.expected()).containsExactlyInAnyOrder("b", "c");
        assertThat(member.missing(0)).containsExactly("b", "c");
        assertThat(member.mayUseStore(0)).isFalse();
        member.absent(0, "b");
        assertThat(member.expected()).containsExactly("c");
        member.tick(2 * BEAT);
        assertThat(member.hasJoined()).isFalse();
        member.absent(2 * BEAT - 1, "c");
        assertThat(member.hasJoined()).isFalse();
        assertThat(member.mayUseStore(2 * BEAT - 1)).isFalse();
        member.tick(2 * BEAT);
        assertThat(member.hasJoined()).isTrue();
        assertThat(member.mayUseStore(2 * BEAT)).isTrue();
    }

    @Test
    void memberThatFindsNoOtherStartsAboveEarlierEpochs() {
        scene.alone();
        assertThat(scene.ledger.everything()).isEqualTo(101);
        assertThat(member.stamp()).isEqualTo(101);
        member.tick(3 * BEAT);
        assertThat(scene.ledger.everything()).isEqualTo(101);
        assertThat(actions.lastBeat().mode().active()).isTrue();
        assertThat(actions.lastBeat().head()).isEqualTo(new PublicationProgress(0, 101));
    }

    @Test
    void ignoresHeartbeatsBeforeStartAndItsOwn() {
        member.receive(0, beat(B, 1, false));
        assertThat(actions.beats()).isEmpty();
        scene.alone();
        int beats = actions.beats().size();
        member.receive(NOW, beat(A, 1, false));
        assertThat(actions.beats()).hasSize(beats);
        assertThat(member.status(NOW).others()).isEmpty();
    }

    @Test
    void acknowledgesNewlyMetMemberWithImmediateHeartbeat() {
        scene.alone();
        int beats = actions.beats().size();
        member.receive(NOW, beat(B, 1, false));
        assertThat(actions.beats()).hasSize(beats + 1);
        assertThat(actions.lastBeat().notes())
                .containsExactly(new ClusterMessage.PeerState(B, ClusterPeer.UNKNOWN, 0, false));
        member.receive(NOW, beat(B, 2, false));
        assertThat(actions.beats()).hasSize(beats + 1);
    }

    @Test
    void sendsSnapshotToUninformedMemberOncePerHeartbeat() {
        scene.alone();
        member.receive(NOW, beat(B, 1, false));
        member.receive(NOW + BEAT - 1, beat(B, 2, false));
        assertThat(actions.toOne()).hasSize(1);
        assertThat(actions.toOne().get(0).to()).isEqualTo(B);
        assertThat(((ClusterMessage.Snapshot) actions.toOne().get(0).message()).head())
                .isEqualTo(new PublicationProgress(0, 101));
        member.receive(NOW + BEAT, beat(B, 3, false));
        assertThat(actions.toOne()).hasSize(2);
    }

    @Test
    void ignoresMemberWithDifferentModeOrAddressInUse() {
        scene.alone();
        var lax = new ClusterMessage.MemberMode(true, false, LEASE);
        member.receive(NOW, new ClusterMessage.Heartbeat(B, "b", 1, lax, new PublicationProgress(0, 0), List.of()));
        var strict = new ClusterMessage.MemberMode(true, true, LEASE);
        member.receive(NOW, new ClusterMessage.Heartbeat(B, "a", 1, strict, new PublicationProgress(0, 0), List.of()));
        assertThat(member.status(NOW).others()).isEmpty();
        member.receive(NOW, beat(B, 1, false));
        member.receive(
                NOW + 2 * BEAT,
                new ClusterMessage.Heartbeat(C, "b", 1, strict, new PublicationProgress(0, 0), List.of()));
        assertThat(member.status(NOW).others())
                .extracting(MemberStatus.PeerStatus::id)
                .containsExactly(B);
        member.receive(
                NOW + 2 * BEAT + 1,
                new ClusterMessage.Heartbeat(C, "b", 1, strict, new PublicationProgress(0, 0), List.of()));
        assertThat(member.status(NOW).others())
                .extracting(MemberStatus.PeerStatus::id)
                .containsExactly(C);
    }

    @Test
    void lateMessagesDoNotReadmitDeadMemberWithinLease() {
        scene.alone().metBy(B, NOW);
        member.dead(NOW + 10, B);
        assertThat(member.status(NOW + 10).others()).isEmpty();
        member.receive(NOW + 9 + LEASE, beat(B, 3, true));
        member.tick(NOW + 9 + LEASE);
        member.receive(NOW + 9 + LEASE, beat(B, 3, true));
        assertThat(member.status(NOW + 10).others()).isEmpty();
        member.receive(NOW + 10 + LEASE, beat(B, 3, true));
        assertThat(member.status(NOW + 10).others()).hasSize(1);
    }

    @Test
    void answersFromStoreOnlyWhileOtherMembersGrantLease() {
        scene.alone().metBy(B, NOW);
        assertThat(actions.lastBeat().number()).isEqualTo(4);
        assertThat(member.mayUseStore(NOW + TAKEN - 1)).isTrue();
        assertThat(member.mayUseStore(NOW + TAKEN)).isFalse();
        member.tick(NOW + BEAT);
        scene.beats(B, NOW + BEAT + 50, 3, 0);
        assertThat(member.mayUseStore(NOW + BEAT + TAKEN - 1)).isTrue();
        assertThat(member.mayUseStore(NOW + BEAT + TAKEN)).isFalse();
    }

    @Test
    void leaseUsesShorterDurationOfBothMembers() {
        scene.alone().metBy(B, NOW);
        member.tick(NOW + TAKEN);
        var shorter = new ClusterMessage.MemberMode(true, true, 160);
        long echo = actions.lastBeat().number();
        member.receive(
                NOW + TAKEN,
                new ClusterMessage.Heartbeat(
                        B, "b", 3, shorter, new PublicationProgress(0, 0), List.of(note(0, echo, true))));
        assertThat(member.mayUseStore(NOW + TAKEN + 149)).isTrue();
        assertThat(member.mayUseStore(NOW + TAKEN + 150)).isFalse();
    }

    @Test
    void answersNothingFromStoreBeforeItHasJoined() {
        member.start(0, 100, Set.of("a", "b"));
        member.receive(NOW, beat(B, 1, true, note(ClusterPeer.UNKNOWN, 0, false)));
        member.receive(NOW, snapshot(B, new PublicationProgress(0, 40)));
        assertThat(member.expected()).isEmpty();
        assertThat(member.missing(NOW)).containsExactly("b");
        member.receive(NOW, beat(B, 2, true, note(0, 2, false)));
        assertThat(member.hasJoined()).as("B does not wait for it").isFalse();
        assertThat(member.mayUseStore(NOW)).isFalse();
        member.receive(NOW, beat(B, 3, true, note(0, 2, true)));
        assertThat(member.hasJoined()).isTrue();
        assertThat(member.missing(NOW)).isEmpty();
        assertThat(member.mayUseStore(NOW)).isTrue();
    }

    @Test
    void waitsForMembersKnownToOtherMembersBeforeJoining() {
        member.start(0, 100, Set.of("a"));
        member.receive(NOW, beat(B, 1, false, note(ClusterPeer.UNKNOWN, 0, false)));
        member.receive(NOW, snapshot(B, new PublicationProgress(0, 40)));
        var ofC = new ClusterMessage.PeerState(C, 0, 0, true);
        member.receive(NOW, beat(B, 2, true, note(0, 2, true), ofC));
        assertThat(member.hasJoined()).isFalse();
        assertThat(member.missing(NOW)).containsExactly("b");
        member.receive(NOW, beat(B, 3, true, note(0, 2, true)));
        assertThat(member.hasJoined()).isTrue();
        assertThat(actions.published()).as("what C wrote is not known here").hasSize(1);
        assertThat(actions.published().get(0)).isEqualTo(new ClusterPublication.FullEpochAdvance(101));
        assertThat(member.mayUseStore(NOW)).as("until B knows").isFalse();
    }

    @Test
    void releasesWriteWhenOtherMembersAcknowledgeIt() {
        scene.alone().metBy(B, NOW);
        CompletableFuture<EpochChange> done = scene.invalidates(NOW);
        assertThat(done).isNotDone();
        assertThat(actions.published()).hasSize(1);
        member.receive(NOW, new ClusterMessage.Ack(B, 0, new PublicationProgress(0, 0)));
        assertThat(done).isNotDone();
        member.receive(NOW + 7, new ClusterMessage.Ack(B, 1, new PublicationProgress(0, 0)));
        assertThat(done).isCompletedWithValueMatching(change -> change.now() == 102);
        assertThat(member.tally().publications()).isEqualTo(1);
        assertThat(member.tally().releasedLate()).isZero();
    }

    @Test
    void heartbeatAcknowledgesPublications() {
        scene.alone().metBy(B, NOW);
        CompletableFuture<EpochChange> done = scene.invalidates(NOW);
        scene.beats(B, NOW + 1, 3, 1);
        assertThat(done).isDone();
    }

    @Test
    void releasesWriteWhenLeaseOfUnacknowledgingMemberExpires() {
        scene.alone().metBy(B, NOW);
        var waited = new ArrayList<Long>();
        member.tally().onReleased(waited::add);
        CompletableFuture<EpochChange> done = scene.invalidates(NOW + 50);
        member.tick(NOW + LEASE - 1);
        assertThat(done).isNotDone();
        member.tick(NOW + LEASE);
        assertThat(done).isDone();
        assertThat(member.tally().releasedLate()).isEqualTo(1);
        assertThat(waited).containsExactly(LEASE - 50);
    }

    @Test
    void doesNotRenewLeaseOfMemberThatStopsAcknowledging() {
        scene.alone().metBy(B, NOW);
        CompletableFuture<EpochChange> done = scene.invalidates(NOW);
        scene.beats(B, NOW + 2 * BEAT, 3, 0);
        assertThat(granted(NOW + 2 * BEAT)).as("two beats are no long time").isEqualTo(3);
        scene.beats(B, NOW + 2 * BEAT + 1, 4, 0);
        assertThat(granted(NOW + 2 * BEAT + 1)).isEqualTo(3);
        member.tick(NOW + 2 * BEAT + LEASE - 1);
        assertThat(done).isNotDone();
        member.tick(NOW + 2 * BEAT + LEASE);
        assertThat(done).isDone();
        scene.beats(B, NOW + 2 * BEAT + LEASE, 5, 0);
        assertThat(granted(NOW + 2 * BEAT + LEASE))
                .as("not before it has caught up")
                .isEqualTo(3);
        scene.beats(B, NOW + 2 * BEAT + LEASE, 6, 1);
        assertThat(granted(NOW + 2 * BEAT + LEASE)).isEqualTo(6);
    }

    @Test
    void releasesWritesAtOnceAndNeedsNoLeaseIfWritesDoNotWait() {
        var lax = new SingleMemberScenario(SingleMemberScenario.terms(false, Optional.empty()));
        lax.alone();
        var mode = new ClusterMessage.MemberMode(true, false, LEASE);
        lax.member.receive(
                NOW,
                new ClusterMessage.Heartbeat(
                        B, "b", 1, mode, new PublicationProgress(0, 0), List.of(note(0, 2, true))));
        lax.member.receive(NOW, snapshot(B, new PublicationProgress(0, 0)));
        assertThat(lax.invalidates(NOW)).isDone();
        assertThat(lax.member.mayUseStore(NOW + 100 * LEASE)).isTrue();
    }

    @Test
    void leavingMemberAnnouncesItAndSendsNoMoreHeartbeats() {
        scene.alone().metBy(B, NOW);
        int beats = actions.beats().size();
        CompletableFuture<EpochChange> gone = member.leave(NOW);
        assertThat(member.hasJoined()).isFalse();
        assertThat(member.mayUseStore(NOW)).isFalse();
        assertThat(actions.published()).containsExactly(new ClusterPublication.MemberLeave());
        assertThat(gone).isNotDone();
        member.receive(NOW, new ClusterMessage.Ack(B, 1, new PublicationProgress(0, 0)));
        assertThat(gone).isDone();
        member.tick(NOW + BEAT);
        scene.beats(B, NOW + BEAT, 3, 1);
        member.receive(NOW + BEAT, beat(C, 1, false));
        assertThat(actions.beats()).hasSize(beats);
        assertThat(member.hasJoined()).isFalse();
        assertThat(member.status(NOW).others()).hasSize(1);
    }

    @Test
    void probesMemberSilentForMoreThanTwoHeartbeats() {
        scene.alone().metBy(B, NOW);
        member.tick(NOW + 2 * BEAT);
        assertThat(actions.probed()).isEmpty();
        assertThat(member.status(NOW + 2 * BEAT).others()).noneMatch(MemberStatus.PeerStatus::isSilent);
        member.tick(NOW + 2 * BEAT + 1);
        assertThat(actions.probed()).containsExactly(B);
        assertThat(member.status(NOW + 2 * BEAT + 1).others()).allMatch(MemberStatus.PeerStatus::isSilent);
        scene.beats(B, NOW + 2 * BEAT + 2, 3, 0);
        assertThat(member.status(NOW + 2 * BEAT + 2).others()).noneMatch(MemberStatus.PeerStatus::isSilent);
    }

    @Test
    void reportsSilenceOfMoreThanHalfLeaseAsLong() {
        scene.alone().metBy(B, NOW);
        assertThat(member.status(NOW + 4 * BEAT).others())
                .extracting(MemberStatus.PeerStatus::silence)
                .containsExactly(MemberStatus.Silence.SHORT);
        assertThat(member.status(NOW + 4 * BEAT + 1).others())
                .extracting(MemberStatus.PeerStatus::silence)
                .containsExactly(MemberStatus.Silence.LONG);
    }

    @Test
    void statusReportsOwnStateAndThatOfOtherMembers() {
        scene.alone().metBy(B, NOW);
        assertThat(member.status(NOW))
                .isEqualTo(new MemberStatus(
                        A,
                        "a",
                        true,
                        true,
                        List.of(new MemberStatus.PeerStatus(B, "b", true, true, MemberStatus.Silence.NONE))));
        assertThat(member.status(NOW + TAKEN))
                .isEqualTo(new MemberStatus(
                        A,
                        "a",
                        true,
                        false,
                        List.of(new MemberStatus.PeerStatus(B, "b", false, false, MemberStatus.Silence.LONG))));
    }

    private long granted(long now) {
        member.tick(now);
        return actions.lastBeat().notes().get(0).echo();
    }
}

package dev.larder.cluster.protocol;

import static dev.larder.cluster.protocol.SingleMemberScenario.A;
import static dev.larder.cluster.protocol.SingleMemberScenario.B;
import static dev.larder.cluster.protocol.SingleMemberScenario.BEAT;
import static dev.larder.cluster.protocol.SingleMemberScenario.C;
import static dev.larder.cluster.protocol.SingleMemberScenario.HOLD;
import static dev.larder.cluster.protocol.SingleMemberScenario.IDS;
import static dev.larder.cluster.protocol.SingleMemberScenario.LEASE;
import static dev.larder.cluster.protocol.SingleMemberScenario.TAKEN;
import static dev.larder.cluster.protocol.SingleMemberScenario.USERS;
import static dev.larder.cluster.protocol.SingleMemberScenario.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.EpochSnapshot;
import dev.larder.invalidation.InvalidationMessage;
import dev.larder.invalidation.PendingWriteMarker;
import dev.larder.invalidation.PendingWriteTags;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What members publish is applied by all of them, in order, once; whatever is lost comes again. */
class PublicationDeliveryTest {

    private static final long NOW = 1_000;
    private static final InvalidationMessage WRITTEN = new InvalidationMessage.TagInvalidation(Set.of(USERS));
    private static final UUID LOG = new UUID(7, 8);

    private final SingleMemberScenario scene = new SingleMemberScenario();
    private final ClusterMember member = scene.member;
    private final RecordingMemberActions actions = scene.letters;

    @BeforeEach
    void meet() {
        scene.alone().metBy(B, NOW);
        actions.toOne().clear();
    }

    private EntryStatus judge(long epoch) {
        return scene.ledger.judge(EpochStamp.of(epoch, Set.of(USERS)));
    }

    @Test
    void appliesFenceAndInvalidationOfWriteOnOtherMember() {
        scene.hears(NOW, B, 1, new ClusterPublication.MemberWriteStart(1, IDS));
        assertThat(judge(200)).isEqualTo(EntryStatus.FENCED);
        scene.hears(NOW, B, 2, new ClusterPublication.EpochAdvance(300, IDS));
        scene.hears(NOW, B, 3, new ClusterPublication.MemberWriteEnd(1, List.of()));
        assertThat(judge(299)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(judge(300)).isEqualTo(EntryStatus.USABLE);
        assertThat(scene.ledger.clock()).isEqualTo(300);
        assertThat(member.tally().applications()).isEqualTo(3);
    }

    @Test
    void acknowledgesNewAndRepeatedPublicationsButNoWriteEnds() {
        scene.hears(NOW, B, 1, new ClusterPublication.MemberWriteStart(1, IDS));
        assertThat(actions.toOne())
                .containsExactly(new RecordingMemberActions.Sent(
                        B, new ClusterMessage.Ack(A, 1, new PublicationProgress(0, 101))));
        scene.hears(NOW, B, 2, new ClusterPublication.MemberWriteEnd(1, List.of()));
        assertThat(actions.toOne()).as("nobody waits for an end").hasSize(1);
        scene.hears(NOW, B, 1, new ClusterPublication.MemberWriteStart(1, IDS));
        assertThat(actions.toOne()).as("the first acknowledgement may be lost").hasSize(2);
        assertThat(judge(200)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void appliesOutOfOrderPublicationOnlyAfterMissingOne() {
        scene.hears(NOW, B, 2, new ClusterPublication.EpochAdvance(300, IDS));
        assertThat(judge(200)).isEqualTo(EntryStatus.USABLE);
        assertThat(actions.toOne()).isEmpty();
        assertThat(member.tally().sentAgain()).isEqualTo(1);
        scene.hears(NOW, B, 1, new ClusterPublication.FillBarrier(250));
        assertThat(judge(200)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(scene.ledger.mayFill(249)).isFalse();
        assertThat(scene.ledger.mayFill(250)).isTrue();
        assertThat(actions.toOne())
                .containsExactly(new RecordingMemberActions.Sent(
                        B, new ClusterMessage.Ack(A, 2, new PublicationProgress(0, 300))));
        assertThat(member.tally().sentAgain()).isEqualTo(1);
    }

    @Test
    void appliesFullInvalidationOfOtherMember() {
        scene.hears(NOW, B, 1, new ClusterPublication.FullEpochAdvance(300));
        assertThat(scene.ledger.everything()).isEqualTo(300);
        assertThat(scene.ledger.clock()).isEqualTo(300);
    }

    @Test
    void appliesPendingWriteNoticeOfOtherMember() {
        scene.hears(NOW, B, 1, new ClusterPublication.PendingWriteNotice(LOG, 1, PendingWriteMarker.Extent.ALL, IDS));
        assertThat(judge(200)).isEqualTo(EntryStatus.HELD);
        assertThat(scene.ledger.held()).containsExactly(new PendingWriteTags(LOG, 1, Set.of(USERS.id())));
    }

    @Test
    void appliesItsOwnPublicationsLocally() {
        scene.publishes(NOW, new InvalidationMessage.WriteStart(5, Set.of(USERS)));
        assertThat(judge(200)).isEqualTo(EntryStatus.FENCED);
        scene.publishes(NOW, new InvalidationMessage.TagInvalidation(Set.of(USERS)));
        assertThat(member.publish(NOW, new InvalidationMessage.WriteEnd(5, Set.of(USERS))))
                .as("nobody waits for an end")
                .isDone();
        assertThat(judge(101)).isEqualTo(EntryStatus.INVALIDATED);
        scene.publishes(NOW, new InvalidationMessage.FillRejection());
        assertThat(scene.ledger.mayFill(102)).isFalse();
        scene.publishes(NOW, new InvalidationMessage.FullInvalidation());
        assertThat(scene.ledger.everything()).isEqualTo(104);
        scene.publishes(
                NOW,
                new InvalidationMessage.PendingWriteUpdate(
                        new PendingWriteMarker(LOG, 1, PendingWriteMarker.Extent.MORE, Set.of(USERS))));
        assertThat(judge(200)).isEqualTo(EntryStatus.HELD);
        assertThat(actions.published())
                .containsExactly(
                        new ClusterPublication.MemberWriteStart(5, IDS),
                        new ClusterPublication.EpochAdvance(102, IDS),
                        new ClusterPublication.MemberWriteEnd(
                                5, List.of(new PublicationProgress.OfMember(B, new PublicationProgress(0, 0)))),
                        new ClusterPublication.FillBarrier(103),
                        new ClusterPublication.FullEpochAdvance(104),
                        new ClusterPublication.PendingWriteNotice(LOG, 1, PendingWriteMarker.Extent.MORE, IDS));
    }

    @Test
    @Tag("hardening-I8")
    void stampsFetchesWithEpochHeardFromAllMembers() {
        assertThat(member.stamp()).as("B has said nothing").isZero();
        scene.hears(NOW, B, 1, new ClusterPublication.EpochAdvance(300, IDS));
        assertThat(member.stamp()).isEqualTo(300);
        scene.publishes(NOW, WRITTEN);
        assertThat(member.stamp()).isEqualTo(300);
        member.receive(NOW, new ClusterMessage.Ack(B, 1, new PublicationProgress(1, 301)));
        assertThat(member.stamp()).isEqualTo(301);
        member.receive(NOW, new ClusterMessage.Ack(B, 1, new PublicationProgress(3, 400)));
        assertThat(scene.ledger.clock()).isEqualTo(400);
        assertThat(member.stamp()).as("two of its publications are under way").isEqualTo(301);
        scene.hears(NOW, B, 2, new ClusterPublication.MemberLeave());
        assertThat(member.stamp()).as("who has gone need not be heard").isEqualTo(400);
    }

    @Test
    void countsProgressOfPeerOnlyOnceItsPublicationsAreApplied() {
        member.receive(NOW, new ClusterMessage.Ack(B, 0, new PublicationProgress(2, 400)));
        member.receive(NOW, new ClusterMessage.Ack(B, 0, new PublicationProgress(1, 350)));
        scene.hears(NOW, B, 1, new ClusterPublication.MemberWriteStart(1, IDS));
        assertThat(member.stamp()).isZero();
        scene.hears(NOW, B, 2, new ClusterPublication.MemberWriteEnd(1, List.of()));
        assertThat(member.stamp()).isEqualTo(400);
        scene.hears(NOW, B, 3, new ClusterPublication.FillBarrier(450));
        assertThat(member.stamp()).isEqualTo(450);
    }

    @Test
    void takesProgressOfPeerFromItsHeartbeat() {
        var mode = new ClusterMessage.MemberMode(true, true, LEASE);
        member.receive(NOW, new ClusterMessage.Heartbeat(B, "b", 3, mode, new PublicationProgress(0, 300), List.of()));
        assertThat(scene.ledger.clock()).isEqualTo(300);
        assertThat(member.stamp()).isEqualTo(300);
    }

    @Test
    void appliesEpochsAndPendingWritesOfSnapshot() {
        var state = EpochSnapshot.restore(1 << 10, new EpochSnapshot.Marks(250, 0, 240), new int[0], new long[0]);
        var held = new PendingWriteTags(LOG, 1, Set.of(USERS.id()));
        member.receive(
                NOW, new ClusterMessage.Snapshot(B, new PublicationProgress(3, 260), state, List.of(), List.of(held)));
        assertThat(scene.ledger.mayFill(239)).isFalse();
        assertThat(scene.ledger.held()).containsExactly(held);
        assertThat(member.stamp()).isEqualTo(260);
    }

    @Test
    void writeEndOmitsProgressOfMemberWithoutSnapshot() {
        member.receive(NOW, SingleMemberScenario.beat(C, 1, false));
        scene.publishes(NOW, new InvalidationMessage.WriteEnd(5, Set.of(USERS)));
        assertThat(actions.published())
                .containsExactly(new ClusterPublication.MemberWriteEnd(
                        5, List.of(new PublicationProgress.OfMember(B, new PublicationProgress(0, 0)))));
    }

    @Test
    void takesProgressOfThirdMemberFromWriteEnd() {
        scene.metBy(C, NOW);
        assertThat(member.stamp()).isZero();
        scene.hears(NOW, C, 1, new ClusterPublication.EpochAdvance(290, IDS));
        scene.hears(NOW, B, 1, new ClusterPublication.MemberWriteStart(1, IDS));
        scene.hears(NOW, B, 2, new ClusterPublication.EpochAdvance(300, IDS));
        scene.hears(
                NOW,
                B,
                3,
                new ClusterPublication.MemberWriteEnd(
                        1, List.of(new PublicationProgress.OfMember(C, new PublicationProgress(1, 300)))));
        assertThat(member.stamp()).isEqualTo(300);
    }

    @Test
    void resendsLostPublicationsAfterOneHeartbeatInterval() {
        scene.publishes(NOW, WRITTEN);
        scene.publishes(NOW + 1, WRITTEN);
        scene.beats(B, NOW + BEAT - 1, 3, 0);
        assertThat(actions.toOne()).isEmpty();
        scene.beats(B, NOW + BEAT, 4, 0);
        assertThat(numbersSentAgain()).containsExactly(1L);
        scene.beats(B, NOW + BEAT + 1, 5, 1);
        assertThat(numbersSentAgain()).containsExactly(1L, 2L);
    }

    @Test
    void resendsAtMost200PublicationsAtOnce() {
        for (int i = 0; i < 201; i++) {
            scene.publishes(NOW, WRITTEN);
        }
        scene.beats(B, NOW + BEAT, 3, 0);
        assertThat(actions.toOne()).hasSize(200);
    }

    @Test
    void sendsSnapshotToMemberThatNeedsDiscardedPublication() {
        scene.publishes(NOW, WRITTEN);
        scene.publishes(NOW, WRITTEN);
        member.receive(NOW, new ClusterMessage.Ack(B, 1, new PublicationProgress(0, 0)));
        member.tick(NOW + BEAT);
        scene.beats(B, NOW + BEAT, 3, 1);
        assertThat(numbersSentAgain()).containsExactly(2L);
        actions.toOne().clear();
        scene.beats(B, NOW + 2 * BEAT, 4, 0);
        assertThat(actions.toOne()).hasSize(1);
        var told = (ClusterMessage.Snapshot) actions.toOne().get(0).message();
        assertThat(told.head()).isEqualTo(new PublicationProgress(2, 103));
    }

    @Test
    void snapshotReplacesMissingPublicationsUnlessItIsOutdated() {
        scene.hears(NOW, B, 1, new ClusterPublication.MemberWriteStart(1, IDS));
        scene.hears(NOW, B, 7, new ClusterPublication.EpochAdvance(300, IDS));
        member.receive(
                NOW, snapshot(B, new PublicationProgress(1, 500), new ClusterPublication.MemberWriteStart(2, IDS)));
        assertThat(scene.ledger.clock()).as("known already").isEqualTo(101);
        member.receive(NOW, snapshot(B, new PublicationProgress(6, 250)));
        assertThat(judge(299)).as("and then what came early").isEqualTo(EntryStatus.INVALIDATED);
        assertThat(judge(300)).as("the first write is over").isEqualTo(EntryStatus.USABLE);
        assertThat(member.stamp()).isEqualTo(300);
    }

    @Test
    void appliesFenceOfRepeatedSnapshotOnce() {
        member.receive(
                NOW, snapshot(B, new PublicationProgress(3, 250), new ClusterPublication.MemberWriteStart(2, IDS)));
        assertThat(judge(300)).isEqualTo(EntryStatus.FENCED);
        member.receive(
                NOW, snapshot(B, new PublicationProgress(4, 250), new ClusterPublication.MemberWriteStart(2, IDS)));
        scene.hears(NOW, B, 5, new ClusterPublication.MemberWriteEnd(2, List.of()));
        assertThat(judge(300)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void snapshotContainsWritesInProgressAndPendingWrites() {
        scene.publishes(NOW, new InvalidationMessage.WriteStart(5, Set.of(USERS)));
        scene.ledger.hold(LOG, 1, PendingWriteMarker.Extent.ALL, IDS.ids());
        scene.beats(B, NOW + BEAT, 3, ClusterPeer.UNKNOWN);
        var told = (ClusterMessage.Snapshot) actions.toOne().get(0).message();
        assertThat(told.underWay()).containsExactly(new ClusterPublication.MemberWriteStart(5, IDS));
        assertThat(told.held()).containsExactly(new PendingWriteTags(LOG, 1, Set.of(USERS.id())));
        assertThat(told.state()).isEqualTo(scene.ledger.state());
    }

    @Test
    void fencesWritesOfDeadMemberUntilAllMembersKnowInvalidation() {
        scene.metBy(C, NOW);
        scene.hears(NOW, B, 1, new ClusterPublication.MemberWriteStart(1, IDS));
        member.dead(NOW, B);
        assertThat(judge(200)).isEqualTo(EntryStatus.FENCED);
        assertThat(actions.published()).containsExactly(new ClusterPublication.MemberWriteStart(-1, IDS));
        member.tick(NOW + HOLD - 1);
        assertThat(actions.published()).hasSize(1);
        scene.beats(C, NOW + HOLD - 1, 3, 1);
        member.tick(NOW + HOLD);
        assertThat(actions.published()).hasSize(2).last().isEqualTo(new ClusterPublication.EpochAdvance(102, IDS));
        member.tick(NOW + HOLD + 1);
        assertThat(judge(200)).isEqualTo(EntryStatus.FENCED);
        member.receive(NOW + HOLD + 1, new ClusterMessage.Ack(C, 2, new PublicationProgress(0, 0)));
        member.tick(NOW + HOLD + 2);
        assertThat(judge(101)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(judge(102)).isEqualTo(EntryStatus.USABLE);
        assertThat(actions.published()).hasSize(3).last().isInstanceOf(ClusterPublication.MemberWriteEnd.class);
        member.tick(NOW + HOLD + 3);
        assertThat(actions.published()).hasSize(3);
    }

    @Test
    void fencesUnfencedWriteWhenItsMemberDies() {
        scene.metBy(C, NOW);
        scene.hears(NOW, B, 1, new ClusterPublication.MemberWriteStart(1, new TagIds(), IDS));
        assertThat(judge(200)).isEqualTo(EntryStatus.USABLE);
        member.dead(NOW, B);
        assertThat(judge(200)).isEqualTo(EntryStatus.FENCED);
        assertThat(actions.published()).containsExactly(new ClusterPublication.MemberWriteStart(-1, IDS));
    }

    @Test
    void endOfUnfencedWriteLeavesFenceOfOtherWrite() {
        scene.hears(NOW, B, 1, new ClusterPublication.MemberWriteStart(1, new TagIds(), IDS));
        scene.hears(NOW, B, 2, new ClusterPublication.MemberWriteStart(2, IDS));
        scene.hears(NOW, B, 3, new ClusterPublication.MemberWriteEnd(1, List.of()));
        assertThat(judge(200)).isEqualTo(EntryStatus.FENCED);
        scene.hears(NOW, B, 4, new ClusterPublication.MemberWriteEnd(2, List.of()));
        assertThat(judge(200)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void keepsFenceOfWriteWhenItsMemberLeaves() {
        scene.hears(NOW, B, 1, new ClusterPublication.MemberWriteStart(1, IDS));
        scene.hears(NOW, B, 2, new ClusterPublication.MemberLeave());
        assertThat(member.status(NOW).others()).isEmpty();
        assertThat(judge(200)).isEqualTo(EntryStatus.FENCED);
    }

    @Test
    @Tag("hardening-C")
    void fullyInvalidatesWhenMemberDiesAfterLeaseItGrantedExpired() {
        member.dead(NOW + TAKEN - 1, C);
        member.dead(NOW + TAKEN - 1, B);
        assertThat(actions.published()).isEmpty();
        scene.metBy(C, NOW + LEASE);
        member.dead(NOW + LEASE + TAKEN, C);
        assertThat(actions.published()).containsExactly(new ClusterPublication.FullEpochAdvance(102));
        assertThat(member.mayUseStore(NOW + LEASE + TAKEN)).isTrue();
    }

    @Test
    void answersNothingUntilInvalidationAfterDeathIsAcknowledged() {
        scene.metBy(C, NOW + TAKEN);
        member.dead(NOW + TAKEN, B);
        assertThat(actions.published()).hasSize(1);
        assertThat(member.mayUseStore(NOW + TAKEN)).isFalse();
        CompletableFuture<?> later = scene.invalidates(NOW + TAKEN);
        member.receive(NOW + TAKEN, new ClusterMessage.Ack(C, 1, new PublicationProgress(0, 0)));
        assertThat(member.mayUseStore(NOW + TAKEN)).isTrue();
        assertThat(later).isNotDone();
    }

    private List<Long> numbersSentAgain() {
        return actions.toOne().stream()
                .map(sent -> ((ClusterMessage.Published) sent.message()).number())
                .toList();
    }
}

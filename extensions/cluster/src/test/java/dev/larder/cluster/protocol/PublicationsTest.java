package dev.larder.cluster.protocol;

import static dev.larder.cluster.protocol.Scene.A;
import static dev.larder.cluster.protocol.Scene.B;
import static dev.larder.cluster.protocol.Scene.BEAT;
import static dev.larder.cluster.protocol.Scene.C;
import static dev.larder.cluster.protocol.Scene.HOLD;
import static dev.larder.cluster.protocol.Scene.IDS;
import static dev.larder.cluster.protocol.Scene.LEASE;
import static dev.larder.cluster.protocol.Scene.TAKEN;
import static dev.larder.cluster.protocol.Scene.USERS;
import static dev.larder.cluster.protocol.Scene.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.Stamp;
import dev.larder.invalidation.Held;
import dev.larder.invalidation.Hold;
import dev.larder.invalidation.Invalidation;
import dev.larder.invalidation.LedgerState;
import dev.larder.invalidation.Standing;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What members publish is applied by all of them, in order, once; whatever is lost comes again. */
class PublicationsTest {

    private static final long NOW = 1_000;
    private static final Invalidation WRITTEN = new Invalidation.Tags(Set.of(USERS));
    private static final UUID LOG = new UUID(7, 8);

    private final Scene scene = new Scene();
    private final Member member = scene.member;
    private final Letters letters = scene.letters;

    @BeforeEach
    void meet() {
        scene.alone().metBy(B, NOW);
        letters.toOne().clear();
    }

    private Standing judge(long epoch) {
        return scene.ledger.judge(Stamp.of(epoch, Set.of(USERS)));
    }

    @Test
    void aWriteOfAnotherFencesAndInvalidatesHere() {
        scene.hears(NOW, B, 1, new Publication.Begins(1, IDS));
        assertThat(judge(200)).isEqualTo(Standing.FENCED);
        scene.hears(NOW, B, 2, new Publication.Tags(300, IDS));
        scene.hears(NOW, B, 3, new Publication.Ends(1, List.of()));
        assertThat(judge(299)).isEqualTo(Standing.INVALIDATED);
        assertThat(judge(300)).isEqualTo(Standing.USABLE);
        assertThat(scene.ledger.clock()).isEqualTo(300);
        assertThat(member.tally().applications()).isEqualTo(3);
    }

    @Test
    void allThatIsToBeHeardOfIsAcknowledged() {
        scene.hears(NOW, B, 1, new Publication.Begins(1, IDS));
        assertThat(letters.toOne()).containsExactly(new Letters.Sent(B, new Message.Ack(A, 1, new Head(0, 101))));
        scene.hears(NOW, B, 2, new Publication.Ends(1, List.of()));
        assertThat(letters.toOne()).as("nobody waits for an end").hasSize(1);
        scene.hears(NOW, B, 1, new Publication.Begins(1, IDS));
        assertThat(letters.toOne()).as("the first acknowledgement may be lost").hasSize(2);
        assertThat(judge(200)).isEqualTo(Standing.USABLE);
    }

    @Test
    void whatComesTooEarlyWaitsForWhatWasLost() {
        scene.hears(NOW, B, 2, new Publication.Tags(300, IDS));
        assertThat(judge(200)).isEqualTo(Standing.USABLE);
        assertThat(letters.toOne()).isEmpty();
        assertThat(member.tally().sentAgain()).isEqualTo(1);
        scene.hears(NOW, B, 1, new Publication.Fills(250));
        assertThat(judge(200)).isEqualTo(Standing.INVALIDATED);
        assertThat(scene.ledger.mayFill(249)).isFalse();
        assertThat(scene.ledger.mayFill(250)).isTrue();
        assertThat(letters.toOne()).containsExactly(new Letters.Sent(B, new Message.Ack(A, 2, new Head(0, 300))));
        assertThat(member.tally().sentAgain()).isEqualTo(1);
    }

    @Test
    void everythingOfAnotherIsEverythingHere() {
        scene.hears(NOW, B, 1, new Publication.Everything(300));
        assertThat(scene.ledger.everything()).isEqualTo(300);
        assertThat(scene.ledger.clock()).isEqualTo(300);
    }

    @Test
    void whatALogOfAnotherHoldsIsHeldHere() {
        scene.hears(NOW, B, 1, new Publication.Holds(LOG, 1, Hold.Extent.ALL, IDS));
        assertThat(judge(200)).isEqualTo(Standing.HELD);
        assertThat(scene.ledger.held()).containsExactly(new Held(LOG, 1, Set.of(USERS.id())));
    }

    @Test
    void whatItPublishesItHasAppliedItself() {
        scene.publishes(NOW, new Invalidation.WriteBegins(5, Set.of(USERS)));
        assertThat(judge(200)).isEqualTo(Standing.FENCED);
        scene.publishes(NOW, new Invalidation.Tags(Set.of(USERS)));
        assertThat(member.publish(NOW, new Invalidation.WriteEnds(5, Set.of(USERS))))
                .as("nobody waits for an end")
                .isDone();
        assertThat(judge(101)).isEqualTo(Standing.INVALIDATED);
        scene.publishes(NOW, new Invalidation.Fills());
        assertThat(scene.ledger.mayFill(102)).isFalse();
        scene.publishes(NOW, new Invalidation.Everything());
        assertThat(scene.ledger.everything()).isEqualTo(104);
        scene.publishes(NOW, new Invalidation.Holds(new Hold(LOG, 1, Hold.Extent.MORE, Set.of(USERS))));
        assertThat(judge(200)).isEqualTo(Standing.HELD);
        assertThat(letters.published())
                .containsExactly(
                        new Publication.Begins(5, IDS),
                        new Publication.Tags(102, IDS),
                        new Publication.Ends(5, List.of(new Head.Of(B, new Head(0, 0)))),
                        new Publication.Fills(103),
                        new Publication.Everything(104),
                        new Publication.Holds(LOG, 1, Hold.Extent.MORE, IDS));
    }

    @Test
    @Tag("hardening-I8")
    void aFetchIsStampedWithWhatHasBeenHeardFromAll() {
        assertThat(member.stamp()).as("B has said nothing").isZero();
        scene.hears(NOW, B, 1, new Publication.Tags(300, IDS));
        assertThat(member.stamp()).isEqualTo(300);
        scene.publishes(NOW, WRITTEN);
        assertThat(member.stamp()).isEqualTo(300);
        member.receive(NOW, new Message.Ack(B, 1, new Head(1, 301)));
        assertThat(member.stamp()).isEqualTo(301);
        member.receive(NOW, new Message.Ack(B, 1, new Head(3, 400)));
        assertThat(scene.ledger.clock()).isEqualTo(400);
        assertThat(member.stamp()).as("two of its publications are under way").isEqualTo(301);
        scene.hears(NOW, B, 2, new Publication.Goodbye());
        assertThat(member.stamp()).as("who has gone need not be heard").isEqualTo(400);
    }

    @Test
    void howFarAnotherHasGotCountsWhenAllUpToThereIsApplied() {
        member.receive(NOW, new Message.Ack(B, 0, new Head(2, 400)));
        member.receive(NOW, new Message.Ack(B, 0, new Head(1, 350)));
        scene.hears(NOW, B, 1, new Publication.Begins(1, IDS));
        assertThat(member.stamp()).isZero();
        scene.hears(NOW, B, 2, new Publication.Ends(1, List.of()));
        assertThat(member.stamp()).isEqualTo(400);
        scene.hears(NOW, B, 3, new Publication.Fills(450));
        assertThat(member.stamp()).isEqualTo(450);
    }

    @Test
    void howFarAnotherHasGotIsInItsHeartbeatToo() {
        var manner = new Message.Manner(true, true, LEASE);
        member.receive(NOW, new Message.Heartbeat(B, "b", 3, manner, new Head(0, 300), List.of()));
        assertThat(scene.ledger.clock()).isEqualTo(300);
        assertThat(member.stamp()).isEqualTo(300);
    }

    @Test
    void whoIsToldEverythingKnowsEpochsAndHolds() {
        var state = LedgerState.restore(1 << 10, new LedgerState.Marks(250, 0, 240), new int[0], new long[0]);
        var held = new Held(LOG, 1, Set.of(USERS.id()));
        member.receive(NOW, new Message.Snapshot(B, new Head(3, 260), state, List.of(), List.of(held)));
        assertThat(scene.ledger.mayFill(239)).isFalse();
        assertThat(scene.ledger.held()).containsExactly(held);
        assertThat(member.stamp()).isEqualTo(260);
    }

    @Test
    void ofWhoHasNotToldEverythingNothingIsKnown() {
        member.receive(NOW, Scene.beat(C, 1, false));
        scene.publishes(NOW, new Invalidation.WriteEnds(5, Set.of(USERS)));
        assertThat(letters.published())
                .containsExactly(new Publication.Ends(5, List.of(new Head.Of(B, new Head(0, 0)))));
    }

    @Test
    void whatOthersHadPublishedWhenTheyLetAWriteGoCounts() {
        scene.metBy(C, NOW);
        assertThat(member.stamp()).isZero();
        scene.hears(NOW, C, 1, new Publication.Tags(290, IDS));
        scene.hears(NOW, B, 1, new Publication.Begins(1, IDS));
        scene.hears(NOW, B, 2, new Publication.Tags(300, IDS));
        scene.hears(NOW, B, 3, new Publication.Ends(1, List.of(new Head.Of(C, new Head(1, 300)))));
        assertThat(member.stamp()).isEqualTo(300);
    }

    @Test
    void whatWasLostIsSentAgainABeatLater() {
        scene.publishes(NOW, WRITTEN);
        scene.publishes(NOW + 1, WRITTEN);
        scene.beats(B, NOW + BEAT - 1, 3, 0);
        assertThat(letters.toOne()).isEmpty();
        scene.beats(B, NOW + BEAT, 4, 0);
        assertThat(numbersSentAgain()).containsExactly(1L);
        scene.beats(B, NOW + BEAT + 1, 5, 1);
        assertThat(numbersSentAgain()).containsExactly(1L, 2L);
    }

    @Test
    void notMoreThanTwoHundredAtOnce() {
        for (int i = 0; i < 201; i++) {
            scene.publishes(NOW, WRITTEN);
        }
        scene.beats(B, NOW + BEAT, 3, 0);
        assertThat(letters.toOne()).hasSize(200);
    }

    @Test
    void whatEverybodyHasIsForgottenAndWhoAsksForItIsToldEverything() {
        scene.publishes(NOW, WRITTEN);
        scene.publishes(NOW, WRITTEN);
        member.receive(NOW, new Message.Ack(B, 1, new Head(0, 0)));
        member.tick(NOW + BEAT);
        scene.beats(B, NOW + BEAT, 3, 1);
        assertThat(numbersSentAgain()).containsExactly(2L);
        letters.toOne().clear();
        scene.beats(B, NOW + 2 * BEAT, 4, 0);
        assertThat(letters.toOne()).hasSize(1);
        var told = (Message.Snapshot) letters.toOne().get(0).message();
        assertThat(told.head()).isEqualTo(new Head(2, 103));
    }

    @Test
    void whoIsToldEverythingNeedsNothingElse() {
        scene.hears(NOW, B, 1, new Publication.Begins(1, IDS));
        scene.hears(NOW, B, 7, new Publication.Tags(300, IDS));
        member.receive(NOW, snapshot(B, new Head(1, 500), new Publication.Begins(2, IDS)));
        assertThat(scene.ledger.clock()).as("known already").isEqualTo(101);
        member.receive(NOW, snapshot(B, new Head(6, 250)));
        assertThat(judge(299)).as("and then what came early").isEqualTo(Standing.INVALIDATED);
        assertThat(judge(300)).as("the first write is over").isEqualTo(Standing.USABLE);
        assertThat(member.stamp()).isEqualTo(300);
    }

    @Test
    void aFenceThatIsUpThereIsUpHereOnce() {
        member.receive(NOW, snapshot(B, new Head(3, 250), new Publication.Begins(2, IDS)));
        assertThat(judge(300)).isEqualTo(Standing.FENCED);
        member.receive(NOW, snapshot(B, new Head(4, 250), new Publication.Begins(2, IDS)));
        scene.hears(NOW, B, 5, new Publication.Ends(2, List.of()));
        assertThat(judge(300)).isEqualTo(Standing.USABLE);
    }

    @Test
    void whoTellsEverythingTellsOfItsWritesAndOfHolds() {
        scene.publishes(NOW, new Invalidation.WriteBegins(5, Set.of(USERS)));
        scene.ledger.hold(LOG, 1, Hold.Extent.ALL, IDS.ids());
        scene.beats(B, NOW + BEAT, 3, Peer.UNKNOWN);
        var told = (Message.Snapshot) letters.toOne().get(0).message();
        assertThat(told.underWay()).containsExactly(new Publication.Begins(5, IDS));
        assertThat(told.held()).containsExactly(new Held(LOG, 1, Set.of(USERS.id())));
        assertThat(told.state()).isEqualTo(scene.ledger.state());
    }

    @Test
    void theWritesOfWhoHasDiedStayFencedUntilTheyAreOverAndEverybodyKnows() {
        scene.metBy(C, NOW);
        scene.hears(NOW, B, 1, new Publication.Begins(1, IDS));
        member.dead(NOW, B);
        assertThat(judge(200)).isEqualTo(Standing.FENCED);
        assertThat(letters.published()).containsExactly(new Publication.Begins(-1, IDS));
        member.tick(NOW + HOLD - 1);
        assertThat(letters.published()).hasSize(1);
        scene.beats(C, NOW + HOLD - 1, 3, 1);
        member.tick(NOW + HOLD);
        assertThat(letters.published()).hasSize(2).last().isEqualTo(new Publication.Tags(102, IDS));
        member.tick(NOW + HOLD + 1);
        assertThat(judge(200)).isEqualTo(Standing.FENCED);
        member.receive(NOW + HOLD + 1, new Message.Ack(C, 2, new Head(0, 0)));
        member.tick(NOW + HOLD + 2);
        assertThat(judge(101)).isEqualTo(Standing.INVALIDATED);
        assertThat(judge(102)).isEqualTo(Standing.USABLE);
        assertThat(letters.published()).hasSize(3).last().isInstanceOf(Publication.Ends.class);
        member.tick(NOW + HOLD + 3);
        assertThat(letters.published()).hasSize(3);
    }

    @Test
    void soDoThoseOfWhoHasGone() {
        scene.hears(NOW, B, 1, new Publication.Begins(1, IDS));
        scene.hears(NOW, B, 2, new Publication.Goodbye());
        assertThat(member.status(NOW).others()).isEmpty();
        assertThat(judge(200)).isEqualTo(Standing.FENCED);
    }

    @Test
    @Tag("hardening-C")
    void whoDiesAfterItsLeaseMayHaveWrittenAnything() {
        member.dead(NOW + TAKEN - 1, C);
        member.dead(NOW + TAKEN - 1, B);
        assertThat(letters.published()).isEmpty();
        scene.metBy(C, NOW + LEASE);
        member.dead(NOW + LEASE + TAKEN, C);
        assertThat(letters.published()).containsExactly(new Publication.Everything(102));
        assertThat(member.entitled(NOW + LEASE + TAKEN)).isTrue();
    }

    @Test
    void whatIsMadeWrongByADeathIsNotServedBeforeAllKnow() {
        scene.metBy(C, NOW + TAKEN);
        member.dead(NOW + TAKEN, B);
        assertThat(letters.published()).hasSize(1);
        assertThat(member.entitled(NOW + TAKEN)).isFalse();
        CompletableFuture<?> later = scene.invalidates(NOW + TAKEN);
        member.receive(NOW + TAKEN, new Message.Ack(C, 1, new Head(0, 0)));
        assertThat(member.entitled(NOW + TAKEN)).isTrue();
        assertThat(later).isNotDone();
    }

    private List<Long> numbersSentAgain() {
        return letters.toOne().stream()
                .map(sent -> ((Message.Published) sent.message()).number())
                .toList();
    }
}

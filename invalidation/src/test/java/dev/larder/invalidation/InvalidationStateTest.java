package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.PendingWriteMarker.Extent;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a member knows, what it tells another, and what durable logs hold. */
class InvalidationStateTest {

    private static final int COUNTERS = 1 << 10;
    private static final CacheTag USERS = new CacheTag("users");
    private static final CacheTag SKILLS = new CacheTag("skills");
    private static final UUID LOG = new UUID(1, 2);
    private static final UUID OTHER_LOG = new UUID(3, 4);

    private final InvalidationState ledger = new InvalidationState(EpochCounters.inMemory(COUNTERS, 0));

    private static EpochStamp stamp(long epoch, CacheTag... tags) {
        return EpochStamp.of(epoch, List.of(tags));
    }

    private static long[] ids(CacheTag... tags) {
        return InvalidationState.ids(List.of(tags));
    }

    @Test
    void whoIsToldEverythingKnowsAsMuch() {
        ledger.hear(50);
        ledger.move(ids(USERS), 40);
        ledger.voidFills(30);
        ledger.moveEverything(20);
        var other = new InvalidationState(EpochCounters.inMemory(COUNTERS, 0));
        other.merge(ledger.state());
        assertThat(other.state()).isEqualTo(ledger.state()).hasSameHashCodeAs(ledger.state());
        assertThat(other.clock()).isEqualTo(50);
        assertThat(other.epochOf(USERS)).isEqualTo(40);
        assertThat(other.epochOf(SKILLS)).isEqualTo(20);
        assertThat(other.epochOf(stamp(0, SKILLS, USERS))).isEqualTo(40);
        assertThat(other.epochOf(stamp(0, SKILLS))).isEqualTo(20);
        assertThat(other.mayFill(29)).isFalse();
        assertThat(other.mayFill(30)).isTrue();
        assertThat(other.state().size()).isEqualTo(2);
        assertThat(other.state().counters()).isEqualTo(COUNTERS);
        assertThat(other.state().marks()).isEqualTo(new EpochSnapshot.Marks(50, 20, 30));
        assertThat(other.state()).hasToString("clock 50, 2 of 1024 counters moved");
    }

    @Test
    void statesThatDifferAreNotEqual() {
        ledger.hear(50);
        ledger.move(ids(USERS), 40);
        EpochSnapshot before = ledger.state();
        assertThat(before).isNotEqualTo("clock 50").isEqualTo(ledger.state());
        ledger.move(ids(SKILLS), 40);
        EpochSnapshot more = ledger.state();
        assertThat(more).isNotEqualTo(before);
        ledger.move(ids(SKILLS), 41);
        EpochSnapshot later = ledger.state();
        assertThat(later).isNotEqualTo(more).doesNotHaveSameHashCodeAs(more);
        ledger.hear(60);
        assertThat(ledger.state()).isNotEqualTo(later).doesNotHaveSameHashCodeAs(later);
        var marks = new EpochSnapshot.Marks(1, 1, 1);
        assertThat(EpochSnapshot.restore(8, marks, new int[] {1}, new long[] {9}))
                .isNotEqualTo(EpochSnapshot.restore(16, marks, new int[] {1}, new long[] {9}))
                .isNotEqualTo(EpochSnapshot.restore(8, marks, new int[] {2}, new long[] {9}));
    }

    @Test
    void whatIsKnownAlreadyStays() {
        ledger.hear(50);
        ledger.move(ids(USERS), 40);
        var behind = new InvalidationState(EpochCounters.inMemory(COUNTERS, 10));
        behind.move(ids(USERS), 12);
        ledger.merge(behind.state());
        assertThat(ledger.clock()).isEqualTo(50);
        assertThat(ledger.epochOf(USERS)).isEqualTo(40);
        assertThat(ledger.everything()).isEqualTo(10);
    }

    @Test
    void whoCountsOtherwiseTakesEverythingForMoved() {
        ledger.hear(50);
        ledger.voidFills(30);
        var other = new InvalidationState(EpochCounters.inMemory(2 * COUNTERS, 0));
        other.merge(ledger.state());
        assertThat(other.everything()).isEqualTo(50);
        assertThat(other.clock()).isEqualTo(50);
        assertThat(other.mayFill(29)).isFalse();
    }

    @Test
    void whatALogHoldsIsHeldUntilTheLogLetsGo() {
        ledger.hold(LOG, 1, Extent.MORE, ids(USERS));
        assertThat(ledger.holds(stamp(9, USERS))).isTrue();
        assertThat(ledger.holds(stamp(9, SKILLS))).isFalse();
        assertThat(ledger.judge(stamp(9, USERS, SKILLS))).isEqualTo(EntryStatus.HELD);
        assertThat(ledger.judgeDelivered(stamp(9, USERS))).isEqualTo(EntryStatus.USABLE);
        ledger.hold(LOG, 2, Extent.MORE, ids(SKILLS));
        ledger.hold(LOG, 3, Extent.LESS, ids(USERS));
        assertThat(ledger.holds(stamp(9, USERS))).isFalse();
        assertThat(ledger.holds(stamp(9, SKILLS))).isTrue();
        ledger.hold(LOG, 4, Extent.LESS, ids(SKILLS));
        assertThat(ledger.judge(stamp(9, SKILLS))).isEqualTo(EntryStatus.USABLE);
        assertThat(ledger.held()).containsExactly(new PendingWriteTags(LOG, 4, Set.of()));
    }

    @Test
    void allIsAllAndNoOthers() {
        ledger.hold(LOG, 1, Extent.ALL, ids(USERS));
        ledger.hold(LOG, 2, Extent.ALL, ids(USERS, SKILLS));
        assertThat(ledger.holds(stamp(9, SKILLS))).isTrue();
        ledger.hold(LOG, 3, Extent.ALL, ids(SKILLS));
        assertThat(ledger.holds(stamp(9, USERS))).isFalse();
        assertThat(ledger.holds(stamp(9, SKILLS))).isTrue();
        ledger.hold(LOG, 4, Extent.LESS, ids(SKILLS));
        assertThat(ledger.holds(stamp(9, SKILLS))).as("it was counted once").isFalse();
    }

    @Test
    void whatALogHasSaidBeforeDoesNotCount() {
        ledger.hold(LOG, 2, Extent.ALL, ids(USERS));
        ledger.hold(LOG, 2, Extent.ALL, ids());
        ledger.hold(LOG, 1, Extent.LESS, ids(USERS));
        assertThat(ledger.holds(stamp(9, USERS))).isTrue();
        assertThat(ledger.held()).containsExactly(new PendingWriteTags(LOG, 2, Set.of(USERS.id())));
    }

    @Test
    void whatTwoLogsHoldBothMustLetGo() {
        ledger.hold(LOG, 1, Extent.MORE, ids(USERS));
        ledger.hold(new PendingWriteTags(OTHER_LOG, 1, Set.of(USERS.id())));
        ledger.hold(LOG, 2, Extent.LESS, ids(USERS));
        assertThat(ledger.holds(stamp(9, USERS))).isTrue();
        ledger.hold(new PendingWriteTags(OTHER_LOG, 2, Set.of()));
        assertThat(ledger.holds(stamp(9, USERS))).isFalse();
    }

    @Test
    void aFenceIsSaidBeforeAHoldAndAHoldBeforeAnEpoch() {
        ledger.hold(LOG, 1, Extent.MORE, ids(USERS));
        ledger.move(ids(USERS), 10);
        assertThat(ledger.judge(stamp(9, USERS))).isEqualTo(EntryStatus.HELD);
        ledger.raise(ids(USERS));
        assertThat(ledger.judge(stamp(9, USERS))).isEqualTo(EntryStatus.FENCED);
        ledger.lower(ids(USERS));
        ledger.hold(LOG, 2, Extent.LESS, ids(USERS));
        assertThat(ledger.judge(stamp(9, USERS))).isEqualTo(EntryStatus.INVALIDATED);
    }
}

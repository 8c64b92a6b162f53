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

    private final InvalidationState state = new InvalidationState(EpochCounters.inMemory(COUNTERS, 0));

    private static EpochStamp stamp(long epoch, CacheTag... tags) {
        return EpochStamp.of(epoch, List.of(tags));
    }

    private static long[] ids(CacheTag... tags) {
        return InvalidationState.ids(List.of(tags));
    }

    @Test
    void mergedStateEqualsSourceState() {
        state.hear(50);
        state.move(ids(USERS), 40);
        state.voidFills(30);
        state.moveEverything(20);
        var other = new InvalidationState(EpochCounters.inMemory(COUNTERS, 0));
        other.merge(state.state());
        assertThat(other.state()).isEqualTo(state.state()).hasSameHashCodeAs(state.state());
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
        state.hear(50);
        state.move(ids(USERS), 40);
        EpochSnapshot before = state.state();
        assertThat(before).isNotEqualTo("clock 50").isEqualTo(state.state());
        state.move(ids(SKILLS), 40);
        EpochSnapshot more = state.state();
        assertThat(more).isNotEqualTo(before);
        state.move(ids(SKILLS), 41);
        EpochSnapshot later = state.state();
        assertThat(later).isNotEqualTo(more).doesNotHaveSameHashCodeAs(more);
        state.hear(60);
        assertThat(state.state()).isNotEqualTo(later).doesNotHaveSameHashCodeAs(later);
        var marks = new EpochSnapshot.Marks(1, 1, 1);
        assertThat(EpochSnapshot.restore(8, marks, new int[] {1}, new long[] {9}))
                .isNotEqualTo(EpochSnapshot.restore(16, marks, new int[] {1}, new long[] {9}))
                .isNotEqualTo(EpochSnapshot.restore(8, marks, new int[] {2}, new long[] {9}));
    }

    @Test
    void mergeKeepsNewerEpochs() {
        state.hear(50);
        state.move(ids(USERS), 40);
        var behind = new InvalidationState(EpochCounters.inMemory(COUNTERS, 10));
        behind.move(ids(USERS), 12);
        state.merge(behind.state());
        assertThat(state.clock()).isEqualTo(50);
        assertThat(state.epochOf(USERS)).isEqualTo(40);
        assertThat(state.everything()).isEqualTo(10);
    }

    @Test
    void mergeOfDifferentCounterNumberInvalidatesEverything() {
        state.hear(50);
        state.voidFills(30);
        var other = new InvalidationState(EpochCounters.inMemory(2 * COUNTERS, 0));
        other.merge(state.state());
        assertThat(other.everything()).isEqualTo(50);
        assertThat(other.clock()).isEqualTo(50);
        assertThat(other.mayFill(29)).isFalse();
    }

    @Test
    void tagIsWritePendingUntilLogReleasesIt() {
        state.hold(LOG, 1, Extent.MORE, ids(USERS));
        assertThat(state.hasPendingWrite(stamp(9, USERS))).isTrue();
        assertThat(state.hasPendingWrite(stamp(9, SKILLS))).isFalse();
        assertThat(state.judge(stamp(9, USERS, SKILLS))).isEqualTo(EntryStatus.HELD);
        assertThat(state.judgeDelivered(stamp(9, USERS))).isEqualTo(EntryStatus.USABLE);
        state.hold(LOG, 2, Extent.MORE, ids(SKILLS));
        state.hold(LOG, 3, Extent.LESS, ids(USERS));
        assertThat(state.hasPendingWrite(stamp(9, USERS))).isFalse();
        assertThat(state.hasPendingWrite(stamp(9, SKILLS))).isTrue();
        state.hold(LOG, 4, Extent.LESS, ids(SKILLS));
        assertThat(state.judge(stamp(9, SKILLS))).isEqualTo(EntryStatus.USABLE);
        assertThat(state.held()).containsExactly(new PendingWriteTags(LOG, 4, Set.of()));
    }

    @Test
    void fullMarkerReplacesEarlierMarkersOfLog() {
        state.hold(LOG, 1, Extent.ALL, ids(USERS));
        state.hold(LOG, 2, Extent.ALL, ids(USERS, SKILLS));
        assertThat(state.hasPendingWrite(stamp(9, SKILLS))).isTrue();
        state.hold(LOG, 3, Extent.ALL, ids(SKILLS));
        assertThat(state.hasPendingWrite(stamp(9, USERS))).isFalse();
        assertThat(state.hasPendingWrite(stamp(9, SKILLS))).isTrue();
        state.hold(LOG, 4, Extent.LESS, ids(SKILLS));
        assertThat(state.hasPendingWrite(stamp(9, SKILLS)))
                .as("it was counted once")
                .isFalse();
    }

    @Test
    void outdatedMarkersOfLogAreIgnored() {
        state.hold(LOG, 2, Extent.ALL, ids(USERS));
        state.hold(LOG, 2, Extent.ALL, ids());
        state.hold(LOG, 1, Extent.LESS, ids(USERS));
        assertThat(state.hasPendingWrite(stamp(9, USERS))).isTrue();
        assertThat(state.held()).containsExactly(new PendingWriteTags(LOG, 2, Set.of(USERS.id())));
    }

    @Test
    void tagMarkedByTwoLogsIsPendingUntilBothReleaseIt() {
        state.hold(LOG, 1, Extent.MORE, ids(USERS));
        state.hold(new PendingWriteTags(OTHER_LOG, 1, Set.of(USERS.id())));
        state.hold(LOG, 2, Extent.LESS, ids(USERS));
        assertThat(state.hasPendingWrite(stamp(9, USERS))).isTrue();
        state.hold(new PendingWriteTags(OTHER_LOG, 2, Set.of()));
        assertThat(state.hasPendingWrite(stamp(9, USERS))).isFalse();
    }

    @Test
    void fenceTakesPrecedenceOverPendingWriteAndThatOverEpoch() {
        state.hold(LOG, 1, Extent.MORE, ids(USERS));
        state.move(ids(USERS), 10);
        assertThat(state.judge(stamp(9, USERS))).isEqualTo(EntryStatus.HELD);
        state.raise(ids(USERS));
        assertThat(state.judge(stamp(9, USERS))).isEqualTo(EntryStatus.FENCED);
        state.lower(ids(USERS));
        state.hold(LOG, 2, Extent.LESS, ids(USERS));
        assertThat(state.judge(stamp(9, USERS))).isEqualTo(EntryStatus.INVALIDATED);
    }
}

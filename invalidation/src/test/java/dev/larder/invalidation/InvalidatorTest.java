package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.local.LocalInvalidationBus;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What a write does, step by step, to those who read meanwhile. */
class InvalidatorTest {

    private static final CacheTag USERS = new CacheTag("users");
    private static final CacheTag SKILLS = new CacheTag("skills");

    private final Invalidator invalidator = new Invalidator(1 << 10, 1, new LocalInvalidationBus());

    @Test
    @org.junit.jupiter.api.Tag("hardening-I2")
    void writeInProgressFencesEntriesOfItsTags() {
        EpochStamp users = stamp(USERS);
        EpochStamp skills = stamp(SKILLS);
        FencedWrite write = done(invalidator.begin(Set.of(USERS)));
        assertThat(invalidator.judge(users)).isEqualTo(EntryStatus.FENCED);
        assertThat(invalidator.judge(stamp(USERS))).isEqualTo(EntryStatus.FENCED);
        assertThat(invalidator.mayStore(stamp(USERS))).isFalse();
        assertThat(invalidator.judge(skills)).isEqualTo(EntryStatus.USABLE);
        assertThat(write.tags()).containsExactly(USERS);
    }

    @Test
    void performedWriteInvalidatesEntriesStampedBeforeItsEnd() {
        EpochStamp before = stamp(USERS);
        FencedWrite write = done(invalidator.begin(Set.of(USERS)));
        EpochStamp meanwhile = stamp(USERS);
        done(write.happened(Set.of()));
        done(write.end());
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(invalidator.judge(meanwhile)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(invalidator.judge(stamp(USERS))).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void writeThatWasNotPerformedInvalidatesNothing() {
        EpochStamp before = stamp(USERS);
        done(done(invalidator.begin(Set.of(USERS))).end());
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void performedWriteInvalidatesTagsNamedByItsResponse() {
        EpochStamp skills = stamp(SKILLS);
        FencedWrite write = done(invalidator.begin(Set.of(USERS)));
        done(write.happened(Set.of(SKILLS)));
        assertThat(invalidator.judge(skills)).isEqualTo(EntryStatus.INVALIDATED);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I6")
    void fenceStaysUntilLastOfTwoWritesEnds() {
        FencedWrite first = done(invalidator.begin(Set.of(USERS)));
        FencedWrite second = done(invalidator.begin(Set.of(USERS)));
        done(first.end());
        done(first.end());
        assertThat(invalidator.judge(stamp(USERS))).isEqualTo(EntryStatus.FENCED);
        done(second.end());
        assertThat(invalidator.judge(stamp(USERS))).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void invalidateEverythingInvalidatesExistingEntries() {
        EpochStamp users = stamp(USERS);
        done(invalidator.invalidateEverything());
        assertThat(invalidator.judge(users)).isEqualTo(EntryStatus.INVALIDATED);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I12")
    void voidFillsPreventsStoringFetchesStartedBefore() {
        EpochStamp users = stamp(USERS);
        done(invalidator.voidFills());
        assertThat(invalidator.judge(users)).isEqualTo(EntryStatus.USABLE);
        assertThat(invalidator.mayStore(users)).isFalse();
        assertThat(invalidator.mayStore(stamp(USERS))).isTrue();
    }

    @Test
    void countsInvalidationsAndTagsByKind() {
        FencedWrite write = done(invalidator.begin(Set.of(USERS)));
        done(write.happened(Set.of(SKILLS)));
        done(write.end());
        done(invalidator.invalidate(Set.of(USERS)));
        done(invalidator.invalidate(Set.of(USERS, SKILLS)));
        done(invalidator.invalidateEverything());
        done(invalidator.voidFills());
        InvalidationCounters counters = invalidator.made();
        assertThat(counters.count(InvalidationCounters.Kind.WRITE)).isEqualTo(1);
        assertThat(counters.tags(InvalidationCounters.Kind.WRITE)).isEqualTo(2);
        assertThat(counters.count(InvalidationCounters.Kind.TAGS)).isEqualTo(2);
        assertThat(counters.tags(InvalidationCounters.Kind.TAGS)).isEqualTo(3);
        assertThat(counters.count(InvalidationCounters.Kind.EVERYTHING)).isEqualTo(1);
        assertThat(counters.count(InvalidationCounters.Kind.FETCHES)).isEqualTo(1);
    }

    @Test
    void invalidatedTagsHaveNewEpoch() {
        EpochStamp users = stamp(USERS);
        EpochStamp skills = stamp(SKILLS);
        done(invalidator.invalidate(Set.of(USERS)));
        assertThat(invalidator.judge(users)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(invalidator.judge(skills)).isEqualTo(EntryStatus.USABLE);
        assertThat(invalidator.epochOf(USERS)).isEqualTo(invalidator.epoch()).isEqualTo(2);
        assertThat(invalidator.epochOf(users)).isEqualTo(2);
        assertThat(invalidator.epochOf(SKILLS)).isEqualTo(1);
    }

    @Test
    void entryWithPendingWriteIsUsableOnlyForDeliveredReads() {
        EpochStamp users = stamp(USERS);
        var hold = new PendingWriteMarker(new UUID(1, 2), 1, PendingWriteMarker.Extent.ALL, Set.of(USERS));
        done(invalidator.hold(hold));
        assertThat(invalidator.hasPendingWrite(users)).isTrue();
        assertThat(invalidator.hasPendingWrite(stamp(SKILLS))).isFalse();
        assertThat(invalidator.judge(users)).isEqualTo(EntryStatus.HELD);
        assertThat(invalidator.judgeDelivered(users)).isEqualTo(EntryStatus.USABLE);
        assertThat(invalidator.mayStore(users)).isTrue();
        assertThat(invalidator.held()).containsExactly(new PendingWriteTags(hold.log(), 1, Set.of(USERS.id())));
    }

    @Test
    void memberCutOffFromWritesUsesAndStoresNothing() {
        var apart = new Invalidator(1 << 10, 1, new Apart());
        EpochStamp users = EpochStamp.of(apart.epoch(), Set.of(USERS));
        assertThat(apart.judge(users)).isEqualTo(EntryStatus.LAPSED);
        assertThat(apart.judgeDelivered(users)).isEqualTo(EntryStatus.LAPSED);
        assertThat(apart.mayStore(users)).isFalse();
        assertThat(apart.isSynchronous()).isFalse();
        assertThat(invalidator.isSynchronous()).isTrue();
    }

    /** A bus without the others. */
    private static final class Apart implements InvalidationBus {

        private final LocalInvalidationBus own = new LocalInvalidationBus();

        @Override
        public CompletionStage<EpochChange> publish(InvalidationMessage message) {
            return own.publish(message);
        }

        @Override
        public void join(InvalidationState state) {
            own.join(state);
        }

        @Override
        public long stamp() {
            return own.stamp();
        }

        @Override
        public boolean isSynchronous() {
            return false;
        }

        @Override
        public boolean mayUseStore() {
            return false;
        }
    }

    private EpochStamp stamp(CacheTag tag) {
        return EpochStamp.of(invalidator.epoch(), Set.of(tag));
    }

    private static <T> T done(CompletionStage<T> stage) {
        assertThat(stage.toCompletableFuture()).isDone();
        return stage.toCompletableFuture().join();
    }
}

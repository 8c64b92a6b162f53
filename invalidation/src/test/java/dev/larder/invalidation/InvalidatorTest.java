package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.Stamp;
import dev.larder.cache.spi.Tag;
import dev.larder.invalidation.local.LocalBus;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What a write does, step by step, to those who read meanwhile. */
class InvalidatorTest {

    private static final Tag USERS = new Tag("users");
    private static final Tag SKILLS = new Tag("skills");

    private final Invalidator invalidator = new Invalidator(1 << 10, 1, new LocalBus());

    @Test
    @org.junit.jupiter.api.Tag("hardening-I2")
    void aWriteUnderWayFencesWhatItMayMakeWrong() {
        Stamp users = stamp(USERS);
        Stamp skills = stamp(SKILLS);
        Write write = done(invalidator.begin(Set.of(USERS)));
        assertThat(invalidator.judge(users)).isEqualTo(Standing.FENCED);
        assertThat(invalidator.judge(stamp(USERS))).isEqualTo(Standing.FENCED);
        assertThat(invalidator.mayStore(stamp(USERS))).isFalse();
        assertThat(invalidator.judge(skills)).isEqualTo(Standing.USABLE);
        assertThat(write.tags()).containsExactly(USERS);
    }

    @Test
    void aWriteThatHappenedHasMadeWrongWhatWasAskedForBefore() {
        Stamp before = stamp(USERS);
        Write write = done(invalidator.begin(Set.of(USERS)));
        Stamp meanwhile = stamp(USERS);
        done(write.happened(Set.of()));
        done(write.end());
        assertThat(invalidator.judge(before)).isEqualTo(Standing.INVALIDATED);
        assertThat(invalidator.judge(meanwhile)).isEqualTo(Standing.INVALIDATED);
        assertThat(invalidator.judge(stamp(USERS))).isEqualTo(Standing.USABLE);
    }

    @Test
    void aWriteThatDidNotHappenLeavesEverything() {
        Stamp before = stamp(USERS);
        done(done(invalidator.begin(Set.of(USERS))).end());
        assertThat(invalidator.judge(before)).isEqualTo(Standing.USABLE);
    }

    @Test
    void whatOnlyItsResponseNamesIsMadeWrongToo() {
        Stamp skills = stamp(SKILLS);
        Write write = done(invalidator.begin(Set.of(USERS)));
        done(write.happened(Set.of(SKILLS)));
        assertThat(invalidator.judge(skills)).isEqualTo(Standing.INVALIDATED);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I6")
    void ofTwoWritesTheLastLowersTheFence() {
        Write first = done(invalidator.begin(Set.of(USERS)));
        Write second = done(invalidator.begin(Set.of(USERS)));
        done(first.end());
        done(first.end());
        assertThat(invalidator.judge(stamp(USERS))).isEqualTo(Standing.FENCED);
        done(second.end());
        assertThat(invalidator.judge(stamp(USERS))).isEqualTo(Standing.USABLE);
    }

    @Test
    void everythingIsMadeWrongAtOnce() {
        Stamp users = stamp(USERS);
        done(invalidator.invalidateEverything());
        assertThat(invalidator.judge(users)).isEqualTo(Standing.INVALIDATED);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I12")
    void whoeverRemovesEntriesKeepsFillsOut() {
        Stamp users = stamp(USERS);
        done(invalidator.voidFills());
        assertThat(invalidator.judge(users)).isEqualTo(Standing.USABLE);
        assertThat(invalidator.mayStore(users)).isFalse();
        assertThat(invalidator.mayStore(stamp(USERS))).isTrue();
    }

    @Test
    void howOftenAndHowMuchHasBeenMadeWrongIsCounted() {
        Write write = done(invalidator.begin(Set.of(USERS)));
        done(write.happened(Set.of(SKILLS)));
        done(write.end());
        done(invalidator.invalidate(Set.of(USERS)));
        done(invalidator.invalidate(Set.of(USERS, SKILLS)));
        done(invalidator.invalidateEverything());
        done(invalidator.voidFills());
        Made made = invalidator.made();
        assertThat(made.count(Made.Kind.WRITE)).isEqualTo(1);
        assertThat(made.tags(Made.Kind.WRITE)).isEqualTo(2);
        assertThat(made.count(Made.Kind.TAGS)).isEqualTo(2);
        assertThat(made.tags(Made.Kind.TAGS)).isEqualTo(3);
        assertThat(made.count(Made.Kind.EVERYTHING)).isEqualTo(1);
        assertThat(made.count(Made.Kind.FETCHES)).isEqualTo(1);
    }

    @Test
    void namedTagsAreMadeWrongAndTheirEpochIsKnown() {
        Stamp users = stamp(USERS);
        Stamp skills = stamp(SKILLS);
        done(invalidator.invalidate(Set.of(USERS)));
        assertThat(invalidator.judge(users)).isEqualTo(Standing.INVALIDATED);
        assertThat(invalidator.judge(skills)).isEqualTo(Standing.USABLE);
        assertThat(invalidator.epochOf(USERS)).isEqualTo(invalidator.epoch()).isEqualTo(2);
        assertThat(invalidator.epochOf(users)).isEqualTo(2);
        assertThat(invalidator.epochOf(SKILLS)).isEqualTo(1);
    }

    @Test
    void whatALogHoldsIsServedToThoseOnlyWhoDoNotMind() {
        Stamp users = stamp(USERS);
        var hold = new Hold(new UUID(1, 2), 1, Hold.Extent.ALL, Set.of(USERS));
        done(invalidator.hold(hold));
        assertThat(invalidator.holds(users)).isTrue();
        assertThat(invalidator.holds(stamp(SKILLS))).isFalse();
        assertThat(invalidator.judge(users)).isEqualTo(Standing.HELD);
        assertThat(invalidator.judgeDelivered(users)).isEqualTo(Standing.USABLE);
        assertThat(invalidator.mayStore(users)).isTrue();
        assertThat(invalidator.held()).containsExactly(new Held(hold.log(), 1, Set.of(USERS.id())));
    }

    @Test
    void whoMayNotHearOfWritesUsesNothing() {
        var apart = new Invalidator(1 << 10, 1, new Apart());
        Stamp users = Stamp.of(apart.epoch(), Set.of(USERS));
        assertThat(apart.judge(users)).isEqualTo(Standing.LAPSED);
        assertThat(apart.judgeDelivered(users)).isEqualTo(Standing.LAPSED);
        assertThat(apart.mayStore(users)).isFalse();
        assertThat(apart.waits()).isFalse();
        assertThat(invalidator.waits()).isTrue();
    }

    /** A bus without the others. */
    private static final class Apart implements InvalidationBus {

        private final LocalBus own = new LocalBus();

        @Override
        public CompletionStage<Moved> publish(Invalidation message) {
            return own.publish(message);
        }

        @Override
        public void join(Ledger ledger) {
            own.join(ledger);
        }

        @Override
        public long stamp() {
            return own.stamp();
        }

        @Override
        public boolean waits() {
            return false;
        }

        @Override
        public boolean entitled() {
            return false;
        }
    }

    private Stamp stamp(Tag tag) {
        return Stamp.of(invalidator.epoch(), Set.of(tag));
    }

    private static <T> T done(CompletionStage<T> stage) {
        assertThat(stage.toCompletableFuture()).isDone();
        return stage.toCompletableFuture().join();
    }
}

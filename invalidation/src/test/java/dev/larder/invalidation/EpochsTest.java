package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Epochs never go back, and forget only on the safe side. */
class EpochsTest {

    private static final CacheTag USERS = new CacheTag("users");
    private static final CacheTag SKILLS = new CacheTag("skills");

    private final Epochs epochs = new Epochs(EpochCounters.inMemory(1 << 12, 100));

    private static EpochChange advance(Epochs moving, List<CacheTag> tags) {
        return moving.move(InvalidationState.ids(tags), moving.next());
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I11")
    void movedTagInvalidatesEarlierStampsOnly() {
        EpochStamp before = stamp(USERS);
        advance(epochs, List.of(USERS));
        assertThat(epochs.isCurrent(before)).isFalse();
        assertThat(epochs.isCurrent(stamp(USERS))).isTrue();
    }

    @Test
    void movingTagDoesNotAffectOtherTags() {
        EpochStamp before = stamp(SKILLS);
        advance(epochs, List.of(USERS));
        assertThat(epochs.isCurrent(before)).isTrue();
    }

    @Test
    void oneMovedTagInvalidatesStampOfSeveral() {
        EpochStamp before = stamp(SKILLS, USERS);
        advance(epochs, List.of(USERS));
        assertThat(epochs.isCurrent(before)).isFalse();
    }

    @Test
    void changeReportsEpochsBeforeAndNow() {
        EpochChange change = advance(epochs, List.of(USERS));
        assertThat(change.now()).isEqualTo(101);
        assertThat(change.before(USERS.id(), 7)).isZero();
        assertThat(change.before(SKILLS.id(), 7)).isEqualTo(7);
        assertThat(advance(epochs, List.of(USERS, SKILLS)).before(USERS.id(), 7))
                .isEqualTo(101);
    }

    @Test
    void stampMovedOnlyByGivenChangeCountsAsUnmoved() {
        EpochStamp before = stamp(USERS);
        assertThat(epochs.isCurrentExceptFor(before, advance(epochs, List.of(USERS, SKILLS))))
                .isTrue();
        assertThat(epochs.isCurrentExceptFor(before, advance(epochs, List.of(USERS))))
                .isFalse();
    }

    @Test
    void stampMovedByAnotherChangeCountsAsMoved() {
        EpochStamp both = stamp(USERS, SKILLS);
        advance(epochs, List.of(SKILLS));
        EpochChange change = advance(epochs, List.of(USERS));
        assertThat(epochs.isCurrentExceptFor(both, change)).isFalse();
        assertThat(epochs.isCurrentExceptFor(stamp(SKILLS), change)).isTrue();
    }

    @Test
    void moveEverythingInvalidatesAllEarlierStamps() {
        EpochStamp before = stamp();
        epochs.moveEverything(epochs.next());
        assertThat(epochs.isCurrent(before)).isFalse();
        assertThat(epochs.isCurrent(stamp())).isTrue();
    }

    @Test
    void voidFillsRejectsEarlierFetchesButKeepsStoredEntries() {
        EpochStamp before = stamp(USERS);
        epochs.voidFills(epochs.next());
        assertThat(epochs.isCurrent(before)).isTrue();
        assertThat(epochs.mayFill(before.epoch())).isFalse();
        assertThat(epochs.mayFill(epochs.now())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @org.junit.jupiter.api.Tag("hardening-X3")
    void collisionsOfCountersNeverHideMovedTags(long seed) {
        var random = new Random(seed);
        var few = new Epochs(EpochCounters.inMemory(8, 1));
        List<CacheTag> tags =
                IntStream.range(0, 100).mapToObj(n -> new CacheTag("t" + n)).toList();
        for (int step = 0; step < 2_000; step++) {
            CacheTag moved = tags.get(random.nextInt(tags.size()));
            EpochStamp before = EpochStamp.of(few.now(), List.of(moved, tags.get(random.nextInt(tags.size()))));
            advance(few, List.of(moved));
            assertThat(few.isCurrent(before)).as("seed %d, step %d", seed, step).isFalse();
        }
    }

    @Test
    void fewTagsAreInvalidatedByCollisions() {
        var normal = new Epochs(EpochCounters.inMemory(1 << 18, 1));
        List<EpochStamp> others = IntStream.range(0, 10_000)
                .mapToObj(n -> EpochStamp.of(1, List.of(new CacheTag("other " + n))))
                .toList();
        for (int n = 0; n < 3_000; n++) {
            advance(normal, List.of(new CacheTag("moved " + n)));
        }
        assertThat(others).filteredOn(stamp -> !normal.isCurrent(stamp)).hasSizeLessThan(30);
    }

    @Test
    void rejectsInvalidNumberOfCounters() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Epochs(EpochCounters.inMemory(1_000, 1)))
                .withMessageContaining("power of two");
        assertThatIllegalArgumentException().isThrownBy(() -> new Epochs(EpochCounters.inMemory(1, 1)));
    }

    private EpochStamp stamp(CacheTag... tags) {
        return EpochStamp.of(epochs.now(), List.of(tags));
    }
}

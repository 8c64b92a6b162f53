package dev.larder.cache.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CacheValuesTest {

    private static final EpochStamp STAMP = EpochStamp.of(3, List.of(new CacheTag("users"), new CacheTag("skills")));

    @Test
    void rejectsEntryOfZeroWeight() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CacheEntry.of("v", 0, 0, Instant.MAX))
                .withMessageContaining("weight is 0 bytes");
    }

    @Test
    void rejectsEntryOfNegativeCost() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CacheEntry.of("v", 1, -1, Instant.MAX))
                .withMessageContaining("cost is -1 ns");
    }

    @Test
    void rejectsEntryWithoutValueOrExpiry() {
        assertThatExceptionOfType(NullPointerException.class).isThrownBy(() -> CacheEntry.of(null, 1, 0, Instant.MAX));
        assertThatExceptionOfType(NullPointerException.class).isThrownBy(() -> CacheEntry.of("v", 1, 0, null));
    }

    @Test
    void stampContainsEachTagIdOnceRegardlessOfOrder() {
        assertThat(STAMP)
                .isEqualTo(EpochStamp.of(
                        3, List.of(new CacheTag("skills"), new CacheTag("users"), new CacheTag("skills"))));
        assertThat(STAMP.size()).isEqualTo(2);
        assertThat(List.of(STAMP.tag(0), STAMP.tag(1)))
                .containsExactlyInAnyOrder(new CacheTag("users").id(), new CacheTag("skills").id());
        assertThat(STAMP).isNotEqualTo(EpochStamp.of(4, List.of(new CacheTag("users"), new CacheTag("skills"))));
    }

    @Test
    void stampHasOnlyTheTagsItWasCreatedWith() {
        assertThat(STAMP.has(new CacheTag("users"))).isTrue();
        assertThat(STAMP.has(new CacheTag("paths"))).isFalse();
        assertThat(EpochStamp.NONE.has(new CacheTag("users"))).isFalse();
    }

    @Test
    void combinedStampHasLowerEpochAndAllTags() {
        assertThat(STAMP.and(EpochStamp.of(2, List.of(new CacheTag("users"), new CacheTag("paths")))))
                .isEqualTo(EpochStamp.of(
                        2, List.of(new CacheTag("paths"), new CacheTag("skills"), new CacheTag("users"))));
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-X3")
    void tagIdIsTheSameInEveryProcess() {
        assertThat(new CacheTag("users").id()).isEqualTo(0x0522fd2d9ac9984dL);
    }

    @Test
    void shortensLongTagNamesAndRejectsEmptyOnes() {
        String kept = "t".repeat(CacheTag.MAX_LENGTH);
        assertThat(new CacheTag(kept).name()).isEqualTo(kept);
        assertThat(new CacheTag(kept + "t").name()).hasSize(CacheTag.MAX_LENGTH).startsWith("ttt");
        assertThatIllegalArgumentException().isThrownBy(() -> new CacheTag(""));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 47, 48, 63, 64, 65, 66, 1_000, 16_384, 100_000})
    void tagIdDependsOnWholeNameOfAnyLength(int length) {
        var name = new StringBuilder("tree /");
        new Random(length).ints(length, 'a', 'z').forEach(c -> name.append((char) c));
        name.setLength(length);
        var tag = new CacheTag(name.toString());
        assertThat(tag.id()).isEqualTo(CacheTag.id(name)).isEqualTo(CacheTag.id(tag.name()));
        assertThat(new CacheTag(tag.name())).isEqualTo(tag);
        name.setCharAt(length - 1, '.');
        assertThat(CacheTag.id(name)).isNotEqualTo(tag.id());
    }

    @Test
    void rejectsNegativeEpoch() {
        assertThatIllegalArgumentException().isThrownBy(() -> EpochStamp.of(-1, List.of()));
    }

    @Test
    void noOpRemovalListenerAcceptsRemovals() {
        RemovalListener.<String>none()
                .onRemoval(CacheKey.of("k"), CacheEntry.of("v", 1, 0, Instant.MAX), RemovalCause.EVICTED);
    }
}

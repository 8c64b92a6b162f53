package dev.larder.cache.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CacheValuesTest {

    private static final EpochStamp STAMP = EpochStamp.of(3, List.of(new CacheTag("users"), new CacheTag("skills")));

    @Test
    void an_entry_weighs_at_least_a_byte() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CacheEntry.of("v", 0, 0, Instant.MAX))
                .withMessageContaining("weight is 0 bytes");
    }

    @Test
    void an_entry_costs_nothing_or_more() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CacheEntry.of("v", 1, -1, Instant.MAX))
                .withMessageContaining("cost is -1 ns");
    }

    @Test
    void an_entry_needs_a_value_and_an_end() {
        assertThatExceptionOfType(NullPointerException.class).isThrownBy(() -> CacheEntry.of(null, 1, 0, Instant.MAX));
        assertThatExceptionOfType(NullPointerException.class).isThrownBy(() -> CacheEntry.of("v", 1, 0, null));
    }

    @Test
    void a_stamp_has_the_ids_of_its_tags_once_and_in_no_order() {
        assertThat(STAMP)
                .isEqualTo(EpochStamp.of(
                        3, List.of(new CacheTag("skills"), new CacheTag("users"), new CacheTag("skills"))));
        assertThat(STAMP.size()).isEqualTo(2);
        assertThat(List.of(STAMP.tag(0), STAMP.tag(1)))
                .containsExactlyInAnyOrder(new CacheTag("users").id(), new CacheTag("skills").id());
        assertThat(STAMP).isNotEqualTo(EpochStamp.of(4, List.of(new CacheTag("users"), new CacheTag("skills"))));
    }

    @Test
    void a_stamp_knows_its_tags() {
        assertThat(STAMP.has(new CacheTag("users"))).isTrue();
        assertThat(STAMP.has(new CacheTag("paths"))).isFalse();
        assertThat(EpochStamp.NONE.has(new CacheTag("users"))).isFalse();
    }

    @Test
    void two_stamps_together_count_no_longer_than_either() {
        assertThat(STAMP.and(EpochStamp.of(2, List.of(new CacheTag("users"), new CacheTag("paths")))))
                .isEqualTo(EpochStamp.of(
                        2, List.of(new CacheTag("paths"), new CacheTag("skills"), new CacheTag("users"))));
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-X3")
    void the_id_of_a_tag_is_the_same_in_every_process() {
        assertThat(new CacheTag("users").id()).isEqualTo(0x0522fd2d9ac9984dL);
    }

    @Test
    void a_tag_has_a_name_of_bounded_length() {
        assertThat(new CacheTag("t".repeat(CacheTag.MAX_LENGTH)).name()).hasSize(CacheTag.MAX_LENGTH);
        assertThatIllegalArgumentException().isThrownBy(() -> new CacheTag(""));
        assertThatIllegalArgumentException().isThrownBy(() -> new CacheTag("t".repeat(CacheTag.MAX_LENGTH + 1)));
    }

    @Test
    void an_epoch_is_never_negative() {
        assertThatIllegalArgumentException().isThrownBy(() -> EpochStamp.of(-1, List.of()));
    }

    @Test
    void a_listener_may_ignore_everything() {
        RemovalListener.<String>none()
                .onRemoval(CacheKey.of("k"), CacheEntry.of("v", 1, 0, Instant.MAX), RemovalCause.EVICTED);
    }
}

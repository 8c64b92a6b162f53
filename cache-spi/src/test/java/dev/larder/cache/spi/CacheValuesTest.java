package dev.larder.cache.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CacheValuesTest {

    private static final Stamp STAMP = Stamp.of(3, List.of(new Tag("users"), new Tag("skills")));

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
        assertThat(STAMP).isEqualTo(Stamp.of(3, List.of(new Tag("skills"), new Tag("users"), new Tag("skills"))));
        assertThat(STAMP.size()).isEqualTo(2);
        assertThat(List.of(STAMP.tag(0), STAMP.tag(1)))
                .containsExactlyInAnyOrder(new Tag("users").id(), new Tag("skills").id());
        assertThat(STAMP).isNotEqualTo(Stamp.of(4, List.of(new Tag("users"), new Tag("skills"))));
    }

    @Test
    void a_stamp_knows_its_tags() {
        assertThat(STAMP.has(new Tag("users"))).isTrue();
        assertThat(STAMP.has(new Tag("paths"))).isFalse();
        assertThat(Stamp.NONE.has(new Tag("users"))).isFalse();
    }

    @Test
    void two_stamps_together_count_no_longer_than_either() {
        assertThat(STAMP.and(Stamp.of(2, List.of(new Tag("users"), new Tag("paths")))))
                .isEqualTo(Stamp.of(2, List.of(new Tag("paths"), new Tag("skills"), new Tag("users"))));
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-X3")
    void the_id_of_a_tag_is_the_same_in_every_process() {
        assertThat(new Tag("users").id()).isEqualTo(0x0522fd2d9ac9984dL);
    }

    @Test
    void a_tag_has_a_name_of_bounded_length() {
        assertThat(new Tag("t".repeat(Tag.MAX_LENGTH)).name()).hasSize(Tag.MAX_LENGTH);
        assertThatIllegalArgumentException().isThrownBy(() -> new Tag(""));
        assertThatIllegalArgumentException().isThrownBy(() -> new Tag("t".repeat(Tag.MAX_LENGTH + 1)));
    }

    @Test
    void an_epoch_is_never_negative() {
        assertThatIllegalArgumentException().isThrownBy(() -> Stamp.of(-1, List.of()));
    }

    @Test
    void a_listener_may_ignore_everything() {
        RemovalListener.<String>none()
                .onRemoval(CacheKey.of("k"), CacheEntry.of("v", 1, 0, Instant.MAX), RemovalCause.EVICTED);
    }
}

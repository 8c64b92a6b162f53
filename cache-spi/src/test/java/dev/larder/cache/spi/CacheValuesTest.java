package dev.larder.cache.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CacheValuesTest {

    private static final TagEpoch STAMP = new TagEpoch(new Tag("users"), 3);

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
    void an_entry_keeps_the_stamp_it_was_given() {
        var stamp = new ArrayList<>(List.of(STAMP));
        var entry = new CacheEntry<>("v", 1, 0, Instant.MAX, stamp);
        stamp.clear();
        assertThat(entry.stamp()).containsExactly(STAMP);
    }

    @Test
    void a_tag_has_a_name_of_bounded_length() {
        assertThat(new Tag("t".repeat(Tag.MAX_LENGTH)).name()).hasSize(Tag.MAX_LENGTH);
        assertThatIllegalArgumentException().isThrownBy(() -> new Tag(""));
        assertThatIllegalArgumentException().isThrownBy(() -> new Tag("t".repeat(Tag.MAX_LENGTH + 1)));
    }

    @Test
    void an_epoch_is_never_negative() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TagEpoch(new Tag("t"), -1));
    }

    @Test
    void a_listener_may_ignore_everything() {
        RemovalListener.<String>none()
                .onRemoval(CacheKey.of("k"), CacheEntry.of("v", 1, 0, Instant.MAX), RemovalCause.EVICTED);
    }
}

package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyNameTest {

    @ParameterizedTest
    @EnumSource
    void a_policy_is_found_by_its_name(PolicyName name) {
        assertThat(PolicyName.of(name.id())).contains(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lru",
                "lfu",
                "fifo",
                "random",
                "gds",
                "gdsf",
                "gdsf-refusing",
                "lfuda",
                "tinylfu",
                "s3fifo",
                "sieve"
            })
    void names_are_those_of_the_settings(String id) {
        assertThat(PolicyName.of(id)).isPresent();
    }

    @Test
    void there_is_no_policy_of_another_name() {
        assertThat(PolicyName.of("LRU")).isEmpty();
        assertThat(PolicyName.of("mru")).isEmpty();
    }

    @Test
    void each_name_makes_a_policy_of_its_own_kind() {
        assertThat(PolicyName.values())
                .extracting(name -> name.create(1, 1).getClass())
                .doesNotHaveDuplicates();
    }
}

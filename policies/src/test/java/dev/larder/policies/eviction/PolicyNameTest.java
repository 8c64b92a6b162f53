package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyNameTest {

    @ParameterizedTest
    @EnumSource
    void aPolicyIsFoundByItsName(PolicyName name) {
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
    void findsPolicyForEveryIdOfSettings(String id) {
        assertThat(PolicyName.of(id)).isPresent();
    }

    @Test
    void findsNoPolicyForUnknownOrUppercaseId() {
        assertThat(PolicyName.of("LRU")).isEmpty();
        assertThat(PolicyName.of("mru")).isEmpty();
    }

    @Test
    void eachNameCreatesPolicyOfDistinctClass() {
        assertThat(PolicyName.values())
                .extracting(name -> name.create(1, 1).getClass())
                .doesNotHaveDuplicates();
    }
}

package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TinyLfuTest {

    private final EvictionPolicy<String> policy = new TinyLfu<>(100);

    private void request(String key, int times) {
        for (int i = 0; i < times; i++) {
            policy.onHit(key);
        }
    }

    @Test
    void refusesNewcomerNotRequestedMoreOftenThanVictim() {
        policy.onStore("a", 100, 0);
        assertThat(policy.onStore("b", 100, 0)).containsExactly("b");
    }

    @Test
    void admitsNewcomerAfterRepeatedRequests() {
        policy.onStore("a", 100, 0);
        policy.onStore("b", 100, 0);
        assertThat(policy.onStore("b", 100, 0)).containsExactly("a");
    }

    @Test
    void comparesNewcomerWithAllItsVictimsTogether() {
        policy.onStore("a", 50, 0);
        policy.onStore("b", 50, 0);
        request("a", 2);
        request("b", 2);
        for (int i = 1; i <= 6; i++) {
            assertThat(policy.onStore("c", 100, 0)).as("request %d", i).containsExactly("c");
        }
        assertThat(policy.onStore("c", 100, 0)).containsExactly("a", "b");
    }

    @Test
    void theVictimIsTheLeastRecentlyUsed() {
        policy.onStore("a", 50, 0);
        policy.onStore("b", 50, 0);
        policy.onHit("a");
        policy.onStore("c", 50, 0);
        assertThat(policy.onStore("c", 50, 0)).containsExactly("b");
    }
}

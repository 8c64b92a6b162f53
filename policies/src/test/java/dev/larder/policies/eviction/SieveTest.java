package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SieveTest {

    private final EvictionPolicy<String> policy = new Sieve<>(7);

    private String victimOf(String newcomer) {
        return String.join(" ", policy.onStore(newcomer, 1, 0));
    }

    @Test
    void handSkipsVisitedEntriesAndContinuesWhereItStopped() {
        Stream.of("a", "b", "c", "d", "e", "f", "g").forEach(this::victimOf);
        Stream.of("a", "b", "g").forEach(policy::onHit);
        assertThat(victimOf("h")).as("a and b are forgiven").isEqualTo("c");
        policy.onHit("a");
        assertThat(victimOf("i")).as("the hand has passed a already").isEqualTo("d");
        assertThat(Stream.of("j", "k").map(this::victimOf)).containsExactly("e", "f");
        assertThat(victimOf("l")).as("g is forgiven").isEqualTo("h");
        assertThat(Stream.of("m", "n", "o", "p").map(this::victimOf)).containsExactly("i", "j", "k", "l");
    }

    @Test
    void handWrapsFromHeadToTail() {
        Stream.of("a", "b", "c", "d", "e", "f", "g").forEach(this::victimOf);
        Stream.of("a", "b", "c", "d", "e", "f", "g").forEach(policy::onHit);
        assertThat(victimOf("h")).as("all are forgiven once").isEqualTo("a");
    }

    @Test
    void removalOfEntryAtHandMovesHandOn() {
        Stream.of("a", "b", "c", "d", "e", "f", "g").forEach(this::victimOf);
        policy.onHit("a");
        assertThat(victimOf("h")).isEqualTo("b");
        policy.onRemove("c");
        policy.checkInvariants();
        assertThat(victimOf("i")).as("there was room").isEmpty();
        assertThat(victimOf("j")).isEqualTo("d");
    }
}

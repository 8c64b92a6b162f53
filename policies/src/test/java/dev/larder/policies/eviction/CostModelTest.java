package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CostModelTest {

    @Test
    void every_miss_may_cost_the_same() {
        assertThat(CostModel.UNIT.of(1_000_000, 77)).isEqualTo(1);
    }

    @Test
    void a_miss_may_cost_packets() {
        assertThat(CostModel.PACKETS.of(536, 77)).isEqualTo(3);
        assertThat(CostModel.PACKETS.of(5_360, 77)).isEqualTo(12);
    }

    @Test
    void a_miss_may_cost_time_and_something_even_if_unknown() {
        assertThat(CostModel.LATENCY.of(536, 77)).isEqualTo(77);
        assertThat(CostModel.LATENCY.of(536, 0)).isEqualTo(1);
    }

    @Test
    void among_equals_who_was_slow_to_fetch_stays() {
        var policy = new Gdsf<String>(100, CostModel.LATENCY);
        policy.onStore("slow", 50, 1_000_000);
        policy.onStore("fast", 50, 1_000);
        assertThat(policy.onStore("new", 50, 1_000)).containsExactly("fast");
    }

    @Test
    void packets_count_for_more_than_the_count_of_misses_when_objects_are_large() {
        var byCount = new Gds<String>(10_100, CostModel.UNIT);
        var byPackets = new Gds<String>(10_100, CostModel.PACKETS);
        for (var policy : java.util.List.of(byCount, byPackets)) {
            policy.onStore("small", 3_000, 0);
            policy.onStore("large", 7_000, 0);
        }
        assertThat(byCount.onStore("new", 200, 0)).containsExactly("large");
        assertThat(byPackets.onStore("new", 200, 0)).containsExactly("large");
    }
}

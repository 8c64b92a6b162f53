package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CostModelTest {

    @Test
    void unitCostIsOneForEveryMiss() {
        assertThat(CostModel.UNIT.of(1_000_000, 77)).isEqualTo(1);
    }

    @Test
    void packetCostIsTwoPlusPacketsOf536Bytes() {
        assertThat(CostModel.PACKETS.of(536, 77)).isEqualTo(3);
        assertThat(CostModel.PACKETS.of(5_360, 77)).isEqualTo(12);
    }

    @Test
    void latencyCostIsFetchTimeAndAtLeastOne() {
        assertThat(CostModel.LATENCY.of(536, 77)).isEqualTo(77);
        assertThat(CostModel.LATENCY.of(536, 0)).isEqualTo(1);
    }

    @Test
    void latencyCostKeepsEntryThatWasSlowToFetch() {
        var policy = new Gdsf<String>(100, CostModel.LATENCY);
        policy.onStore("slow", 50, 1_000_000);
        policy.onStore("fast", 50, 1_000);
        assertThat(policy.onStore("new", 50, 1_000)).containsExactly("fast");
    }

    @Test
    void packetCostPrefersLargeObjects() {
        assertThat(victimOfTwo(CostModel.UNIT)).isEqualTo("large");
        assertThat(victimOfTwo(CostModel.PACKETS)).isEqualTo("small");
    }

    /** Of a large object requested five times and a small one requested once. */
    private static String victimOfTwo(CostModel cost) {
        var policy = new Gdsf<String>(7_300, cost);
        policy.onStore("small", 300, 0);
        policy.onStore("large", 7_000, 0);
        for (int i = 0; i < 4; i++) {
            policy.onHit("large");
        }
        return String.join(" ", policy.onStore("new", 200, 0));
    }
}

package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class S3FifoTest {

    private final EvictionPolicy<Integer> policy = new S3Fifo<>(100);

    private void store(int from, int to) {
        IntStream.range(from, to).forEach(key -> policy.onStore(key, 10, 0));
    }

    @Test
    void entriesRequestedOnceLeaveInInsertionOrder() {
        store(0, 10);
        assertThat(policy.onStore(10, 10, 0)).containsExactly(0);
        assertThat(policy.onStore(11, 10, 0)).containsExactly(1);
    }

    @Test
    void newEntrySurvivesWithTwoHitsButNotWithOne() {
        store(0, 10);
        policy.onHit(0);
        policy.onHit(1);
        policy.onHit(1);
        assertThat(policy.onStore(10, 10, 0)).containsExactly(0);
        assertThat(policy.onStore(11, 10, 0)).containsExactly(2);
        policy.checkInvariants();
    }

    @Test
    void entryStoredAgainSoonSurvivesScan() {
        store(0, 11);
        policy.onStore(0, 10, 0);
        store(20, 40);
        policy.onHit(0);
        assertThat(policy.onStore(40, 10, 0)).doesNotContain(0);
        policy.onRemove(0);
        assertThat(policy.weight()).isEqualTo(90);
    }

    @Test
    void promotionToMainQueueResetsHits() {
        store(0, 10);
        IntStream.range(0, 10)
                .forEach(key -> IntStream.range(0, key == 0 ? 3 : 2).forEach(i -> policy.onHit(key)));
        assertThat(policy.onStore(10, 10, 0)).containsExactly(0);
    }

    @Test
    void oldGhostsAreForgotten() {
        store(0, 1_000);
        policy.onStore(0, 10, 0);
        policy.checkInvariants();
        assertThat(policy.onStore(2_000, 10, 0)).hasSize(1);
        store(3_000, 3_009);
        assertThat(policy.onStore(4_000, 10, 0))
                .as("0 stands in the small queue, as on its first day")
                .doesNotContain(3_000);
    }

    /** 0 and 1 stand in the main queue, nobody in the small one. */
    private void twoInTheMainQueue() {
        store(0, 10);
        IntStream.of(0, 1, 0, 1).forEach(policy::onHit);
        assertThat(policy.onStore(10, 10, 0)).containsExactly(2);
        IntStream.rangeClosed(3, 10).forEach(policy::onRemove);
        assertThat(policy.weight()).isEqualTo(20);
    }

    @Test
    void entryHitInMainQueueSurvivesNextEviction() {
        twoInTheMainQueue();
        policy.onHit(0);
        policy.onStore(20, 5, 0);
        assertThat(policy.onStore(21, 80, 0)).containsExactly(1);
    }

    @Test
    void smallQueueEvictsWhenItHasItsShare() {
        twoInTheMainQueue();
        policy.onStore(20, 10, 0);
        assertThat(policy.onStore(21, 75, 0)).containsExactly(20);
    }

    @Test
    void remembersAsManyGhostsAsMainQueueMayWeigh() {
        store(0, 19);
        policy.onStore(0, 10, 0);
        IntStream.range(20, 40)
                .forEach(key -> assertThat(policy.onStore(key, 10, 0)).doesNotContain(0));
    }
}

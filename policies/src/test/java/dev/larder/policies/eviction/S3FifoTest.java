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
    void who_is_requested_once_leaves_in_the_order_of_arrival() {
        store(0, 10);
        assertThat(policy.onStore(10, 10, 0)).containsExactly(0);
        assertThat(policy.onStore(11, 10, 0)).containsExactly(1);
    }

    @Test
    void one_hit_does_not_save_a_newcomer_two_do() {
        store(0, 10);
        policy.onHit(0);
        policy.onHit(1);
        policy.onHit(1);
        assertThat(policy.onStore(10, 10, 0)).containsExactly(0);
        assertThat(policy.onStore(11, 10, 0)).containsExactly(2);
        policy.checkInvariants();
    }

    @Test
    void who_comes_back_soon_goes_to_the_main_queue_and_outlives_a_scan() {
        store(0, 11);
        policy.onStore(0, 10, 0);
        store(20, 40);
        policy.onHit(0);
        assertThat(policy.onStore(40, 10, 0)).doesNotContain(0);
        policy.onRemove(0);
        assertThat(policy.weight()).isEqualTo(90);
    }

    @Test
    void hits_are_forgotten_on_the_way_to_the_main_queue() {
        store(0, 10);
        IntStream.range(0, 10)
                .forEach(key -> IntStream.range(0, key == 0 ? 3 : 2).forEach(i -> policy.onHit(key)));
        assertThat(policy.onStore(10, 10, 0)).containsExactly(0);
    }

    @Test
    void ghosts_are_forgotten_in_time() {
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
    private void two_in_the_main_queue() {
        store(0, 10);
        IntStream.of(0, 1, 0, 1).forEach(policy::onHit);
        assertThat(policy.onStore(10, 10, 0)).containsExactly(2);
        IntStream.rangeClosed(3, 10).forEach(policy::onRemove);
        assertThat(policy.weight()).isEqualTo(20);
    }

    @Test
    void who_was_requested_in_the_main_queue_goes_another_round() {
        two_in_the_main_queue();
        policy.onHit(0);
        policy.onStore(20, 5, 0);
        assertThat(policy.onStore(21, 80, 0)).containsExactly(1);
    }

    @Test
    void where_the_small_queue_has_its_share_it_gives() {
        two_in_the_main_queue();
        policy.onStore(20, 10, 0);
        assertThat(policy.onStore(21, 75, 0)).containsExactly(20);
    }

    @Test
    void as_many_ghosts_are_remembered_as_the_main_queue_may_weigh() {
        store(0, 19);
        policy.onStore(0, 10, 0);
        IntStream.range(20, 40)
                .forEach(key -> assertThat(policy.onStore(key, 10, 0)).doesNotContain(0));
    }
}

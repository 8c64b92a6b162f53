package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyTransitionTest {

    private static final long CAPACITY = 1_000;
    private static final int RUNS = Integer.getInteger("larder.handover.runs", 200);

    private static List<Integer> evictAll(EvictionPolicy<Integer> policy) {
        return Stream.generate(policy::evict)
                .takeWhile(Optional::isPresent)
                .map(Optional::orElseThrow)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void evictRemovesEntryThatNextStoreWouldEvict(PolicyName name) {
        EvictionPolicy<Integer> evicting = full(name);
        EvictionPolicy<Integer> storing = full(name);
        List<Integer> victims = storing.onStore(1_000, 10, 0);
        if (!victims.contains(1_000)) {
            assertThat(victims).hasSize(1);
            assertThat(evicting.evict()).hasValue(victims.get(0));
        }
        evictAll(evicting);
        assertThat(evicting.weight()).isZero();
        assertThat(evicting.evict()).isEmpty();
        evicting.checkInvariants();
    }

    private static EvictionPolicy<Integer> full(PolicyName name) {
        EvictionPolicy<Integer> policy = name.create(CAPACITY, 1);
        var random = new Random(1);
        for (int key = 0; key < 100; key++) {
            policy.onStore(key, 10, 0);
        }
        for (int hit = 0; hit < 500; hit++) {
            policy.onHit((int) (100 * Math.pow(random.nextDouble(), 3)));
        }
        return policy;
    }

    @Test
    void nextPolicyTakesOverEvictionOrder() {
        var transition = new PolicyTransition<>(full(PolicyName.LRU), PolicyName.LRU.<Integer>create(CAPACITY, 1));
        while (!transition.isDone()) {
            assertThat(transition.step(7, key -> 0)).isEmpty();
        }
        assertThat(evictAll(transition.next())).isEqualTo(evictAll(full(PolicyName.LRU)));
    }

    @Test
    void formerPolicyChoosesVictimsDuringTransition() {
        List<Integer> order = evictAll(full(PolicyName.LRU));
        var transition = new PolicyTransition<>(full(PolicyName.LRU), PolicyName.FIFO.<Integer>create(CAPACITY, 1));
        transition.step(20, key -> 0);
        assertThat(transition.onStore(1_000, 25, 0)).containsExactlyElementsOf(order.subList(20, 23));
        assertThat(transition.onStore(1_001, CAPACITY + 1, 0)).containsExactly(1_001);
    }

    static Stream<Long> seeds() {
        return LongStream.rangeClosed(1, RUNS).boxed();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void transitionLosesNoEntryAndStaysWithinCapacity(long seed) {
        play(seed);
    }

    @Tag("thorough")
    @ParameterizedTest
    @MethodSource("seeds")
    void transitionLosesNoEntryAndStaysWithinCapacityForManySeeds(long seed) {
        play(seed);
    }

    private static void play(long seed) {
        var random = new Random(seed);
        List<PolicyName> names = List.of(PolicyName.values());
        EvictionPolicy<Integer> policy = names.get((int) (seed % names.size())).create(CAPACITY, seed);
        Map<Integer, Long> resident = new HashMap<>();
        for (int step = 0; step < 2_000; step++) {
            if (policy instanceof PolicyTransition<Integer> transition) {
                transition.step(random.nextInt(3), key -> key).forEach(resident::remove);
                policy = transition.isDone() ? transition.next() : policy;
            } else if (random.nextInt(100) == 0) {
                policy = new PolicyTransition<>(
                        policy, names.get(random.nextInt(names.size())).create(CAPACITY, seed));
            }
            request(policy, resident, random);
            policy.checkInvariants();
            assertThat(policy.weight())
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(resident.values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isLessThanOrEqualTo(CAPACITY);
        }
    }

    private static void request(EvictionPolicy<Integer> policy, Map<Integer, Long> resident, Random random) {
        Integer key = (int) (200 * Math.pow(random.nextDouble(), 3));
        if (random.nextInt(20) == 0) {
            policy.onRemove(key);
            resident.remove(key);
        } else if (resident.containsKey(key)) {
            policy.onHit(key);
        } else {
            long weight = 1L + random.nextInt(random.nextInt(50) == 0 ? 1_200 : 60);
            List<Integer> victims = new ArrayList<>(policy.onStore(key, weight, key));
            if (!victims.contains(key)) {
                resident.put(key, weight);
            }
            for (Integer victim : victims) {
                assertThat(victim.equals(key) || resident.remove(victim) != null)
                        .as("victim %s", victim)
                        .isTrue();
            }
        }
    }
}

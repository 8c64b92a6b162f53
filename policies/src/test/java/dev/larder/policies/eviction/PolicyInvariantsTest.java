package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What every policy owes to its owner, whatever its algorithm. */
class PolicyInvariantsTest {

    private static final int STEPS = Integer.getInteger("larder.invariants.steps", 4_000);

    static Stream<Arguments> policiesAndSeeds() {
        return Stream.of(PolicyName.values())
                .flatMap(name -> LongStream.rangeClosed(1, 4).mapToObj(seed -> Arguments.of(name, seed)));
    }

    @ParameterizedTest
    @EnumSource
    void victimsWereResidentAndInvariantsHoldAfterEveryStep(PolicyName name) {
        victimsWereResidentAndInvariantsHoldAfterEveryStep(name, 0);
    }

    @Tag("thorough")
    @ParameterizedTest
    @MethodSource("policiesAndSeeds")
    @Tag("hardening-X1")
    void victimsWereResidentAndInvariantsHoldAfterEveryStep(PolicyName name, long seed) {
        var random = new Random(seed);
        EvictionPolicy<Integer> policy = name.create(1_000, seed);
        Map<Integer, Long> resident = new HashMap<>();
        for (int step = 0; step < STEPS; step++) {
            Integer key = (int) (200 * Math.pow(random.nextDouble(), 3));
            if (random.nextInt(20) == 0) {
                policy.onRemove(key);
                resident.remove(key);
            } else if (resident.containsKey(key) || random.nextInt(30) == 0) {
                policy.onHit(key);
            } else {
                store(policy, resident, key, weight(random));
            }
            policy.checkInvariants();
            assertThat(policy.weight())
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(resident.values().stream()
                            .mapToLong(Long::longValue)
                            .sum());
        }
    }

    private static long weight(Random random) {
        return random.nextInt(50) == 0 ? 1 + random.nextInt(1_200) : 1 + random.nextInt(60);
    }

    private static void store(EvictionPolicy<Integer> policy, Map<Integer, Long> resident, Integer key, long weight) {
        List<Integer> victims = policy.onStore(key, weight, weight * 1_000);
        if (victims.contains(key)) {
            assertThat(victims).containsExactly(key);
            return;
        }
        assertThat(weight).isLessThanOrEqualTo(policy.capacity());
        for (Integer victim : victims) {
            assertThat(resident.remove(victim)).as("victim %s", victim).isNotNull();
        }
        resident.put(key, weight);
    }

    @ParameterizedTest
    @EnumSource
    void entryThatFitsIsStoredWithoutEviction(PolicyName name) {
        EvictionPolicy<String> policy = name.create(100, 1);
        for (int i = 0; i < 10; i++) {
            assertThat(policy.onStore("k" + i, 10, 0)).isEmpty();
        }
        assertThat(policy.weight()).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource
    void entryHeavierThanCapacityIsRefusedWithoutEviction(PolicyName name) {
        EvictionPolicy<String> policy = name.create(100, 1);
        policy.onStore("a", 100, 0);
        assertThat(policy.onStore("b", 101, 0)).containsExactly("b");
        assertThat(policy.onStore("c", Long.MAX_VALUE, 0)).containsExactly("c");
        assertThat(policy.weight()).isEqualTo(100);
        policy.checkInvariants();
    }

    @ParameterizedTest
    @EnumSource
    void policyOfZeroCapacityRefusesEverything(PolicyName name) {
        EvictionPolicy<String> policy = name.create(0, 1);
        assertThat(policy.onStore("a", 1, 0)).containsExactly("a");
        policy.onHit("a");
        policy.onRemove("a");
        policy.checkInvariants();
    }

    @ParameterizedTest
    @EnumSource
    void rejectsNegativeCapacity(PolicyName name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> name.create(-1, 1))
                .withMessageContaining("-1 bytes");
    }

    @ParameterizedTest
    @EnumSource
    void rejectsStoringResidentKeyAgain(PolicyName name) {
        EvictionPolicy<String> policy = name.create(100, 1);
        policy.onStore("a", 10, 0);
        assertThatIllegalStateException().isThrownBy(() -> policy.onStore("a", 10, 0));
    }

    @ParameterizedTest
    @EnumSource
    void totalWeightMayExceedIntegerRange(PolicyName name) {
        EvictionPolicy<Integer> policy = name.create(Long.MAX_VALUE, 1);
        for (int i = 0; i < 8; i++) {
            assertThat(policy.onStore(i, 1L << 60, 0)).hasSize(i < 7 ? 0 : 1);
        }
        policy.checkInvariants();
    }

    @ParameterizedTest
    @EnumSource
    void equalSeedsAndRequestsGiveEqualVictims(PolicyName name) {
        assertThat(victims(name.create(5_000, 7)))
                .isEqualTo(victims(name.create(5_000, 7)))
                .isNotEmpty();
    }

    private static List<Integer> victims(EvictionPolicy<Integer> policy) {
        var victims = new ArrayList<Integer>();
        for (int i = 0; i < 2_000; i++) {
            victims.addAll(policy.onStore(i, 1 + i % 97, 0));
        }
        return victims;
    }
}

package dev.larder.policies.caffeine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaffeinePolicyTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void weightIsSumOfResidentEntries(long seed) {
        var random = new Random(seed);
        var policy = new CaffeinePolicy<Integer>(1_000);
        Map<Integer, Long> resident = new HashMap<>();
        for (int step = 0; step < 4_000; step++) {
            Integer key = (int) (200 * Math.pow(random.nextDouble(), 3));
            if (random.nextInt(20) == 0) {
                policy.onRemove(key);
                resident.remove(key);
            } else if (resident.containsKey(key)) {
                policy.onHit(key);
            } else {
                long weight = 1L + random.nextInt(random.nextInt(50) == 0 ? 1_200 : 60);
                resident.put(key, weight);
                policy.onStore(key, weight, 0).forEach(resident::remove);
            }
            policy.checkInvariants();
            assertThat(policy.weight())
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(resident.values().stream()
                            .mapToLong(Long::longValue)
                            .sum());
        }
    }

    @Test
    void evictRemovesAllWithFrequentlyRequestedKeysLate() {
        var policy = new CaffeinePolicy<Integer>(1_000);
        for (int key = 0; key < 100; key++) {
            policy.onStore(key, 10, 0);
        }
        for (int hit = 0; hit < 10; hit++) {
            policy.onHit(7);
            policy.onStore(1_000, 1, 0);
            policy.onRemove(1_000);
        }
        List<Integer> order = Stream.generate(policy::evict)
                .takeWhile(Optional::isPresent)
                .map(Optional::orElseThrow)
                .toList();
        assertThat(order).doesNotHaveDuplicates().contains(7).hasSizeGreaterThan(90);
        assertThat(order.indexOf(7)).isGreaterThan(order.size() / 2);
        assertThat(policy.weight()).isZero();
    }
}

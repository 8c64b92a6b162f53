package dev.larder.policies.caffeine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
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
    void frequentlyRequestedKeyOutlivesOthers() {
        var policy = new CaffeinePolicy<Integer>(1_000);
        for (int key = 0; key < 100; key++) {
            policy.onStore(key, 10, 0);
        }
        for (int hit = 0; hit < 10; hit++) {
            policy.onHit(7);
        }
        List<Integer> victims = IntStream.range(100, 1_000)
                .mapToObj(key -> policy.onStore(key, 10, 0))
                .flatMap(List::stream)
                .toList();
        assertThat(victims).hasSize(900).doesNotHaveDuplicates().doesNotContain(7);
    }
}

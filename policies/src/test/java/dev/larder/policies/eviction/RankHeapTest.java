package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankHeapTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void leastElementIsFoundAfterUnannouncedRankIncreases(long seed) {
        var random = new Random(seed);
        var heap = new RankHeap<Integer>();
        List<RankedResident<Integer>> all = new ArrayList<>();
        for (int step = 0; step < 5_000; step++) {
            int dice = random.nextInt(10);
            if (all.isEmpty() || dice < 3) {
                var element = new RankedResident<>(step, 1, 1);
                element.rank = random.nextInt(20);
                element.lastRequest = step;
                all.add(element);
                heap.add(element);
            } else if (dice < 5) {
                heap.remove(all.remove(random.nextInt(all.size())));
            } else {
                RankedResident<Integer> element = all.get(random.nextInt(all.size()));
                element.rank += random.nextInt(3);
                element.lastRequest = step;
            }
            assertThat(heap.checkedElements())
                    .as("seed %d, step %d", seed, step)
                    .hasSameSizeAs(all);
            all.stream()
                    .min(Comparator.<RankedResident<Integer>>comparingDouble(r -> r.rank)
                            .thenComparingLong(r -> r.lastRequest))
                    .ifPresent(least -> assertThat(heap.least()).isSameAs(least));
        }
    }
}

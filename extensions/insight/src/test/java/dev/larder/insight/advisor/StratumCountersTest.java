package dev.larder.insight.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.policies.ghost.CandidatePolicy;
import dev.larder.policies.ghost.GhostCaches;
import dev.larder.policies.ghost.GhostSettings;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StratumCountersTest {

    private final GhostCaches ghosts = new GhostCaches(
            new GhostSettings(List.of(CandidatePolicy.LRU), List.of(1_000L), 1, 8 << 20, Long.MAX_VALUE, 1));
    private final StratumCounters strata = new StratumCounters();
    private long requests;
    private long bytes;

    private void take() {
        strata.take((stratum, many, sum) -> {
            requests += many;
            bytes += sum;
        });
    }

    @Test
    void assignsNewKeysToLastStratumAndRepeatedKeysToOneStratum() {
        int[] found = IntStream.range(0, 300)
                .map(i -> strata.meet(ghosts, i % 100, 10))
                .toArray();
        assertThat(IntStream.of(found).limit(100)).containsOnly(GhostCaches.strata() - 1);
        assertThat(IntStream.of(found).skip(100).distinct()).hasSize(1);
    }

    @Test
    void concurrentCountsAreNeitherLostNorTakenTwice() throws InterruptedException {
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(number ->
                        new Thread(() -> IntStream.range(0, 50_000).forEach(i -> strata.meet(ghosts, i % 77, 2))))
                .toList();
        threads.forEach(Thread::start);
        take();
        for (Thread thread : threads) {
            thread.join();
        }
        take();
        take();
        assertThat(requests).isEqualTo(200_000);
        assertThat(bytes).isEqualTo(400_000);
    }
}

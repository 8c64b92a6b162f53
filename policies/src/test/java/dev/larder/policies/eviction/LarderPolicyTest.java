package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.larder.policies.eviction.InMemoryTrace.Ratios;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Larder's own policy owes beyond what every policy does. */
class LarderPolicyTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void invariantsHoldWhileShadowCachesFillAndHalveSample(long seed) {
        var random = new Random(seed);
        OptimizationGoal goal = seed % 2 == 0 ? OptimizationGoal.HITS : OptimizationGoal.BYTES;
        var policy = new LarderPolicy<Integer>(2_000_000, goal, seed);
        Map<Integer, Long> resident = new HashMap<>();
        for (int step = 0; step < 60_000; step++) {
            Integer key = (int) (20_000 * Math.pow(random.nextDouble(), 3));
            if (random.nextInt(50) == 0) {
                policy.onRemove(key);
                resident.remove(key);
            } else if (resident.containsKey(key)) {
                policy.onHit(key);
            } else {
                long weight = 1 + (long) Math.exp(6 + 2.5 * random.nextGaussian());
                resident.put(key, weight);
                policy.onStore(key, weight, 0).forEach(resident::remove);
            }
            if (step % 200 == 0) {
                policy.checkInvariants();
            }
        }
        assertThat(policy.weight())
                .as("seed %d", seed)
                .isEqualTo(resident.values().stream().mapToLong(Long::longValue).sum());
    }

    @Tag("long")
    @Tag("thorough")
    @ParameterizedTest
    @EnumSource
    void outperformsFixedPoliciesAtItsGoal(OptimizationGoal goal) {
        InMemoryTrace trace = InMemoryTrace.generated(5, 300_000, 20_000);
        Ratios hits = trace.replay(new LarderPolicy<>(500_000, OptimizationGoal.HITS, 1));
        Ratios bytes = trace.replay(new LarderPolicy<>(500_000, OptimizationGoal.BYTES, 1));
        assertThat(hits.hits()).isGreaterThan(bytes.hits() + 0.05);
        assertThat(bytes.bytes()).isGreaterThan(hits.bytes() + 0.01);
        Ratios larder = goal == OptimizationGoal.HITS ? hits : bytes;
        for (PolicyName other : List.of(PolicyName.LRU, PolicyName.LFUDA, PolicyName.S3FIFO, PolicyName.SIEVE)) {
            Ratios fixed = trace.replay(other.create(500_000, 1));
            assertThat(goal == OptimizationGoal.HITS ? larder.hits() : larder.bytes())
                    .as("%s beside %s", goal, other)
                    .isGreaterThan(goal == OptimizationGoal.HITS ? fixed.hits() : fixed.bytes());
        }
    }

    @Test
    void frequencyIsRememberedBeyondEviction() {
        var policy = new LarderPolicy<String>(100, OptimizationGoal.BYTES, 1);
        for (int i = 0; i < 8; i++) {
            policy.onStore("known", 100, 0);
            policy.onRemove("known");
        }
        policy.onStore("other", 100, 0);
        assertThat(policy.onStore("known", 100, 0)).containsExactly("other");
        assertThat(policy.onStore("other", 100, 0)).containsExactly("other");
    }

    @Test
    void oneHugeNewcomerDoesNotFlushTheCache() {
        var policy = new LarderPolicy<Integer>(100_000, OptimizationGoal.HITS, 1);
        for (int key = 0; key < 100; key++) {
            policy.onStore(key, 1_000, 0);
        }
        assertThat(policy.onStore(-1, 100_000, 0)).containsExactly(-1);
        assertThat(policy.weight()).isCloseTo(100_000, withinPercentage(1));
    }

    /** The targets on the two CDN traces, and the distance to LRU on every trace and size. */
    @Tag("long")
    @Tag("thorough")
    @Test
    void meetsTargetsOnRealTracesAndStaysNearLru() throws IOException {
        var softly = new SoftAssertions();
        double hits = 0;
        double bytes = 0;
        int count = 0;
        String previous = "";
        InMemoryTrace trace = InMemoryTrace.generated(1, 1, 1);
        for (String row : Files.readAllLines(SharedTraces.file("reference/hit-ratios.csv"))) {
            String[] columns = row.split(",", -1);
            if (!columns[1].equals("lru")) {
                continue;
            }
            if (!columns[0].equals(previous)) {
                trace = InMemoryTrace.read(SharedTraces.file("traces/" + columns[0] + ".csv.gz"));
                previous = columns[0];
            }
            long capacity = Long.parseLong(columns[3]);
            double hitRatio = trace.replay(new LarderPolicy<>(capacity, OptimizationGoal.HITS, 1))
                    .hits();
            double byteHitRatio = trace.replay(new LarderPolicy<>(capacity, OptimizationGoal.BYTES, 1))
                    .bytes();
            softly.assertThat(hitRatio).as("hits, %s", row).isGreaterThan(Double.parseDouble(columns[5]) - 0.02);
            softly.assertThat(byteHitRatio).as("bytes, %s", row).isGreaterThan(Double.parseDouble(columns[6]) - 0.02);
            if (columns[0].startsWith("cdn")) {
                hits += hitRatio;
                bytes += byteHitRatio;
                count++;
            }
        }
        softly.assertThat(count).isEqualTo(10);
        softly.assertThat(hits / count).as("mean hit ratio").isGreaterThan(0.347);
        softly.assertThat(bytes / count).as("mean byte hit ratio").isGreaterThan(0.243);
        softly.assertAll();
    }
}

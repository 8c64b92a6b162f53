package dev.larder.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedWorkloadTest {

    private static RequestBlock generate(String specification, long seed) {
        var block = new RequestBlock();
        GeneratedTrace trace = GeneratedTrace.parse(specification, seed).orElseThrow();
        RequestReader reader = trace.open();
        while (!block.isFull() && trace.parameters().requests() > block.count()) {
            assertThat(next(reader, block)).isTrue();
        }
        return block;
    }

    private static boolean next(RequestReader reader, RequestBlock block) {
        try {
            return reader.readNext(block);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static int[] counts(RequestBlock block, int objects) {
        var counts = new int[objects];
        for (int i = 0; i < block.count(); i++) {
            counts[(int) block.key(i)]++;
        }
        return counts;
    }

    @Test
    void randomRequestsObjectsUniformly() {
        int[] counts = counts(generate("random:requests=32000", 1), 50);
        double chiSquared = Arrays.stream(counts)
                .mapToDouble(n -> (n - 640) * (n - 640) / 640.0)
                .sum();
        assertThat(chiSquared).as("49 degrees of freedom").isBetween(20.0, 90.0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void staggeredRepeatsObjectsAndRedrawsThemEveryFiftyRequests(long seed) {
        RequestBlock block = generate("staggered", seed);
        Set<Long> chosen = new HashSet<>();
        for (int period = 0; period < 10; period++) {
            long[] rhythm = {-1, -1, -1};
            for (int i = 50 * period; i < 50 * period + 50; i++) {
                int nth = i + 1;
                int which = nth % 7 == 0 ? 2 : nth % 5 == 0 ? 1 : nth % 3 == 0 ? 0 : -1;
                if (which >= 0) {
                    rhythm[which] = rhythm[which] < 0 ? block.key(i) : rhythm[which];
                    assertThat(block.key(i))
                            .as("seed %d, request %d", seed, nth)
                            .isEqualTo(rhythm[which]);
                }
            }
            assertThat(rhythm).as("seed %d, period %d", seed, period).doesNotHaveDuplicates();
            Arrays.stream(rhythm).forEach(chosen::add);
        }
        assertThat(chosen).as("seed %d", seed).hasSizeGreaterThan(10);
    }

    @Test
    void patternSizesAddUpToConfiguredTotal() {
        double total = 0;
        for (int seed = 0; seed < 200; seed++) {
            RequestBlock block = generate("random:requests=2000", seed);
            var sizes = new long[50];
            for (int i = 0; i < block.count(); i++) {
                sizes[(int) block.key(i)] = block.size(i);
            }
            total += Arrays.stream(sizes).sum() / 200.0;
        }
        assertThat(total).isCloseTo(6_250_000, within(200_000.0));
        RequestBlock scaled = generate("random:requests=50,objects=1,total=777", 1);
        assertThat(scaled.size(0)).isEqualTo(777);
    }

    @Test
    void zipfFollowsDistributionWriteShareAndPools() {
        RequestBlock block = generate("zipf:objects=100,alpha=1,requests=32000,writes=0.25,pools=10", 3);
        int[] counts = counts(block, 100);
        double harmonic = 5.18738;
        for (int rank : new int[] {1, 2, 5, 10}) {
            double expected = 32_000 / harmonic / rank;
            assertThat(counts[rank - 1]).isCloseTo((int) expected, within((int) (4 * Math.sqrt(expected))));
        }
        long writes = 0;
        Set<Long> pools = new HashSet<>();
        for (int i = 0; i < block.count(); i++) {
            writes += block.isWrite(i) ? 1 : 0;
            pools.add(block.segment(i));
            assertThat(block.segment(i)).isEqualTo(1 + block.key(i) % 10);
        }
        assertThat(writes).isCloseTo(8_000, within(320L));
        assertThat(pools).hasSize(10);
    }

    @Test
    void loopRequestsAllObjectsInOrder() {
        RequestBlock block = generate("loop:objects=7,requests=50", 1);
        for (int i = 0; i < 50; i++) {
            assertThat(block.key(i)).isEqualTo(i % 7);
            assertThat(block.size(i)).isEqualTo(1);
        }
    }

    @Test
    void sameSeedGivesSameTraceAndOtherSeedsDiffer() {
        var traces = new HashSet<String>();
        for (long seed : new long[] {1, 1, 2, 2, 3}) {
            RequestBlock block = generate("staggered", seed);
            var text = new StringBuilder();
            for (int i = 0; i < block.count(); i++) {
                text.append(block.key(i)).append(':').append(block.size(i)).append(' ');
            }
            traces.add(text.toString());
        }
        assertThat(traces).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"zipf:objects=0", "zipf:objects", "zipf:objects=x", "zipf:colour=1", "zipf:writes=2", "loop:"})
    void rejectsInvalidParameters(String specification) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GeneratedTrace.parse(specification, 1))
                .withMessageStartingWith("expected");
    }

    @Test
    void unknownNamesAreNotGeneratedTraces() {
        assertThat(GeneratedTrace.parse("trace.csv", 1)).isEmpty();
        assertThat(GeneratedTrace.parse("c:zipf", 1)).isEmpty();
    }
}

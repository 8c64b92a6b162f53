package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FrequencySketchTest {

    /** About 4,096 keys, each counted up to four times. */
    private static void assertSeldomWrong(FrequencySketch sketch) {
        for (int key = 0; key < 4_096; key++) {
            count(sketch, key, 1 + key % 4);
        }
        long exact = IntStream.range(0, 4_096)
                .filter(key -> sketch.frequency(key) == 1 + key % 4)
                .count();
        assertThat(exact).isGreaterThan(4_000);
    }

    private static void count(FrequencySketch sketch, int hash, int times) {
        IntStream.range(0, times).forEach(i -> sketch.increment(hash));
    }

    @Test
    void countsUpToFifteen() {
        var sketch = new FrequencySketch(1_000);
        count(sketch, 42, 9);
        assertThat(sketch.frequency(42)).isEqualTo(9);
        count(sketch, 42, 9);
        assertThat(sketch.frequency(42)).isEqualTo(15);
        assertThat(sketch.frequency(43)).isZero();
    }

    @Test
    void isMostlyExactForConfiguredNumberOfKeys() {
        var sketch = new FrequencySketch(4_096);
        assertSeldomWrong(sketch);
        assertThat(IntStream.range(0, 4_096)).allMatch(key -> sketch.frequency(key) >= 1 + key % 4);
    }

    @Test
    void halvesCountsAfterSamplePeriod() {
        var sketch = new FrequencySketch(64);
        count(sketch, 42, 8);
        var random = new Random(1);
        IntStream.range(0, 640 - 8).forEach(i -> sketch.increment(random.nextInt() | 1));
        assertThat(sketch.frequency(42)).isBetween(4, 7);
    }

    @Test
    void halvingDoesNotLeakBitsIntoNeighbouringCounters() {
        var sketch = new FrequencySketch(64);
        IntStream.range(0, 639).forEach(i -> sketch.increment(i % 200));
        int[] before = IntStream.range(0, 200).map(sketch::frequency).toArray();
        sketch.increment(1_000_000);
        assertThat(IntStream.range(0, 200)).allMatch(key -> sketch.frequency(key) <= (before[key] + 1) / 2);
    }

    @Test
    void keepsItsCountsWhenItGrows() {
        var sketch = new FrequencySketch(64);
        for (int key = 0; key < 50; key++) {
            count(sketch, key, 1 + key % 8);
        }
        int[] before = IntStream.range(0, 50).map(sketch::frequency).toArray();
        sketch.ensureCapacity(10_000);
        assertThat(IntStream.range(0, 50).map(sketch::frequency).toArray()).isEqualTo(before);
    }

    @Test
    void isMostlyExactAfterGrowing() {
        var sketch = new FrequencySketch(64);
        sketch.ensureCapacity(4_096);
        assertSeldomWrong(sketch);
    }

    @Test
    void keepsCountsUntilNextHalving() {
        var sketch = new FrequencySketch(64);
        IntStream.range(0, 640).forEach(sketch::increment);
        int before = sketch.frequency(-1);
        count(sketch, -1, 4);
        IntStream.range(1_000, 1_315).forEach(sketch::increment);
        int after = sketch.frequency(-1);
        assertThat(after).isGreaterThanOrEqualTo(before + 4);
        sketch.increment(5_000);
        assertThat(sketch.frequency(-1)).as("half a sample later").isLessThan(after);
    }
}

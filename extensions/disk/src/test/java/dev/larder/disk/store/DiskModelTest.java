package dev.larder.disk.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.StoreOutcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations at random, restarts among them, beside a plain map. There is room for all. */
class DiskModelTest extends DiskFixture {

    private static final int KEYS = 40;
    private static final int STEPS = 600;

    private final Map<Integer, CacheEntry<String>> model = new HashMap<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void behavesLikeMapAcrossRestarts(long seed) {
        var random = new Random(seed);
        open();
        for (int step = 0; step < STEPS; step++) {
            int n = random.nextInt(KEYS);
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3 -> put(n, random);
                case 4, 5, 6 -> replace(n, random);
                case 7, 8 ->
                    assertThat(await(store.remove(key(n))))
                            .as("seed %d, step %d", seed, step)
                            .isEqualTo(model.remove(n) != null);
                case 9 -> rarely(random);
                default ->
                    assertThat(await(store.get(key(n))).orElse(null))
                            .as("seed %d, step %d", seed, step)
                            .isEqualTo(model.get(n));
            }
        }
        reopen();
        check(seed);
    }

    private CacheEntry<String> some(Random random) {
        boolean empty = random.nextInt(10) == 0;
        String text = empty ? "" : "text ".repeat(random.nextInt(400)) + random.nextInt(1 << 20);
        return entry(text, 100 + random.nextInt(3));
    }

    private void put(int n, Random random) {
        CacheEntry<String> entry = some(random);
        assertThat(await(store.put(key(n), entry))).isEqualTo(StoreOutcome.STORED);
        model.put(n, entry);
    }

    private void replace(int n, Random random) {
        CacheEntry<String> expected = random.nextInt(4) == 0 ? some(random) : model.get(n);
        CacheEntry<String> entry = some(random);
        boolean fits = expected == null ? !model.containsKey(n) : expected.equals(model.get(n));
        assertThat(await(store.replace(key(n), expected, entry)))
                .isEqualTo(fits ? StoreOutcome.STORED : StoreOutcome.CONFLICT);
        if (fits) {
            model.put(n, entry);
        }
    }

    private void rarely(Random random) {
        switch (random.nextInt(8)) {
            case 0 -> {
                await(store.clear());
                model.clear();
            }
            case 1, 2 -> reopen();
            default -> store.checkInvariants();
        }
    }

    private void check(long seed) {
        for (int n = 0; n < KEYS; n++) {
            assertThat(await(store.get(key(n))).orElse(null))
                    .as("seed %d, key %d", seed, n)
                    .isEqualTo(model.get(n));
        }
        store.checkInvariants();
        assertThat(blobs()).as("seed %d", seed).hasSize((int) model.values().stream()
                .filter(entry -> !entry.value().isEmpty())
                .count());
        for (var kind : DiskFaults.Kind.values()) {
            assertThat(faults.count(kind)).as("%s, seed %d", kind, seed).isZero();
        }
    }
}

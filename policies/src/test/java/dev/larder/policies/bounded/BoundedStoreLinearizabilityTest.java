package dev.larder.policies.bounded;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.MovableClock;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.policies.eviction.PolicyName;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every concurrent history of get, put, replace and remove has an order in which a plain map gives the same answers. There
 * is room for all, as which entries leave depends on hits, and the store may lose some of those.
 */
@Param(name = "key", gen = IntGen.class, conf = "1:2")
@Param(name = "value", gen = IntGen.class, conf = "1:3")
@Param(name = "expected", gen = IntGen.class, conf = "0:3")
@Tag("thorough")
public class BoundedStoreLinearizabilityTest {

    private static final List<CacheKey> KEYS = List.of(CacheKey.of("/0"), CacheKey.of("/1"), CacheKey.of("/2"));

    /** By value; 1 and 2 weigh the same, 3 more: a rewrite goes either way. */
    private static final List<CacheEntry<Integer>> ENTRIES = IntStream.rangeClosed(0, 3)
            .mapToObj(value -> CacheEntry.of(value, 10 + value / 3, 0, Instant.MAX))
            .toList();

    private final BoundedStore<Integer> store =
            new BoundedStore<>(PolicyName.LRU.create(1_000, 1), new MovableClock(), RemovalListener.none());

    @Operation
    public int get(@Param(name = "key") int key) {
        return join(store.get(key(key))).map(CacheEntry::value).orElse(0);
    }

    @Operation
    public String put(@Param(name = "key") int key, @Param(name = "value") int value) {
        return join(store.put(key(key), entry(value))).name();
    }

    @Operation
    public String replace(
            @Param(name = "key") int key, @Param(name = "expected") int expected, @Param(name = "value") int value) {
        return join(store.replace(key(key), expected == 0 ? null : entry(expected), entry(value)))
                .name();
    }

    @Operation
    public boolean remove(@Param(name = "key") int key) {
        return join(store.remove(key(key)));
    }

    private static CacheKey key(int n) {
        return KEYS.get(n);
    }

    private static CacheEntry<Integer> entry(int value) {
        return ENTRIES.get(value);
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    /** What a store of these operations is to one thread. */
    public static class PlainMap {

        private final Map<Integer, Integer> map = new HashMap<>();

        public int get(int key) {
            return map.getOrDefault(key, 0);
        }

        public String put(int key, int value) {
            map.put(key, value);
            return "STORED";
        }

        public String replace(int key, int expected, int value) {
            return get(key) == expected ? put(key, value) : "CONFLICT";
        }

        public boolean remove(int key) {
            return map.remove(key) != null;
        }
    }

    @Test
    void historiesAreLinearizableUnderStress() {
        new StressOptions()
                .sequentialSpecification(PlainMap.class)
                .threads(3)
                .actorsPerThread(3)
                .iterations(20)
                .invocationsPerIteration(400)
                .check(BoundedStoreLinearizabilityTest.class);
    }

    @Test
    void historiesAreLinearizableUnderModelChecking() {
        new ModelCheckingOptions()
                .sequentialSpecification(PlainMap.class)
                .threads(2)
                .actorsPerThread(3)
                .iterations(8)
                .invocationsPerIteration(50)
                .check(BoundedStoreLinearizabilityTest.class);
    }
}

package dev.larder.policies.bounded;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.MovableClock;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.policies.eviction.PolicyName;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nor does it change any history that another policy takes over meanwhile: to who reads and writes it is no operation. */
@Param(name = "key", gen = IntGen.class, conf = "1:2")
@Param(name = "value", gen = IntGen.class, conf = "1:3")
@Tag("thorough")
public class PolicySwitchLinearizabilityTest {

    private static final long CAPACITY = 1_000;
    private static final List<CacheKey> KEYS = List.of(CacheKey.of("/0"), CacheKey.of("/1"), CacheKey.of("/2"));
    private static final List<CacheEntry<Integer>> ENTRIES = IntStream.rangeClosed(0, 3)
            .mapToObj(value -> CacheEntry.of(value, 10 + value / 3, 0, Instant.MAX))
            .toList();

    private final BoundedStore<Integer> store =
            new BoundedStore<>(PolicyName.LRU.create(CAPACITY, 1), new MovableClock(), RemovalListener.none());

    @Operation
    public int get(@Param(name = "key") int key) {
        return store.get(KEYS.get(key))
                .toCompletableFuture()
                .join()
                .map(CacheEntry::value)
                .orElse(0);
    }

    @Operation
    public String put(@Param(name = "key") int key, @Param(name = "value") int value) {
        return store.put(KEYS.get(key), ENTRIES.get(value))
                .toCompletableFuture()
                .join()
                .name();
    }

    @Operation
    public boolean remove(@Param(name = "key") int key) {
        return store.remove(KEYS.get(key)).toCompletableFuture().join();
    }

    @Operation
    public void govern() {
        store.govern(PolicyName.SIEVE.create(CAPACITY, 1), 1);
    }

    /** What a store of these operations is to one thread. */
    public static class PlainMap extends BoundedStoreLinearizabilityTest.PlainMap {

        public void govern() {}
    }

    @Test
    void historiesAreLinearizableWhilePolicyIsSwitched() {
        new StressOptions()
                .sequentialSpecification(PlainMap.class)
                .threads(3)
                .actorsPerThread(3)
                .iterations(5)
                .invocationsPerIteration(100)
                .check(PolicySwitchLinearizabilityTest.class);
    }
}

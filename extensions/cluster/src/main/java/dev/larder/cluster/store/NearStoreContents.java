package dev.larder.cluster.store;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.StoreContents;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Contents of the front, and of the map as far as this member reports it. Weights are the sum of both. Counting never iterates
 * over the map, so the count of entries is a lower bound.
 */
record NearStoreContents(StoreContents front, SharedMapStore<?> behind) implements StoreContents {

    @Override
    public long count() {
        return Math.max(front.count(), behind.map().count());
    }

    @Override
    public long weight() {
        return front.weight() + behind.map().bytes();
    }

    @Override
    public long maxWeight() {
        return front.maxWeight()
                + Math.max(behind.map().maxBytes(), behind.map().bytes());
    }

    /** Waits for the map if the key is not in front. */
    @Override
    public Optional<EpochStamp> stamp(CacheKey key) {
        return front.stamp(key).or(() -> behind.get(key).join().map(entry -> entry.stamp()));
    }

    /** Waits for the map if the key is not in front. */
    @Override
    public OptionalLong weight(CacheKey key) {
        OptionalLong inFront = front.weight(key);
        return inFront.isPresent()
                ? inFront
                : behind.get(key)
                        .join()
                        .map(entry -> OptionalLong.of(entry.weight()))
                        .orElse(OptionalLong.empty());
    }

    @Override
    public List<CacheKey> hottest(int most) {
        return front.hottest(most);
    }

    @Override
    public Stream<CacheKey> keys() {
        Stream<CacheKey> onlyBehind = behind.map()
                .keys()
                .flatMap(NearStoreContents::key)
                .filter(key -> front.stamp(key).isEmpty());
        return Stream.concat(front.keys(), onlyBehind);
    }

    private static Stream<CacheKey> key(byte[] encoded) {
        try {
            return Stream.of(CacheKey.ofEncoded(encoded));
        } catch (IllegalArgumentException notAKey) {
            return Stream.empty();
        }
    }
}

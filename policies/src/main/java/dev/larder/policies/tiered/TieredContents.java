package dev.larder.policies.tiered;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.StoreContents;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The contents of a {@link TieredStore}: the union of memory and the store behind it. */
record TieredContents(StoreContents front, StoreContents back) implements StoreContents {

    @Override
    public long count() {
        try (Stream<CacheKey> keys = keys()) {
            return keys.count();
        }
    }

    @Override
    public long weight() {
        return front.weight() + back.weight();
    }

    @Override
    public long maxWeight() {
        return front.maxWeight() + back.maxWeight();
    }

    @Override
    public Optional<EpochStamp> stamp(CacheKey key) {
        return front.stamp(key).or(() -> back.stamp(key));
    }

    @Override
    public OptionalLong weight(CacheKey key) {
        OptionalLong inFront = front.weight(key);
        return inFront.isPresent() ? inFront : back.weight(key);
    }

    @Override
    public List<CacheKey> hottest(int most) {
        return front.hottest(most);
    }

    @Override
    public Stream<CacheKey> keys() {
        return Stream.concat(
                back.keys(), front.keys().filter(key -> back.stamp(key).isEmpty()));
    }
}

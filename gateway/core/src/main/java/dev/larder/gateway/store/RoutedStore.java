package dev.larder.gateway.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.StoreContents;
import dev.larder.cache.spi.StoreOutcome;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Combines several stores into one: the key names the store. The name is read from the encoded key, which takes a few
 * nanoseconds for each store and allocates nothing. A key of a rule that has another store by now still leads to the store that its
 * response was put in.
 */
public final class RoutedStore<V> implements CacheStore<V> {

    private final CacheStore<V> others;
    private final List<Route<V>> routes;

    /** A store, and how keys name it. */
    private record Route<V>(String part, CacheStore<V> store) {}

    /**
     * Creates a view of these stores.
     *
     * @param others store for keys that name none of the others
     * @param named stores by name
     */
    public RoutedStore(CacheStore<V> others, Map<String, CacheStore<V>> named) {
        this.others = others;
        this.routes = named.entrySet().stream()
                .map(store -> new Route<>(CacheKeys.STORE + store.getKey(), store.getValue()))
                .toList();
    }

    @Override
    public CompletionStage<Optional<CacheEntry<V>>> get(CacheKey key) {
        return of(key).get(key);
    }

    @Override
    public Optional<CacheEntry<V>> getAtOnce(CacheKey key) {
        return of(key).getAtOnce(key);
    }

    @Override
    public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<V> entry) {
        return of(key).put(key, entry);
    }

    @Override
    public CompletionStage<StoreOutcome> replace(CacheKey key, @Nullable CacheEntry<V> expected, CacheEntry<V> entry) {
        return of(key).replace(key, expected, entry);
    }

    @Override
    public CompletionStage<Boolean> remove(CacheKey key) {
        return of(key).remove(key);
    }

    @Override
    public CompletionStage<Void> clear() {
        return CompletableFuture.allOf(
                all().stream().map(store -> store.clear().toCompletableFuture()).toArray(CompletableFuture[]::new));
    }

    @Override
    public Optional<StoreContents> contents() {
        List<StoreContents> parts =
                all().stream().flatMap(store -> store.contents().stream()).toList();
        return parts.size() == all().size() ? Optional.of(new Together(parts, this)) : Optional.empty();
    }

    private CacheStore<V> of(CacheKey key) {
        for (int i = 0; i < routes.size(); i++) {
            Route<V> route = routes.get(i);
            if (CacheKeys.hasStore(key, route.part)) {
                return route.store;
            }
        }
        return others;
    }

    private Collection<CacheStore<V>> all() {
        return Stream.concat(Stream.of(others), routes.stream().map(Route::store))
                .distinct()
                .toList();
    }

    private record Together(List<StoreContents> parts, RoutedStore<?> store) implements StoreContents {

        @Override
        public long count() {
            return parts.stream().mapToLong(StoreContents::count).sum();
        }

        @Override
        public long weight() {
            return parts.stream().mapToLong(StoreContents::weight).sum();
        }

        @Override
        public long maxWeight() {
            return parts.stream().mapToLong(StoreContents::maxWeight).sum();
        }

        @Override
        public Stream<CacheKey> keys() {
            return parts.stream().flatMap(StoreContents::keys);
        }

        @Override
        public OptionalLong weight(CacheKey key) {
            return store.of(key)
                    .contents()
                    .map(contents -> contents.weight(key))
                    .orElse(OptionalLong.empty());
        }

        @Override
        public List<CacheKey> hottest(int most) {
            return parts.stream()
                    .flatMap(part -> part.hottest(most).stream())
                    .limit(most)
                    .toList();
        }

        @Override
        public Optional<EpochStamp> stamp(CacheKey key) {
            return store.of(key).contents().flatMap(contents -> contents.stamp(key));
        }
    }
}

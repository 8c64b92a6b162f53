package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.traffic.EvictionMetrics;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.BodyRecorderFactory;
import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.gateway.store.MemoryStoreFactory;
import dev.larder.gateway.store.StoreSettings;
import dev.larder.gateway.store.StoreTierFactory;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.rfc9111.ResponseVariants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Larger bodies go where the factory of their own store keeps them. */
class ConfiguredStoreFactoryTest {

    private final List<String> asked = new ArrayList<>();
    private final Recorders one = new Recorders(1);
    private final Recorders other = new Recorders(2);

    @Test
    void asksOnlyFactoryOfStoreForBodyRecordersAndOnlyOnce() {
        ConfiguredStoreFactory stores = stores(Map.of(
                "larder.store.type", "one", "larder.stores.big.type", "OTHER", "larder.stores.small.type", "lru"));
        stores.main();
        stores.named();
        assertThat(asked).containsExactlyInAnyOrder("one: default", "other: big");
        assertThat(stores.bodies(Optional.empty())).contains(one);
        assertThat(stores.bodies(Optional.of("big"))).contains(other);
        assertThat(stores.bodies(Optional.of("small"))).isEmpty();
        assertThat(asked).hasSize(2);
    }

    @Test
    void asksTierBehindMemoryForBodyRecorders() {
        ConfiguredStoreFactory stores = stores(Map.of("larder.store.tiers", "memory,other"));
        stores.main();
        assertThat(stores.bodies(Optional.empty())).contains(other);
        assertThat(asked).containsExactly("other: default");
    }

    @Test
    void storeProvidedByApplicationHasNoBodyRecorders() {
        assertThat(stores(Map.of("larder.store.type", "one")).bodies(Optional.empty()))
                .isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void passesTypeToFactoryInSpellingOfFactory() {
        var own = new Own("two-words", one);
        ConfiguredStoreFactory stores =
                stores(Map.of("larder.store.type", "TwoWords", "larder.stores.big.type", "two_words"), own);
        stores.main();
        stores.named();
        assertThat(own.types).containsExactly("two-words", "two-words");
    }

    private ConfiguredStoreFactory stores(Map<String, String> properties) {
        return stores(properties, new Own("one", one), new Own("other", other));
    }

    private static ConfiguredStoreFactory stores(Map<String, String> properties, Own... own) {
        var binder = new Binder(new MapConfigurationPropertySource(properties));
        var main = binder.bindOrCreate("larder.store", StoreProperties.class);
        var named = binder.bindOrCreate("larder", LarderProperties.class).stores();
        var types = new StoreTypeRegistry(
                main,
                named,
                Stream.concat(Stream.of(new MemoryStoreFactory()), Stream.of(own)),
                Stream.of(own).map(StoreTierFactory.class::cast));
        return new ConfiguredStoreFactory(main, named, types, LarderClock.system(), EvictionMetrics.UNWATCHED);
    }

    private final class Own implements CacheStoreFactory, StoreTierFactory {

        private final String name;
        private final BodyRecorderFactory bodies;
        private final List<String> types = new ArrayList<>();

        Own(String name, BodyRecorderFactory bodies) {
            this.name = name;
            this.bodies = bodies;
        }

        @Override
        public Set<String> types() {
            return Set.of(name);
        }

        @Override
        public String tier() {
            return name;
        }

        @Override
        public CacheStore<ResponseVariants> create(StoreSettings request) {
            types.add(request.type());
            return new CaffeineStore<>(request.maxSize(), request.time(), RemovalListener.none());
        }

        @Override
        public CacheStore<ResponseVariants> create(StoreSettings request, Memory memory) {
            return memory.create();
        }

        @Override
        public Optional<BodyRecorderFactory> bodies(String store) {
            asked.add(name + ": " + store);
            return Optional.of(bodies);
        }
    }

    private record Recorders(long maxObjectSize) implements BodyRecorderFactory {

        @Override
        public BodyRecorder begin(OptionalLong announced, ContentMemory.Claim memory, BodyRecorder.Listener listener) {
            throw new IllegalStateException();
        }
    }
}

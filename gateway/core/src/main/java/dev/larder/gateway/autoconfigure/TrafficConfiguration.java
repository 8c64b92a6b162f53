package dev.larder.gateway.autoconfigure;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreContents;
import dev.larder.gateway.exchange.NamedStores;
import dev.larder.gateway.observe.traffic.Departures;
import dev.larder.gateway.observe.traffic.Exits;
import dev.larder.gateway.observe.traffic.StoreCacheMeters;
import dev.larder.gateway.observe.traffic.StoreCaches;
import dev.larder.gateway.observe.traffic.Traffic;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.Made;
import dev.larder.rfc9111.Variants;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;

/** What is counted of traffic and stores, where there is a registry of meters. */
class TrafficConfiguration {

    private static final String CACHES = "larderCacheManager";

    /** Stores are made before registries: whether there will be one that is counted in is seen from the definitions. */
    @Bean
    Exits larderExits(ConfigurableListableBeanFactory beans) {
        String[] registries = beans.getBeanNamesForType(MeterRegistry.class, true, false);
        boolean counted = registries.length == 1
                || Arrays.stream(registries)
                                .filter(beans::containsBeanDefinition)
                                .filter(name -> beans.getBeanDefinition(name).isPrimary())
                                .count()
                        == 1;
        return counted ? Exits.watched(new Departures()) : Exits.UNWATCHED;
    }

    @Bean
    Traffic larderTraffic(ObjectProvider<MeterRegistry> registry, Exits exits) {
        return new Traffic(() -> Optional.ofNullable(registry.getIfUnique()), exits);
    }

    @Bean
    MeterBinder larderStoreMeters(NamedStores<Variants> stores, Exits exits) {
        return registry -> {
            stores.byName().forEach((name, store) -> {
                gauge(registry, name, store, "larder.store.entries", "Entries stored", StoreContents::count);
                gauge(registry, name, store, "larder.store.bytes", "Weight of what is stored", StoreContents::weight);
            });
            exits.counts()
                    .forEach((name, counts) -> counts.forEach(
                            (cause, count) -> FunctionCounter.builder("larder.evictions", count, LongAdder::sum)
                                    .description("Entries that have left their store")
                                    .tag("store", name)
                                    .tag("cause", word(cause))
                                    .register(registry)));
        };
    }

    /** Never the application's own cache manager: who asks for one does not get it unless by name. */
    @Bean(name = CACHES, defaultCandidate = false)
    StoreCaches larderCacheManager(NamedStores<Variants> stores) {
        return new StoreCaches(stores.byName());
    }

    @Bean
    MeterBinder larderCacheMeters(NamedStores<Variants> stores, Traffic traffic, Exits exits) {
        return registry -> stores.byName()
                .forEach((name, store) -> new StoreCacheMeters(
                                name,
                                CACHES,
                                store,
                                traffic.gets(name),
                                exits.counts().getOrDefault(name, Map.of()))
                        .bindTo(registry));
    }

    @Bean
    static MeterFilter larderKnownMethods() {
        return new KnownMethods();
    }

    @Bean
    MeterBinder larderInvalidationMeters(Invalidator invalidator) {
        return registry -> {
            for (Made.Kind kind : Made.Kind.values()) {
                counter("larder.invalidations", invalidator.made(), made -> made.count(kind))
                        .description("Invalidations made by this gateway")
                        .tag("kind", word(kind))
                        .register(registry);
                counter("larder.invalidations.tags", invalidator.made(), made -> made.tags(kind))
                        .description("Tags that invalidations made by this gateway have named")
                        .tag("kind", word(kind))
                        .register(registry);
            }
        };
    }

    private static <T> FunctionCounter.Builder<T> counter(String name, T counted, ToDoubleFunction<T> count) {
        return FunctionCounter.builder(name, counted, count);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void gauge(
            MeterRegistry registry,
            String name,
            CacheStore<Variants> store,
            String meter,
            String what,
            ToDoubleFunction<StoreContents> value) {
        Gauge.builder(
                        meter,
                        store,
                        one -> one.contents().map(value::applyAsDouble).orElse(Double.NaN))
                .description(what)
                .tag("store", name)
                .baseUnit(meter.endsWith("bytes") ? "bytes" : "entries")
                .register(registry);
    }
}

package dev.larder.gateway.autoconfigure;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreContents;
import dev.larder.gateway.message.FailureLog;
import dev.larder.gateway.metrics.traffic.EvictedKeyHistory;
import dev.larder.gateway.metrics.traffic.EvictionMetrics;
import dev.larder.gateway.metrics.traffic.StoreCacheMeters;
import dev.larder.gateway.metrics.traffic.TrafficMetrics;
import dev.larder.gateway.store.NamedStores;
import dev.larder.invalidation.InvalidationCounters;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.ResponseVariants;
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

/** Configures the meters of traffic and stores, if there is a meter registry. */
class TrafficMetricsConfiguration {

    /** Stores are created before registries: bean definitions tell whether there will be a registry to count in. */
    @Bean
    EvictionMetrics larderExits(ConfigurableListableBeanFactory beans) {
        String[] registries = beans.getBeanNamesForType(MeterRegistry.class, true, false);
        boolean counted = registries.length == 1
                || Arrays.stream(registries)
                                .filter(beans::containsBeanDefinition)
                                .filter(name -> beans.getBeanDefinition(name).isPrimary())
                                .count()
                        == 1;
        return counted ? EvictionMetrics.watched(new EvictedKeyHistory()) : EvictionMetrics.UNWATCHED;
    }

    @Bean
    TrafficMetrics larderTraffic(ObjectProvider<MeterRegistry> registry, EvictionMetrics evictions) {
        return new TrafficMetrics(() -> Optional.ofNullable(registry.getIfUnique()), evictions);
    }

    @Bean
    MeterBinder larderStoreMeters(NamedStores<ResponseVariants> stores, EvictionMetrics evictions) {
        return registry -> {
            stores.byName().forEach((name, store) -> {
                gauge(registry, name, store, "larder.store.entries", "Stored entries", StoreContents::count);
                gauge(registry, name, store, "larder.store.bytes", "Size of the stored entries", StoreContents::weight);
            });
            evictions
                    .counts()
                    .forEach((name, counts) -> counts.forEach(
                            (cause, count) -> FunctionCounter.builder("larder.evictions", count, LongAdder::sum)
                                    .description("Entries that left a store in memory")
                                    .tag("store", name)
                                    .tag("cause", word(cause))
                                    .register(registry)));
        };
    }

    @Bean
    MeterBinder larderCacheMeters(
            NamedStores<ResponseVariants> stores, TrafficMetrics traffic, EvictionMetrics evictions) {
        return registry -> stores.byName()
                .forEach((name, store) -> new StoreCacheMeters(
                                name,
                                store,
                                traffic.gets(name),
                                evictions.counts().getOrDefault(name, Map.of()))
                        .bindTo(registry));
    }

    @Bean
    MeterBinder larderFaultMeters() {
        return registry -> FunctionCounter.builder("larder.faults", FailureLog.class, any -> FailureLog.faults())
                .description("Requests that the gateway itself failed to process")
                .register(registry);
    }

    @Bean
    static MeterFilter larderKnownMethods() {
        return new MethodTagMeterFilter();
    }

    @Bean
    MeterBinder larderInvalidationMeters(Invalidator invalidator) {
        return registry -> {
            for (InvalidationCounters.Kind kind : InvalidationCounters.Kind.values()) {
                counter("larder.invalidations", invalidator.made(), made -> made.count(kind))
                        .description("Invalidations by this gateway")
                        .tag("kind", word(kind))
                        .register(registry);
                counter("larder.invalidations.tags", invalidator.made(), made -> made.tags(kind))
                        .description("Tags named by the invalidations of this gateway")
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
            CacheStore<ResponseVariants> store,
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

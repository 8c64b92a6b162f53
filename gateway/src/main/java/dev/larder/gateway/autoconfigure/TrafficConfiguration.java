package dev.larder.gateway.autoconfigure;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreContents;
import dev.larder.gateway.exchange.NamedStores;
import dev.larder.gateway.observe.traffic.Departures;
import dev.larder.gateway.observe.traffic.Exits;
import dev.larder.gateway.observe.traffic.Traffic;
import dev.larder.gateway.rfc9111.Variants;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;

/** What is counted of traffic and stores, where there is a registry of meters. */
class TrafficConfiguration {

    /** Stores are made before registries: whether there will be one is seen from the definitions. */
    @Bean
    Exits larderExits(ListableBeanFactory beans) {
        boolean counted = beans.getBeanNamesForType(MeterRegistry.class, true, false).length > 0;
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
                                    .tag("cause", cause.name().toLowerCase(Locale.ROOT))
                                    .register(registry)));
        };
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

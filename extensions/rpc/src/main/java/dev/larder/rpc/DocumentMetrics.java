package dev.larder.rpc;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

/** The metrics of the RPC cache study, per store with its policy and size. */
public final class DocumentMetrics {

    private final Map<String, StoreDocumentMetrics> tallies = new LinkedHashMap<>();

    /** Creates metrics for these stores. */
    public DocumentMetrics(List<StoreDescription> stores) {
        stores.forEach(kind -> tallies.put(kind.store(), new StoreDocumentMetrics(kind)));
        tallies.put(StoreDescription.NONE.store(), new StoreDocumentMetrics(StoreDescription.NONE));
    }

    /** Returns the metrics of the store with this name. */
    StoreDocumentMetrics of(String store) {
        return Objects.requireNonNull(tallies.get(store), store);
    }

    /** Returns the metrics of all stores. */
    List<StoreDocumentMetrics> all() {
        return List.copyOf(tallies.values());
    }

    /** Registers all metrics as meters. */
    public void bindTo(MeterRegistry registry) {
        tallies.values().forEach(metrics -> bind(metrics, registry));
    }

    private static void bind(StoreDocumentMetrics metrics, MeterRegistry registry) {
        Tags store = Tags.of(
                "store", metrics.kind().store(),
                "policy", metrics.kind().policy(),
                "size", Long.toString(metrics.kind().maxSize()));
        bind(metrics.hits(), registry, store.and("result", "hit"));
        bind(metrics.misses(), registry, store.and("result", "miss"));
        requests(registry, metrics.overflows(), store.and("result", "overflow"));
        requests(registry, metrics.failures(), store.and("result", "failure"));
        gauge(
                registry,
                metrics,
                store,
                "larder.rpc.hit.rate",
                "Ratio of documents served from the store",
                StoreDocumentMetrics::hitRate);
        gauge(
                registry,
                metrics,
                store,
                "larder.rpc.data.hit.rate",
                "Ratio of bytes served from the store",
                StoreDocumentMetrics::dataHitRate);
        gauge(
                registry,
                metrics,
                store,
                "larder.rpc.miss.penalty",
                "Time to fetch a document from its origin, in ms per kB",
                StoreDocumentMetrics::missPenalty);
        gauge(
                registry,
                metrics,
                store,
                "larder.rpc.access.time",
                "Time to deliver a document, in ms per kB",
                StoreDocumentMetrics::accessTime);
    }

    private static void bind(StoreDocumentMetrics.Share share, MeterRegistry registry, Tags tags) {
        requests(registry, share.documents(), tags);
        FunctionCounter.builder("larder.rpc.bytes", share.bytes(), LongAdder::sum)
                .description("Content of requested documents")
                .baseUnit("bytes")
                .tags(tags)
                .register(registry);
        FunctionTimer.builder(
                        "larder.rpc.time",
                        share,
                        of -> of.documents().sum(),
                        of -> of.nanos().sum(),
                        TimeUnit.NANOSECONDS)
                .description("Time until the last chunk of a document was sent")
                .tags(tags)
                .register(registry);
    }

    private static void requests(MeterRegistry registry, LongAdder count, Tags tags) {
        FunctionCounter.builder("larder.rpc.requests", count, LongAdder::sum)
                .description("Requested documents; overflow counts those above max_bytes")
                .tags(tags)
                .register(registry);
    }

    private static void gauge(
            MeterRegistry registry,
            StoreDocumentMetrics metrics,
            Tags store,
            String name,
            String description,
            ToDoubleFunction<StoreDocumentMetrics> value) {
        Gauge.builder(name, metrics, value).description(description).tags(store).register(registry);
    }
}

package dev.larder.cluster.autoconfigure;

import dev.larder.cluster.bus.HazelcastInvalidationBus;
import dev.larder.cluster.protocol.MemberStatus;
import dev.larder.cluster.store.NearStore;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Meters of the cluster. */
final class ClusterMeters {

    private static final String PREFIX = "larder.cluster.";

    private ClusterMeters() {}

    static void bind(HazelcastInvalidationBus bus, MeterRegistry registry) {
        gauge(
                registry,
                bus,
                "members",
                "Members of the cluster, including this one",
                status -> status.others().size() + 1);
        gauge(
                registry,
                bus,
                "leases",
                "Members that grant this one a lease",
                status -> status.others().stream()
                        .filter(MemberStatus.PeerStatus::isGrantingLease)
                        .count());
        gauge(
                registry,
                bus,
                "entitled",
                "1 while this member serves from its store, otherwise 0",
                status -> status.mayUseStore() ? 1 : 0);
        bindInvalidations(bus, registry);
        Timer acknowledged = Timer.builder(PREFIX + "acknowledged")
                .description("Time until every other member has applied an invalidation or its lease has ended")
                .register(registry);
        bus.tally().onReleased(nanos -> acknowledged.record(nanos, TimeUnit.NANOSECONDS));
    }

    private static void bindInvalidations(HazelcastInvalidationBus bus, MeterRegistry registry) {
        invalidations(
                registry,
                bus,
                "sent",
                "Invalidations sent to other members",
                b -> b.tally().publications());
        invalidations(
                registry,
                bus,
                "applied",
                "Invalidations received from other members and applied",
                b -> b.tally().applications());
        invalidations(
                registry,
                bus,
                "late",
                "Invalidations completed by the end of a lease",
                b -> b.tally().releasedLate());
        invalidations(
                registry,
                bus,
                "repeated",
                "Invalidations sent again to another member",
                b -> b.tally().sentAgain());
    }

    static void bind(NearStore<?> shared, MeterRegistry registry) {
        counter(registry, shared, "lookups", "near", NearStore::nearHits);
        counter(registry, shared, "lookups", "remote", NearStore::remoteHits);
        counter(registry, shared, "lookups", "miss", NearStore::remoteMisses);
        counter(registry, shared, "failures", "late", NearStore::late);
        counter(registry, shared, "failures", "failed", NearStore::faults);
        counter(registry, shared, "failures", "skipped", NearStore::skipped);
    }

    private static void counter(
            MeterRegistry registry,
            NearStore<?> shared,
            String what,
            String kind,
            ToDoubleFunction<NearStore<?>> value) {
        FunctionCounter.builder(PREFIX + what, shared, value)
                .description(
                        what.equals("lookups")
                                ? "Lookups of shared responses"
                                : "Operations on shared responses that were given up")
                .tag("kind", kind)
                .register(registry);
    }

    private static void gauge(
            MeterRegistry registry,
            HazelcastInvalidationBus bus,
            String name,
            String what,
            ToDoubleFunction<MemberStatus> value) {
        Gauge.builder(PREFIX + name, bus, b -> value.applyAsDouble(b.status()))
                .description(what)
                .register(registry);
    }

    private static void invalidations(
            MeterRegistry registry,
            HazelcastInvalidationBus bus,
            String kind,
            String what,
            ToDoubleFunction<HazelcastInvalidationBus> value) {
        FunctionCounter.builder(PREFIX + "invalidations." + kind, bus, value)
                .description(what)
                .register(registry);
    }
}

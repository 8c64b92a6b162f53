package dev.larder.http.client;

import io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The pools of one event loop, and the timer that sweeps them: one for all deadlines, because a timer for each request would
 * cost more than the request. It runs only while something can become late. Called on the event loop only.
 */
final class LoopConnections {

    /** A deadline is noticed with a delay of at most this. */
    private static final long SWEEP_INTERVAL_MILLIS = 100;

    private final EventLoop loop;
    private final PoolRegistry registry;
    private final LongSupplier clock;
    private final Map<OriginAddress, OriginAdmission> pools = new HashMap<>();
    private boolean sweeping;

    LoopConnections(EventLoop loop, PoolRegistry registry, LongSupplier clock) {
        this.loop = loop;
        this.registry = registry;
        this.clock = clock;
    }

    OriginCall ask(OriginRequest request, Object owner, OriginResponseListener listener) {
        OriginAdmission pool = pool(request.origin());
        var call = new PooledCall(pool, request, owner, listener);
        pool.admit(call);
        call.asked();
        scheduleSweep();
        return call;
    }

    private OriginAdmission pool(OriginAddress origin) {
        OriginAdmission known = pools.get(origin);
        if (known == null) {
            known = registry.open(loop, origin);
            pools.put(origin, known);
        }
        return known;
    }

    private void scheduleSweep() {
        if (!sweeping) {
            sweeping = true;
            loop.schedule(this::sweep, SWEEP_INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void sweep() {
        sweeping = false;
        long now = clock.getAsLong();
        boolean again = false;
        for (Map.Entry<OriginAddress, OriginAdmission> entry : List.copyOf(pools.entrySet())) {
            OriginAdmission pool = entry.getValue();
            again |= pool.sweep(now);
            if (pool.isEmpty()) {
                pools.remove(entry.getKey());
                registry.forget(entry.getKey(), pool);
            }
        }
        if (again) {
            scheduleSweep();
        }
    }

    /** Closes all connections; all requests fail. */
    void close() {
        List.copyOf(pools.values()).forEach(OriginAdmission::close);
    }
}

package dev.larder.http.client;

import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/** Creates the pools of all event loops, and the limit that the pools of one origin share. Thread-safe. */
final class PoolRegistry {

    private final OriginClientSettings settings;
    private final OriginConnector connector;
    private final LongSupplier clock;
    private final Map<OriginAddress, OriginConnectionLimit> limits = new ConcurrentHashMap<>();
    private volatile boolean closed;

    PoolRegistry(OriginClientSettings settings, OriginConnector connector, LongSupplier clock) {
        this.settings = settings;
        this.connector = connector;
        this.clock = clock;
    }

    /** Creates the admission to a pool; to a closed one after {@link #close()}. */
    OriginAdmission open(EventLoop loop, OriginAddress origin) {
        OriginConnectionLimit limit = limits.compute(origin, (address, known) -> {
            OriginConnectionLimit joined = known == null ? new OriginConnectionLimit(settings.pool()) : known;
            joined.join();
            return joined;
        });
        var pool = new OriginConnectionPool(loop, origin, connector, limit, settings, clock);
        var admission =
                new OriginAdmission(pool, limit.shares(), settings.pool().acquireTimeout());
        if (closed) {
            admission.close();
        }
        return admission;
    }

    /** Forgets a pool that is empty, and with the last one its origin. */
    void forget(OriginAddress origin, OriginAdmission pool) {
        limits.computeIfPresent(origin, (address, limit) -> pool.leave() ? null : limit);
    }

    /** Has all pools closed that are created from now on. */
    void close() {
        closed = true;
    }

    /** Returns the sum of a number over all origins. */
    int sum(ToIntFunction<OriginConnectionLimit> number) {
        return limits.values().stream().mapToInt(number).sum();
    }
}

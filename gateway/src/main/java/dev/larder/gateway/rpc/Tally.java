package dev.larder.gateway.rpc;

import dev.larder.rpc.v1.StoreStats;
import java.util.concurrent.atomic.LongAdder;

/** What has become of the documents of one store. */
final class Tally {

    private static final double NANOS_A_MILLISECOND = 1e6;
    private static final double BYTES_A_KB = 1_000;

    private final StoreKind kind;
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder overflows = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder hitBytes = new LongAdder();
    private final LongAdder missBytes = new LongAdder();
    private final LongAdder hitNanos = new LongAdder();
    private final LongAdder missNanos = new LongAdder();

    /** One of this store. */
    Tally(StoreKind kind) {
        this.kind = kind;
    }

    StoreKind kind() {
        return kind;
    }

    void hit(long bytes, long nanos) {
        hits.increment();
        hitBytes.add(bytes);
        hitNanos.add(nanos);
    }

    void miss(long bytes, long nanos) {
        misses.increment();
        missBytes.add(bytes);
        missNanos.add(nanos);
    }

    void overflow() {
        overflows.increment();
    }

    void failure() {
        failures.increment();
    }

    /** All of it as it is now. */
    StoreStats stats() {
        return StoreStats.newBuilder()
                .setStore(kind.store())
                .setPolicy(kind.policy())
                .setMaxSize(kind.maxSize())
                .setHits(hits.sum())
                .setMisses(misses.sum())
                .setOverflows(overflows.sum())
                .setFailures(failures.sum())
                .setHitBytes(hitBytes.sum())
                .setMissBytes(missBytes.sum())
                .setHitNanos(hitNanos.sum())
                .setMissNanos(missNanos.sum())
                .setHitRate(hitRate())
                .setDataHitRate(dataHitRate())
                .setMissPenaltyPerKb(missPenalty())
                .setAccessTimePerKb(accessTime())
                .build();
    }

    double hitRate() {
        return ratio((double) hits.sum(), (double) (hits.sum() + misses.sum()));
    }

    double dataHitRate() {
        return ratio((double) hitBytes.sum(), (double) (hitBytes.sum() + missBytes.sum()));
    }

    /** Milliseconds for each kB fetched. */
    double missPenalty() {
        return ratio(missNanos.sum() / NANOS_A_MILLISECOND, missBytes.sum() / BYTES_A_KB);
    }

    /** Milliseconds for each kB delivered. */
    double accessTime() {
        return ratio(
                (hitNanos.sum() + missNanos.sum()) / NANOS_A_MILLISECOND,
                (hitBytes.sum() + missBytes.sum()) / BYTES_A_KB);
    }

    private static double ratio(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }
}

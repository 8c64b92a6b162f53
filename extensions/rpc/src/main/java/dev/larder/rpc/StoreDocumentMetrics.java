package dev.larder.rpc;

import dev.larder.rpc.v1.StoreStats;
import java.util.concurrent.atomic.LongAdder;

/** The outcomes of the documents of one store. */
final class StoreDocumentMetrics {

    private static final double NANOS_A_MILLISECOND = 1e6;
    private static final double BYTES_A_KB = 1_000;

    private final StoreDescription kind;
    private final Share hits = new Share();
    private final Share misses = new Share();
    private final LongAdder overflows = new LongAdder();
    private final LongAdder failures = new LongAdder();

    /** Documents with the same outcome: their number, bytes, and duration in nanoseconds. */
    record Share(LongAdder documents, LongAdder bytes, LongAdder nanos) {

        Share() {
            this(new LongAdder(), new LongAdder(), new LongAdder());
        }

        private void add(long length, long took) {
            documents.increment();
            bytes.add(length);
            nanos.add(took);
        }
    }

    /** Creates metrics for this store. */
    StoreDocumentMetrics(StoreDescription kind) {
        this.kind = kind;
    }

    StoreDescription kind() {
        return kind;
    }

    void hit(long bytes, long nanos) {
        hits.add(bytes, nanos);
    }

    void miss(long bytes, long nanos) {
        misses.add(bytes, nanos);
    }

    Share hits() {
        return hits;
    }

    Share misses() {
        return misses;
    }

    LongAdder overflows() {
        return overflows;
    }

    LongAdder failures() {
        return failures;
    }

    void overflow() {
        overflows.increment();
    }

    void failure() {
        failures.increment();
    }

    /** Returns a snapshot. */
    StoreStats stats() {
        return StoreStats.newBuilder()
                .setStore(kind.store())
                .setPolicy(kind.policy())
                .setMaxSize(kind.maxSize())
                .setHits(hits.documents.sum())
                .setMisses(misses.documents.sum())
                .setOverflows(overflows.sum())
                .setFailures(failures.sum())
                .setHitBytes(hits.bytes.sum())
                .setMissBytes(misses.bytes.sum())
                .setHitNanos(hits.nanos.sum())
                .setMissNanos(misses.nanos.sum())
                .setHitRate(hitRate())
                .setDataHitRate(dataHitRate())
                .setMissPenaltyPerKb(missPenalty())
                .setAccessTimePerKb(accessTime())
                .build();
    }

    double hitRate() {
        return ratio((double) hits.documents.sum(), (double) (hits.documents.sum() + misses.documents.sum()));
    }

    double dataHitRate() {
        return ratio((double) hits.bytes.sum(), (double) (hits.bytes.sum() + misses.bytes.sum()));
    }

    /** Returns milliseconds per kB fetched. */
    double missPenalty() {
        return ratio(misses.nanos.sum() / NANOS_A_MILLISECOND, misses.bytes.sum() / BYTES_A_KB);
    }

    /** Returns milliseconds per kB delivered. */
    double accessTime() {
        return ratio(
                (hits.nanos.sum() + misses.nanos.sum()) / NANOS_A_MILLISECOND,
                (hits.bytes.sum() + misses.bytes.sum()) / BYTES_A_KB);
    }

    private static double ratio(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }
}

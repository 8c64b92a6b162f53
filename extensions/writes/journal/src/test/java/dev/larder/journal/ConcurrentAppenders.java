package dev.larder.journal;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Many who append to one log, each of whom waits for its acknowledgement before it appends again. */
final class ConcurrentAppenders {

    /** What they have done. */
    record Result(double perSecond, double group) {}

    private final SegmentLog log;
    private final CountingLogDirectory disk;
    private final List<ByteBuffer> record;
    private final LongAdder appended = new LongAdder();

    ConcurrentAppenders(SegmentLog log, CountingLogDirectory disk, ByteBuffer record) {
        this.log = log;
        this.disk = disk;
        this.record = List.of(record);
    }

    /**
     * For so long.
     *
     * @param threads whether each has a thread that sleeps meanwhile; else it goes on in the thread that acknowledges
     */
    Result run(int waiting, boolean threads, long nanos) throws InterruptedException {
        long before = disk.syncs();
        var done = new CountDownLatch(waiting);
        long from = System.nanoTime();
        for (int i = 0; i < waiting; i++) {
            if (threads) {
                new Thread(() -> appendAndWait(from + nanos, done)).start();
            } else {
                appendNext(from + nanos, done);
            }
        }
        done.await();
        double seconds = (System.nanoTime() - from) / 1e9;
        return new Result(appended.sum() / seconds, (double) appended.sum() / (disk.syncs() - before));
    }

    private void appendAndWait(long until, CountDownLatch done) {
        while (System.nanoTime() < until) {
            log.append(record).toCompletableFuture().join();
            appended.increment();
        }
        done.countDown();
    }

    private void appendNext(long until, CountDownLatch done) {
        if (System.nanoTime() >= until) {
            done.countDown();
            return;
        }
        log.append(record).whenComplete((position, fault) -> {
            appended.increment();
            appendNext(until, done);
        });
    }

    /** So many records, by so many. */
    void append(int count, int waiting) throws InterruptedException {
        var left = new AtomicInteger(count);
        var done = new CountDownLatch(count);
        for (int i = 0; i < waiting; i++) {
            appendOne(left, done);
        }
        done.await();
    }

    private void appendOne(AtomicInteger left, CountDownLatch done) {
        if (left.getAndDecrement() > 0) {
            log.append(record).whenComplete((position, fault) -> {
                done.countDown();
                appendOne(left, done);
            });
        }
    }
}

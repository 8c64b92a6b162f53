package dev.larder.disk.spool;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The threads by which bodies in files are read and written. All of them are started with the first store that has files, and
 * kept: later the system may refuse one, and who waits for what it would have read waits for ever. What waits for them is
 * bounded by the requests that there are.
 */
public final class FileIoScheduler {

    /** More do not make a disk faster. */
    private static final int MOST = 64;

    private static final Scheduler STARTED = Schedulers.fromExecutorService(start(), "larder-file");

    private FileIoScheduler() {}

    /** The threads; they have been started. */
    public static Scheduler started() {
        return STARTED;
    }

    private static ScheduledThreadPoolExecutor start() {
        var number = new AtomicInteger();
        var threads = new ScheduledThreadPoolExecutor(Math.min(Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE, MOST), task -> {
            var thread = new Thread(task, "larder-file-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        threads.setRemoveOnCancelPolicy(true);
        threads.prestartAllCoreThreads();
        return threads;
    }
}

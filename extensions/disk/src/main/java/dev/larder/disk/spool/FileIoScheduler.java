package dev.larder.disk.spool;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The threads that read and write bodies in files. All are started with the first store that has files, and kept: the system may
 * refuse a thread later, and requests that depend on it would wait forever. The number of concurrent requests bounds the tasks
 * that wait for them.
 */
public final class FileIoScheduler {

    /** More threads do not speed up a disk. */
    private static final int MOST = 64;

    private static final Scheduler STARTED = Schedulers.fromExecutorService(start(), "larder-file");

    private FileIoScheduler() {}

    /** Returns the threads, already started. */
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

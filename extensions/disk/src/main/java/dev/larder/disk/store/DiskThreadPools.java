package dev.larder.disk.store;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The threads of a folder: a few with a bounded queue for blocking work, and one for maintenance. All are started with the
 * folder, as the system may refuse them later.
 */
final class DiskThreadPools {

    private static final int WORKERS = 4;
    private static final int QUEUE = 1_024;
    private static final int SECONDS_TO_END = 10;

    private final DiskFaults faults;
    private final ThreadPoolExecutor workers;
    private final ScheduledThreadPoolExecutor keeper;

    DiskThreadPools(DiskFaults faults) {
        this.faults = faults;
        var number = new AtomicInteger();
        this.workers = new ThreadPoolExecutor(
                WORKERS,
                WORKERS,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(QUEUE),
                task -> daemon(task, "larder-disk-" + number.incrementAndGet()));
        this.keeper = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "larder-disk-keeper"));
        workers.prestartAllCoreThreads();
        keeper.prestartAllCoreThreads();
    }

    private static Thread daemon(Runnable task, String name) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    void every(long millis, Runnable task) {
        keeper.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
    }

    /**
     * Runs the task soon.
     *
     * @throws RejectedExecutionException if too many are waiting, which is counted, or the folder is closed
     */
    void work(Runnable task) {
        try {
            workers.execute(task);
        } catch (RejectedExecutionException e) {
            if (!workers.isShutdown()) {
                faults.happened(DiskFaults.Kind.OVERLOAD, "more than " + QUEUE + " tasks wait for the disk", null);
            }
            throw e;
        }
    }

    /** Runs the task in the background, however many are waiting; does nothing once the folder is closed. */
    void workLater(Runnable task) {
        try {
            keeper.execute(task);
        } catch (RejectedExecutionException e) {
            System.getLogger(DiskThreadPools.class.getName())
                    .log(System.Logger.Level.DEBUG, "left to the next opening of the folder", e);
        }
    }

    /** Returns the result of the task; {@code otherwise} if too many are waiting. */
    <T> CompletableFuture<T> performOr(Supplier<T> task, T otherwise) {
        var result = new CompletableFuture<T>();
        try {
            work(() -> complete(result, task));
        } catch (RejectedExecutionException e) {
            result.complete(otherwise);
        }
        return result;
    }

    /** Returns the result of the task; if too many are waiting, that of this shorter task. */
    <T> CompletableFuture<T> perform(Supplier<T> task, Supplier<T> instead) {
        var result = new CompletableFuture<T>();
        try {
            work(() -> complete(result, task));
        } catch (RejectedExecutionException e) {
            if (keeper.isShutdown()) {
                complete(result, instead);
            } else {
                workLater(() -> complete(result, instead));
            }
        }
        return result;
    }

    /** Returns the result of the task, however many are waiting. */
    <T> CompletableFuture<T> performSurely(Supplier<T> task) {
        return perform(task, task);
    }

    private static <T> void complete(CompletableFuture<T> result, Supplier<T> task) {
        try {
            result.complete(task.get());
        } catch (Throwable e) {
            result.completeExceptionally(e);
        }
    }

    /** Runs the waiting tasks, and accepts no more. */
    void close() {
        end(workers);
        end(keeper);
    }

    private static void end(ExecutorService executor) {
        executor.shutdown();
        try {
            executor.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

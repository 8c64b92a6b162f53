package dev.larder.acceptance.kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Many clients at once, each in a thread of its own. */
public final class Crowd<T> {

    private static final long PATIENCE_SECONDS = 60;

    private final List<CompletableFuture<T>> members = new ArrayList<>();
    private final long start;

    private Crowd(int size, IntFunction<T> work) {
        CyclicBarrier line = new CyclicBarrier(size + 1);
        for (int i = 0; i < size; i++) {
            members.add(member(i, line, work));
        }
        await(line);
        start = System.nanoTime();
    }

    /** Starts that many at the same moment; the work is told its number, from 0. */
    public static <T> Crowd<T> start(int size, IntFunction<T> work) {
        return new Crowd<>(size, work);
    }

    /** One client in the background. */
    public static <T> CompletableFuture<T> one(java.util.function.Supplier<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> settle(result, work), "client");
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    /** What each of them got, once all are done. */
    public List<T> results() {
        return members.stream().map(Crowd::join).toList();
    }

    /** How long it took from the start until now, when called after {@link #results()}: until all were done. */
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Waits for a background client. */
    public static <T> T join(CompletableFuture<T> member) {
        return member.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    private static <T> CompletableFuture<T> member(int number, CyclicBarrier line, IntFunction<T> work) {
        return one(() -> {
            await(line);
            return work.apply(number);
        });
    }

    private static <T> void settle(CompletableFuture<T> result, java.util.function.Supplier<T> work) {
        try {
            result.complete(work.get());
        } catch (Throwable e) {
            result.completeExceptionally(e);
        }
    }

    private static void await(CyclicBarrier line) {
        try {
            line.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the crowd did not line up", e);
        }
    }
}

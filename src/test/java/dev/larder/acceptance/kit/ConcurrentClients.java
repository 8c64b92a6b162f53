package dev.larder.acceptance.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Many clients at once, each in a thread of its own. */
public final class ConcurrentClients<T> {

    private static final long PATIENCE_SECONDS = 60;

    private final List<CompletableFuture<T>> members = new ArrayList<>();
    private final BlockingQueue<CompletableFuture<T>> done = new LinkedBlockingQueue<>();

    private ConcurrentClients(int size, IntFunction<T> work) {
        CyclicBarrier line = new CyclicBarrier(size + 1);
        for (int i = 0; i < size; i++) {
            CompletableFuture<T> member = member(i, line, work);
            members.add(member);
            member.whenComplete((result, error) -> done.add(member));
        }
        await(line);
    }

    /** Starts that many at the same moment; the work is told its number, from 0. */
    public static <T> ConcurrentClients<T> start(int size, IntFunction<T> work) {
        return new ConcurrentClients<>(size, work);
    }

    /** One client in the background. */
    public static <T> CompletableFuture<T> one(java.util.function.Supplier<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> settle(result, work), "client");
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    /** What the first of them got, once so many are done; each is counted once, so the next call tells of others. */
    public List<T> first(int count) {
        return Stream.generate(this::next).limit(count).toList();
    }

    /** What each of them got, once all are done. */
    public List<T> results() {
        return members.stream().map(ConcurrentClients::join).toList();
    }

    /** Waits for a background client. */
    public static <T> T join(CompletableFuture<T> member) {
        return member.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    private T next() {
        try {
            CompletableFuture<T> member = done.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (member == null) {
                throw new AssertionError("the others have not got anything within " + PATIENCE_SECONDS + " s");
            }
            return member.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
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

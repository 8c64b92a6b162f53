package dev.larder.policies.tiered;

import static java.util.concurrent.CompletableFuture.completedFuture;

import dev.larder.cache.spi.CacheKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The turns of changes: those of one stripe of keys happen one after the other, each when the previous one is done. A turn runs on the
 * caller's thread, or on the thread that ended the previous turn. Thread-safe; no method blocks.
 */
final class StripeTurns {

    static final int STRIPES = 1024;

    /** Turns that have ended on this thread, whose successors must still be completed. */
    private static final ThreadLocal<Deque<CompletableFuture<@Nullable Void>>> OVER =
            ThreadLocal.withInitial(ArrayDeque::new);

    /** By stripe, completes when all changes so far are done; never fails. */
    private final AtomicReferenceArray<CompletableFuture<?>> last = new AtomicReferenceArray<>(STRIPES);

    StripeTurns() {
        for (int i = 0; i < STRIPES; i++) {
            last.set(i, completedFuture(null));
        }
    }

    static int stripe(CacheKey key) {
        int hash = key.hashCode();
        return (hash ^ hash >>> 16) & (STRIPES - 1);
    }

    /** Completes when all changes so far of the key's stripe are done; never fails. */
    CompletableFuture<?> before(CacheKey key) {
        return last.get(stripe(key));
    }

    /** Runs an action when all earlier changes of the key's stripe are done. */
    void take(CacheKey key, Supplier<CompletionStage<?>> action) {
        var mine = new CompletableFuture<@Nullable Void>();
        CompletableFuture<?> before = last.getAndSet(stripe(key), mine);
        before.thenCompose(done -> action.get()).whenComplete((done, fault) -> complete(mine));
    }

    /**
     * Takes a turn of all stripes; completes when it begins. Synchronized, so that two calls do not wait for each other.
     *
     * @param over completes when the turn is over; never fails
     */
    synchronized CompletableFuture<?> takeAll(CompletableFuture<?> over) {
        return CompletableFuture.allOf(IntStream.range(0, STRIPES)
                .mapToObj(stripe -> last.getAndSet(stripe, over))
                .toArray(CompletableFuture[]::new));
    }

    /** Completes the turn. Successors complete one after the other, not recursively: the stack depth is constant. */
    private static void complete(CompletableFuture<@Nullable Void> turn) {
        Deque<CompletableFuture<@Nullable Void>> over = OVER.get();
        over.add(turn);
        if (over.size() == 1) {
            for (var next = turn; next != null; next = over.peek()) {
                next.complete(null);
                over.remove();
            }
        }
    }
}

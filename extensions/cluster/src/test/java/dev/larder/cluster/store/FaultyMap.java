package dev.larder.cluster.store;

import dev.larder.cache.spi.CacheKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A map in the heap that goes wrong as the test wants: by default it does not. */
final class FaultyMap implements SharedMap {

    /** How an operation goes. */
    enum Mood {
        /** At once. */
        WELL,
        /** Not at all, and fails. */
        FAILING,
        /** At once, but fails to say so. */
        LYING,
        /** Not before the test says so, be it ever. */
        HANGING,
        /** Thrown at the caller. */
        THROWING
    }

    final Map<CacheKey, byte[]> values = new ConcurrentHashMap<>();
    private final Deque<Runnable> hanging = new ArrayDeque<>();
    private volatile Function<String, Mood> moods = operation -> Mood.WELL;
    private volatile int asked;

    /** From now on all operations go like this. */
    void be(Mood mood) {
        moods = operation -> mood;
    }

    /** From now on each operation, by its name, goes as this says. */
    void be(Function<String, Mood> moodOf) {
        moods = moodOf;
    }

    /** Operations so far. */
    int asked() {
        return asked;
    }

    /** Makes an operation that hangs, not the oldest first; whether there was one. */
    boolean makeOne(boolean newest) {
        Runnable one;
        synchronized (hanging) {
            one = newest ? hanging.pollLast() : hanging.pollFirst();
        }
        if (one != null) {
            one.run();
        }
        return one != null;
    }

    private synchronized <T> CompletionStage<T> go(String operation, Supplier<T> effect) {
        asked++;
        switch (moods.apply(operation)) {
            case WELL -> {
                return CompletableFuture.completedFuture(effect.get());
            }
            case LYING -> {
                return CompletableFuture.completedFuture(effect.get()).thenApply(done -> {
                    throw new IllegalStateException("made, but failed to say so: " + operation);
                });
            }
            case HANGING -> {
                var outcome = new CompletableFuture<T>();
                synchronized (hanging) {
                    hanging.add(() -> outcome.complete(effect.get()));
                }
                return outcome;
            }
            case THROWING -> throw new IllegalStateException("thrown by " + operation);
            case FAILING -> {}
        }
        return CompletableFuture.failedFuture(new IllegalStateException("failed to " + operation));
    }

    @Override
    public CompletionStage<Optional<byte[]>> get(byte[] key) {
        return go("get", () -> Optional.ofNullable(values.get(CacheKey.ofEncoded(key))));
    }

    @Override
    public CompletionStage<Void> set(byte[] key, Supplier<byte[]> value, Duration timeToLive) {
        byte[] bytes = value.get();
        return go("set", () -> Optional.ofNullable(values.put(CacheKey.ofEncoded(key), bytes)))
                .thenAccept(before -> {});
    }

    @Override
    public CompletionStage<Boolean> remove(byte[] key) {
        return go("remove", () -> values.remove(CacheKey.ofEncoded(key)) != null);
    }

    @Override
    public CompletionStage<Void> clear() {
        return go("clear", () -> values.keySet().removeIf(key -> true)).thenAccept(some -> {});
    }

    @Override
    public Stream<byte[]> keys() {
        return values.keySet().stream().map(CacheKey::encoded);
    }

    @Override
    public long count() {
        return values.size();
    }

    @Override
    public long bytes() {
        return values.values().stream().mapToLong(value -> value.length).sum();
    }

    @Override
    public long maxBytes() {
        return 0;
    }

    @Override
    public int largest() {
        return 1_000;
    }
}

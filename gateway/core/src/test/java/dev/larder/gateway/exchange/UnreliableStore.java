package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.rfc9111.ResponseVariants;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store in memory that is late, refuses or fails at random, as its contract allows. */
final class UnreliableStore implements CacheStore<ResponseVariants> {

    private static final List<StoreOutcome> REFUSALS =
            List.of(StoreOutcome.NOT_ADMITTED, StoreOutcome.TOO_LARGE, StoreOutcome.UNAVAILABLE, StoreOutcome.CONFLICT);
    private static final int VERY_LATE = 10;
    private static final int LONGEST_DELAY = 1_000;

    private final RandomSchedule schedule;
    private final HistorySettings settings;
    private final Map<CacheKey, CacheEntry<ResponseVariants>> entries = new HashMap<>();

    UnreliableStore(RandomSchedule schedule, HistorySettings settings) {
        this.schedule = schedule;
        this.settings = settings;
    }

    /** Returns all entries, usable or not. */
    Map<CacheKey, CacheEntry<ResponseVariants>> entries() {
        return entries;
    }

    /** Returns whether a response with exactly this body is stored. */
    boolean holds(SimulatedBody body) {
        return entries.values().stream()
                .flatMap(entry -> entry.value().responses().stream())
                .anyMatch(response -> response.body() == body);
    }

    @Override
    public CompletionStage<Optional<CacheEntry<ResponseVariants>>> get(CacheKey key) {
        return perform(() -> find(key));
    }

    private Optional<CacheEntry<ResponseVariants>> find(CacheKey key) {
        return Optional.ofNullable(entries.get(key))
                .filter(entry -> !entry.dropAfter().isBefore(schedule.clock().steady()));
    }

    @Override
    public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<ResponseVariants> entry) {
        return perform(() -> keep(key, entry));
    }

    @Override
    public CompletionStage<StoreOutcome> replace(
            CacheKey key, @Nullable CacheEntry<ResponseVariants> expected, CacheEntry<ResponseVariants> entry) {
        return perform(
                () -> Objects.equals(find(key).orElse(null), expected) ? keep(key, entry) : StoreOutcome.CONFLICT);
    }

    private StoreOutcome keep(CacheKey key, CacheEntry<ResponseVariants> entry) {
        if (schedule.chance(settings.storeRefusals())) {
            StoreOutcome refusal = REFUSALS.get(schedule.random().nextInt(REFUSALS.size()));
            if (refusal != StoreOutcome.CONFLICT) {
                entries.remove(key);
            }
            return refusal;
        }
        entries.put(key, entry);
        return StoreOutcome.STORED;
    }

    @Override
    public CompletionStage<Boolean> remove(CacheKey key) {
        return perform(() -> entries.remove(key) != null);
    }

    @Override
    public CompletionStage<Void> clear() {
        entries.clear();
        return CompletableFuture.completedFuture(null);
    }

    /** Takes effect at the call or when it completes; a failed operation may have taken effect, too. */
    private <T> CompletionStage<T> perform(Supplier<T> operation) {
        boolean fails = schedule.chance(settings.storeFaults());
        if (fails && schedule.random().nextBoolean()) {
            throw new IllegalStateException("The store has failed.");
        }
        if (!schedule.chance(settings.storeLateness())) {
            return fails ? CompletableFuture.failedFuture(fault()) : CompletableFuture.completedFuture(operation.get());
        }
        T early = schedule.random().nextBoolean() ? operation.get() : null;
        var result = new CompletableFuture<T>();
        Runnable completion = () -> complete(result, early == null && !fails ? operation.get() : early, fails);
        if (!settings.calm() && schedule.chance(VERY_LATE)) {
            schedule.later(Duration.ofMillis(schedule.random().nextInt(LONGEST_DELAY)), completion);
        } else {
            schedule.soon(completion);
        }
        return result;
    }

    private static <T> void complete(CompletableFuture<T> result, @Nullable T value, boolean fails) {
        if (fails) {
            result.completeExceptionally(fault());
        } else {
            result.complete(value);
        }
    }

    private static IllegalStateException fault() {
        return new IllegalStateException("The store has failed.");
    }
}

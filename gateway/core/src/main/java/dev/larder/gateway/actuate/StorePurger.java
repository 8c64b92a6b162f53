package dev.larder.gateway.actuate;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreContents;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.ResponseVariants;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;

/**
 * Removes entries, or ends their freshness, for operators. Responses being fetched are turned away before stored ones are
 * iterated, so that nothing fetched before a purge is stored after it. Blocks its caller.
 */
public final class StorePurger {

    private static final int TRIES = 8;

    private final CacheStore<ResponseVariants> store;
    private final Invalidator invalidator;
    private final RuleSet rules;
    private final CachePolicy policy;
    private volatile RemotePurger elsewhere = (purge, soft) -> 0;

    /** Purges other stores of the cluster. */
    public interface RemotePurger {

        /**
         * Purges them; blocks.
         *
         * @return number of entries purged
         * @throws IllegalStateException if some of them may not have been purged
         */
        long purge(PurgeSelection purge, boolean soft);
    }

    /** Creates a purger of this store. */
    public StorePurger(CacheStore<ResponseVariants> store, Invalidator invalidator, RuleSet rules, CachePolicy policy) {
        this.store = store;
        this.invalidator = invalidator;
        this.rules = rules;
        this.policy = policy;
    }

    private enum Touch {
        DONE,
        GONE_ALREADY,
        FAILED
    }

    /** Adds purging of other stores. */
    public void alsoPurge(RemotePurger others) {
        elsewhere = others;
    }

    /**
     * Removes the selected entries from all stores.
     *
     * @throws RefusedOperationException if the removal is incomplete
     */
    public PurgeResult remove(PurgeSelection purge) {
        return everywhere(() -> withElsewhere(removeHere(purge), purge, false));
    }

    /** Keeps members that have finished from copying back entries of a shared store that others still remove. */
    private PurgeResult everywhere(Supplier<PurgeResult> purged) {
        Invalidator.Removal removal = announced(invalidator::beginRemoval);
        try {
            return purged.get();
        } finally {
            announced(removal::end);
        }
    }

    /** Removes the selected entries from this store. */
    public PurgeResult removeHere(PurgeSelection purge) {
        return purge(purge, invalidated(purge), this::remove);
    }

    private PurgeResult withElsewhere(PurgeResult here, PurgeSelection purge, boolean soft) {
        try {
            return new PurgeResult(here.entries() + elsewhere.purge(purge, soft), here.failed());
        } catch (IllegalStateException unheard) {
            throw new RefusedOperationException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "Not every member of the cluster may have purged; " + here.entries()
                            + " entries are purged here. Try again.");
        }
    }

    /**
     * Ends the freshness of the selected entries in all stores; they are served while they are validated.
     *
     * @param now time of the steady clock
     * @throws RefusedOperationException if the purge is incomplete
     */
    public PurgeResult soften(PurgeSelection purge, Instant now) {
        return everywhere(() -> withElsewhere(softenHere(purge, now), purge, true));
    }

    /** Ends the freshness of the selected entries in this store. */
    public PurgeResult softenHere(PurgeSelection purge, Instant now) {
        return purge(purge, invalidator::voidFills, key -> soften(key, now));
    }

    private PurgeResult purge(
            PurgeSelection purge, Supplier<CompletionStage<Void>> announcement, Function<CacheKey, Touch> touch) {
        StoreContents contents = store.contents().orElseThrow(RefusedOperationException::notListed);
        announced(announcement);
        try (Stream<CacheKey> keys = contents.keys()) {
            Map<Touch, Long> touched = keys.filter(key -> isSelected(purge, key, contents))
                    .map(key -> unlessFailing(touch, key))
                    .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
            return new PurgeResult(touched.getOrDefault(Touch.DONE, 0L), touched.getOrDefault(Touch.FAILED, 0L));
        }
    }

    /** Only pools and everything can be invalidated exactly without knowing which origins serve the selection. */
    private Supplier<CompletionStage<Void>> invalidated(PurgeSelection purge) {
        if (purge instanceof PurgeSelection.Everything) {
            return invalidator::invalidateEverything;
        }
        return purge instanceof PurgeSelection.ByPool pool
                ? () -> invalidator.invalidate(Set.of(CacheTags.pool(pool.pool())))
                : invalidator::voidFills;
    }

    private static <T> T announced(Supplier<CompletionStage<T>> announcement) {
        try {
            return await(announcement.get());
        } catch (CompletionException unheard) {
            throw new RefusedOperationException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "Not every member of the cluster may know of the purge; nothing was removed. Try again.");
        }
    }

    private boolean isSelected(PurgeSelection purge, CacheKey key, StoreContents contents) {
        return purge instanceof PurgeSelection.Everything
                || EntryReference.of(key, rules, contents)
                        .filter(purge::matches)
                        .isPresent();
    }

    private static Touch unlessFailing(Function<CacheKey, Touch> touch, CacheKey key) {
        try {
            return touch.apply(key);
        } catch (RuntimeException fault) {
            return Touch.FAILED;
        }
    }

    private Touch remove(CacheKey key) {
        return await(store.remove(key)) ? Touch.DONE : Touch.GONE_ALREADY;
    }

    private Touch soften(CacheKey key, Instant now) {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            Optional<CacheEntry<ResponseVariants>> found = await(store.get(key));
            if (found.isEmpty()) {
                return Touch.GONE_ALREADY;
            }
            if (await(store.replace(key, found.get(), softened(found.get(), now))) != StoreOutcome.CONFLICT) {
                return Touch.DONE;
            }
        }
        return Touch.FAILED;
    }

    private CacheEntry<ResponseVariants> softened(CacheEntry<ResponseVariants> entry, Instant now) {
        ResponseVariants stale = entry.value().softPurged(now);
        return new CacheEntry<>(stale, entry.weight(), entry.cost(), stale.dropAfter(policy), entry.stamp());
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}

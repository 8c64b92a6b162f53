package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.gateway.rfc9111.CachePolicy;
import dev.larder.gateway.rfc9111.Reason;
import dev.larder.gateway.rfc9111.StoredResponse;
import dev.larder.gateway.rfc9111.Variants;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The one door to a store. Whatever the store does wrong is a miss or a skipped write, counted, never a failed request.
 * Nothing goes in or comes out that was fetched before its key's epoch moved on.
 */
public final class Shelf {

    private static final Logger log = LoggerFactory.getLogger(Shelf.class);
    private static final int TRIES = 8;
    private static final int ENTRY_OVERHEAD = 256;

    private final CacheStore<Variants> store;
    private final KeyEpochs epochs = new KeyEpochs();
    private final LongAdder faults = new LongAdder();

    /** A door to this store. */
    public Shelf(CacheStore<Variants> store) {
        this.store = store;
    }

    /** Everything stored under the key that no write has made unusable. */
    public Mono<Optional<Variants>> find(CacheKey key) {
        return entry(key).map(found -> alive(key, found).map(CacheEntry::value));
    }

    /** The key's epoch, to be read before the origin is asked. */
    public long epoch(CacheKey key) {
        return epochs.current(key);
    }

    /**
     * Adds a response to the variants under its key.
     *
     * @param epoch the key's epoch before the response was asked for
     * @param cost nanoseconds it took to fetch
     * @return why it was not stored; empty if it was
     */
    public Mono<Optional<Reason>> add(
            CacheKey key, StoredResponse response, CachePolicy policy, long epoch, long cost) {
        return change(
                key,
                epoch,
                cost,
                policy,
                variants -> Optional.of(
                        variants.map(stored -> stored.with(response, policy)).orElseGet(() -> Variants.of(response))));
    }

    /**
     * Puts variants in the place of those they were derived from; nothing if there are none. What has been stored in
     * between is newer than what was derived, and stays as it is.
     *
     * @param before the variants read before
     * @param after what is to be stored now
     */
    public Mono<Optional<Reason>> replace(
            CacheKey key, Variants before, Optional<Variants> after, CachePolicy policy, long epoch) {
        return find(key)
                .flatMap(now -> now.isPresent() && same(now.get(), before)
                        ? change(
                                key,
                                epoch,
                                0,
                                policy,
                                still -> still.flatMap(
                                        variants -> same(variants, before) ? after : Optional.of(variants)))
                        : Mono.just(Optional.of(Reason.VOIDED)));
    }

    private static boolean same(Variants some, Variants others) {
        return some.responses().equals(others.responses());
    }

    /** What is stored under the key, or being fetched for it, is never used again. */
    public Mono<Void> invalidate(CacheKey key) {
        return Mono.defer(() -> {
            epochs.advance(key);
            return guarded(() -> store.remove(key), false).then();
        });
    }

    /** Faults of the store since the start, each answered as a miss or a skipped write. */
    public long faults() {
        return faults.sum();
    }

    private Mono<Optional<CacheEntry<Variants>>> entry(CacheKey key) {
        return guarded(() -> store.get(key), Optional.empty());
    }

    private Optional<CacheEntry<Variants>> alive(CacheKey key, Optional<CacheEntry<Variants>> found) {
        return found.filter(entry -> epochs.alive(key, entry.stamp()));
    }

    private Mono<Optional<Reason>> change(
            CacheKey key,
            long epoch,
            long cost,
            CachePolicy policy,
            Function<Optional<Variants>, Optional<Variants>> change) {
        return Mono.defer(() -> entry(key).flatMap(found -> {
                    if (epochs.current(key) != epoch) {
                        return Mono.just(Optional.of(Reason.VOIDED));
                    }
                    Optional<Variants> next = change.apply(alive(key, found).map(CacheEntry::value));
                    return next.map(variants ->
                                    write(key, found.orElse(null), entry(key, variants, epoch, cost, policy)))
                            .orElseGet(() -> remove(key));
                }))
                .repeatWhenEmpty(TRIES, conflicts -> conflicts)
                .onErrorReturn(Optional.of(Reason.STORE_FAULT));
    }

    private CacheEntry<Variants> entry(CacheKey key, Variants variants, long epoch, long cost, CachePolicy policy) {
        long weight = variants.weight() + key.length() + ENTRY_OVERHEAD;
        return new CacheEntry<>(variants, weight, cost, variants.dropAfter(policy), epochs.stamp(key, epoch));
    }

    private Mono<Optional<Reason>> write(
            CacheKey key, @Nullable CacheEntry<Variants> expected, CacheEntry<Variants> entry) {
        return guarded(
                        () -> store.replace(key, expected, entry).thenApply(Optional::of),
                        Optional.<StoreOutcome>empty())
                .flatMap(outcome -> outcome.map(known -> after(key, known))
                        .orElseGet(() -> Mono.just(Optional.of(Reason.STORE_FAULT))));
    }

    /** What became of the write; empty if it is to be tried again. */
    private Mono<Optional<Reason>> after(CacheKey key, StoreOutcome outcome) {
        return switch (outcome) {
            case STORED -> Mono.just(Optional.empty());
            case CONFLICT -> Mono.empty();
            case TOO_LARGE -> remove(key).thenReturn(Optional.of(Reason.TOO_LARGE));
            case NOT_ADMITTED -> remove(key).thenReturn(Optional.of(Reason.NOT_ADMITTED));
        };
    }

    private Mono<Optional<Reason>> remove(CacheKey key) {
        return guarded(() -> store.remove(key), false).thenReturn(Optional.empty());
    }

    private <T> Mono<T> guarded(Supplier<CompletionStage<T>> operation, T otherwise) {
        return Mono.defer(() -> Mono.fromCompletionStage(operation.get())).onErrorResume(fault -> {
            faults.increment();
            log.warn("The store failed; treated as a miss or a skipped write.", fault);
            return Mono.just(otherwise);
        });
    }
}

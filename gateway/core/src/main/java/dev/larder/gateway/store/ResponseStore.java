package dev.larder.gateway.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StoredResponse;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The only access to a store. A fault of the store is a miss or a skipped write and is counted; it never fails a request.
 * Responses that a write has invalidated are not stored, and lookups tell whether a write has invalidated what they find.
 */
public final class ResponseStore {

    private static final Logger log = LoggerFactory.getLogger(ResponseStore.class);
    private static final int TRIES = 8;
    private static final int ENTRY_OVERHEAD = 256;

    private final CacheStore<ResponseVariants> store;
    private final Invalidator invalidator;
    private final QueryVariances variances = new QueryVariances();
    private final DroppedSlices droppedSlices =
            new DroppedSlices(key -> drop(key).subscribe());
    private final LongAdder faults = new LongAdder();

    /** Creates an access to this store; the invalidator decides which entries are valid. */
    public ResponseStore(CacheStore<ResponseVariants> store, Invalidator invalidator) {
        this.store = store;
        this.invalidator = invalidator;
    }

    /** Returns what is known of query parameters that make no difference. */
    public QueryVariances variances() {
        return variances;
    }

    /**
     * Looks up the entry stored under the key, and its status.
     *
     * @param tags supplies a stamp with the tags of a response under this key, in case none is stored
     */
    public Mono<LookupResult> find(CacheKey key, Supplier<EpochStamp> tags) {
        return guarded(
                () -> store.get(key), stored -> found(stored, tags, false), () -> found(Optional.empty(), tags, true));
    }

    /** Returns the entry stored under the key, usable or not; null if the store would have to wait, or fails. */
    public @Nullable CacheEntry<ResponseVariants> atOnce(CacheKey key) {
        try {
            return store.getAtOnce(key)
                    .filter(entry -> CacheKeys.mayUse(key, entry.value()))
                    .orElse(null);
        } catch (RuntimeException fault) {
            log.debug("The store failed; the request goes the usual way.", fault);
            return null;
        }
    }

    private LookupResult found(Optional<CacheEntry<ResponseVariants>> entry, Supplier<EpochStamp> tags, boolean fault) {
        EntryStatus status =
                entry.map(stored -> invalidator.judge(stored.stamp())).orElseGet(() -> unlessFenced(stamp(tags.get())));
        return new LookupResult(entry, status, fault);
    }

    /** Returns the result for readers that accept writes that are acknowledged but not delivered yet. */
    public LookupResult delivered(LookupResult found) {
        EntryStatus status = found.entry()
                .map(stored -> invalidator.judgeDelivered(stored.stamp()))
                .orElse(EntryStatus.USABLE);
        return new LookupResult(found.entry(), status, found.hasFault());
    }

    /** Returns the size in bytes of these variants under this key and with this stamp. */
    public static long weight(CacheKey key, ResponseVariants variants, EpochStamp stamp) {
        return variants.weight() + key.length() + Long.BYTES * (long) stamp.size() + ENTRY_OVERHEAD;
    }

    /** Returns whether no write but the one of this change has invalidated a response with this stamp. */
    public boolean isCurrentExceptFor(EpochStamp stamp, EpochChange change) {
        return invalidator.isCurrentExceptFor(stamp, change);
    }

    /** Returns the epoch of a fetch that begins now. */
    public long epoch() {
        return invalidator.epoch();
    }

    /** Returns the epoch before which responses with the tags of this stamp are invalid. */
    public long epochOf(EpochStamp tags) {
        return invalidator.epochOf(tags);
    }

    /** Returns the stamp of a fetch with these tags; must be taken before the request is sent to the origin. */
    public EpochStamp stamp(Set<CacheTag> tags) {
        return EpochStamp.of(invalidator.epoch(), tags);
    }

    /** Returns the stamp of a fetch with the tags of this stamp; must be taken before the request is sent to the origin. */
    public EpochStamp stamp(EpochStamp tags) {
        return tags.at(invalidator.epoch());
    }

    /** Returns whether exactly these variants are stored under the key, usable or not. */
    public Mono<Boolean> holds(CacheKey key, Optional<ResponseVariants> looked) {
        return guarded(() -> store.get(key), now -> isSame(now, looked), looked::isEmpty);
    }

    /** Returns whether no write prevents the use of a response with this stamp. */
    public boolean isUsable(EpochStamp stamp) {
        return standing(stamp) == EntryStatus.USABLE;
    }

    /** Returns whether a write to one of these tags is acknowledged but not delivered. */
    public boolean hasPendingWrite(EpochStamp tags) {
        return invalidator.hasPendingWrite(tags);
    }

    private boolean isUsableIgnoringPendingWrites(EpochStamp stamp) {
        return invalidator.judgeDelivered(stamp) == EntryStatus.USABLE;
    }

    /** Returns whether writes allow the use of a response with this stamp. */
    public EntryStatus standing(EpochStamp stamp) {
        return invalidator.judge(stamp);
    }

    /** Returns whether a response that is fetched with this stamp may be shared: neither write nor purge invalidates it. */
    public boolean isShareable(EpochStamp stamp) {
        return invalidator.mayStore(stamp);
    }

    private EntryStatus unlessFenced(EpochStamp stamp) {
        EntryStatus status = invalidator.judge(stamp);
        return status == EntryStatus.INVALIDATED ? EntryStatus.USABLE : status;
    }

    /**
     * Adds a response to the variants under its key.
     *
     * @param stamp stamp taken before the request was sent
     * @param cost duration of the fetch in nanoseconds
     * @return why the response was not stored; empty if it was
     */
    public Mono<Optional<Reason>> add(
            CacheKey key, StoredResponse response, CachePolicy policy, EpochStamp stamp, long cost) {
        return change(new Change(
                key,
                stamp,
                cost,
                policy,
                variants -> Optional.of(variants.map(stored -> stored.with(response, policy))
                        .orElseGet(() -> ResponseVariants.of(response)))));
    }

    /**
     * Stores under a key what is computed from that which is stored there and valid, perhaps more than once.
     *
     * @param stamp stamp taken before the request was sent
     * @param cost duration of the fetch in nanoseconds
     * @return why it was not stored; empty if it was
     */
    public Mono<Optional<Reason>> update(
            CacheKey key,
            CachePolicy policy,
            EpochStamp stamp,
            long cost,
            Function<Optional<ResponseVariants>, ResponseVariants> next) {
        return change(new Change(key, stamp, cost, policy, stored -> Optional.of(next.apply(stored))));
    }

    /**
     * Replaces variants by those derived from them; removes them if there are none. Variants that were stored in the meantime are
     * newer and are kept.
     *
     * @param before the variants read earlier
     * @param after the variants to store
     */
    public Mono<Optional<Reason>> replace(
            CacheKey key,
            ResponseVariants before,
            Optional<ResponseVariants> after,
            CachePolicy policy,
            EpochStamp stamp) {
        return entry(key)
                .map(this::alive)
                .flatMap(now -> now.isPresent() && isSame(now.get().value(), before)
                        ? change(new Change(
                                key,
                                stamp,
                                0,
                                policy,
                                still -> still.flatMap(
                                        variants -> isSame(variants, before) ? after : Optional.of(variants))))
                        : Mono.just(Optional.of(Reason.VOIDED)));
    }

    private static boolean isSame(Optional<CacheEntry<ResponseVariants>> now, Optional<ResponseVariants> looked) {
        return now.map(entry -> entry.value().responses()).equals(looked.map(ResponseVariants::responses));
    }

    private static boolean isSame(ResponseVariants some, ResponseVariants others) {
        return some.responses().equals(others.responses());
    }

    public DroppedSlices droppedSlices() {
        return droppedSlices;
    }

    /** Invalidates all entries with a tag at once; their room is left to eviction. */
    public void invalidate(CacheTag tag) {
        invalidator.invalidate(Set.of(tag)).whenComplete((done, fault) -> {
            if (fault != null) {
                faults.increment();
                log.warn("Entries could not be invalidated; they are left to eviction.", fault);
            }
        });
    }

    /** Removes the entry under the key, because it could not be read. */
    public Mono<Void> drop(CacheKey key) {
        return remove(key).then();
    }

    /** Returns the number of store faults since the start; each was treated as a miss or a skipped write. */
    public long faults() {
        return faults.sum();
    }

    private Mono<Optional<CacheEntry<ResponseVariants>>> entry(CacheKey key) {
        return guarded(() -> store.get(key), found -> found, Optional::empty);
    }

    private Optional<CacheEntry<ResponseVariants>> alive(Optional<CacheEntry<ResponseVariants>> found) {
        return found.filter(entry -> isUsableIgnoringPendingWrites(entry.stamp()));
    }

    /**
     * A change to the entry under a key.
     *
     * @param stamp stamp of the response to store
     * @param cost duration of the fetch in nanoseconds
     * @param next computes the new variants from the stored ones
     */
    private record Change(
            CacheKey key,
            EpochStamp stamp,
            long cost,
            CachePolicy policy,
            Function<Optional<ResponseVariants>, Optional<ResponseVariants>> next) {

        CacheEntry<ResponseVariants> entry(ResponseVariants variants, EpochStamp both) {
            return new CacheEntry<>(variants, weight(key, variants, both), cost, variants.dropAfter(policy), both);
        }
    }

    private Mono<Optional<Reason>> change(Change change) {
        EpochStamp stamp = change.stamp();
        return Mono.defer(() -> attempt(change, TRIES))
                .onErrorResume(fault -> Mono.just(
                        Optional.of(isUsableIgnoringPendingWrites(stamp) ? Reason.STORE_FAULT : Reason.VOIDED)));
    }

    private Mono<Optional<Reason>> attempt(Change change, int triesLeft) {
        return entry(change.key()).flatMap(found -> {
            if (!invalidator.mayStore(change.stamp())) {
                return Mono.just(Optional.of(Reason.VOIDED));
            }
            Optional<CacheEntry<ResponseVariants>> alive = together(found, change.stamp());
            Optional<ResponseVariants> next = change.next()
                    .apply(alive.map(CacheEntry::value))
                    .filter(variants -> CacheKeys.mayUse(change.key(), variants));
            EpochStamp both =
                    alive.map(entry -> entry.stamp().and(change.stamp())).orElse(change.stamp());
            return next.map(variants -> write(change, found.orElse(null), change.entry(variants, both), triesLeft))
                    .orElseGet(() -> remove(change.key()));
        });
    }

    /** Returns the stored entry, unless a write invalidates it, by itself or combined with a response of this stamp. */
    private Optional<CacheEntry<ResponseVariants>> together(
            Optional<CacheEntry<ResponseVariants>> found, EpochStamp stamp) {
        return alive(found)
                .filter(entry -> isUsableIgnoringPendingWrites(entry.stamp().and(stamp)));
    }

    private Mono<Optional<Reason>> write(
            Change change,
            @Nullable CacheEntry<ResponseVariants> expected,
            CacheEntry<ResponseVariants> entry,
            int triesLeft) {
        return guarded(() -> store.replace(change.key(), expected, entry), Optional::of, Optional::<StoreOutcome>empty)
                .flatMap(outcome -> outcome.map(known -> after(change, known, triesLeft))
                        .orElseGet(() -> Mono.just(Optional.of(Reason.STORE_FAULT))));
    }

    /**
     * Handles the outcome of a write, and retries after a conflict. A purge first turns away responses being fetched, then
     * removes stored ones: a response written in between must be removed by its writer.
     */
    private Mono<Optional<Reason>> after(Change change, StoreOutcome outcome, int triesLeft) {
        CacheKey key = change.key();
        return switch (outcome) {
            case STORED ->
                isInvalidated(change.stamp())
                        ? remove(key).thenReturn(Optional.of(Reason.VOIDED))
                        : Mono.just(Optional.empty());
            case CONFLICT ->
                triesLeft > 0
                        ? attempt(change, triesLeft - 1)
                        : Mono.error(new IllegalStateException("Others wrote in between each time."));
            case TOO_LARGE -> remove(key).thenReturn(Optional.of(Reason.TOO_LARGE));
            case UNAVAILABLE -> Mono.just(Optional.of(Reason.STORE_FAULT));
            case NOT_ADMITTED -> remove(key).thenReturn(Optional.of(Reason.NOT_ADMITTED));
        };
    }

    private boolean isInvalidated(EpochStamp fetched) {
        return invalidator.isVoided(fetched) || invalidator.judgeDelivered(fetched) == EntryStatus.INVALIDATED;
    }

    private Mono<Optional<Reason>> remove(CacheKey key) {
        return guarded(() -> store.remove(key), removed -> Optional.empty(), Optional::empty);
    }

    /** Calls the store now; an immediate result becomes a value, without an operator. */
    private <T, R> Mono<R> guarded(Supplier<CompletionStage<T>> operation, Function<T, R> then, Supplier<R> otherwise) {
        CompletionStage<T> asked;
        try {
            asked = operation.get();
        } catch (RuntimeException fault) {
            return Mono.just(faulty(fault, otherwise));
        }
        if (asked instanceof CompletableFuture<T> future && future.isDone() && !future.isCompletedExceptionally()) {
            return Mono.just(then.apply(future.join()));
        }
        return Mono.fromCompletionStage(asked).map(then).onErrorResume(fault -> Mono.just(faulty(fault, otherwise)));
    }

    private <R> R faulty(Throwable fault, Supplier<R> otherwise) {
        faults.increment();
        log.warn("The store failed; treated as a miss or a skipped write.", fault);
        return otherwise.get();
    }
}

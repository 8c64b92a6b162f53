package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.store.CacheKeys;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.gateway.store.StoredBodyUtils;
import dev.larder.invalidation.CacheTags;
import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.SlicedRepresentation;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import reactor.core.publisher.Mono;

/**
 * The stored slices of one representation: an entry of its own for each, evicted by itself, under a key that names the representation, so
 * that octets of two of them never meet. What is known of the whole is a variant of the resource, under the resource's key.
 *
 * <p>A slice counts only as long as no write invalidates its own stamp, which was taken before the request that fetched it. All slices of
 * a representation have one tag, which invalidates them when the representation has changed.
 */
final class SliceStore {

    /** No other part of a key contains this character, so that no key of a response is one of a slice. */
    private static final String MARK = "\0slice";

    private static final String SEPARATOR = "\0";
    private static final StoredBody NO_CONTENT = StoredBodyUtils.of(new byte[0]);
    private static final int SHARE_STILL_FRESH = 2;

    private final ResponseStore store;
    private final ExchangeRequest request;
    private final SlicedRepresentation representation;
    private final int size;
    private final List<String> key;
    private final CacheTag tag;

    /** @param size octets of a slice; the last one may be shorter */
    SliceStore(ResponseStore store, ExchangeRequest request, SlicedRepresentation representation, int size) {
        this.store = store;
        this.request = request;
        this.representation = representation;
        this.size = size;
        this.key = new ArrayList<>(request.key().parts());
        key.add(MARK);
        key.add(Integer.toString(size));
        key.addAll(representation.identity());
        this.tag = CacheTags.slices(String.join(SEPARATOR, representation.identity()), String.join(SEPARATOR, key));
    }

    /** Returns the number of the slice that contains an octet. */
    long number(long octet) {
        return octet / size;
    }

    /** Returns the last octet of a slice of full size. */
    long last(long number) {
        return (number + 1) * size - 1;
    }

    /** Returns what may be used of a slice. */
    Mono<SliceContents> find(long number) {
        return store.find(key(number), request.resourceTags()::stampOfResponse)
                .map(found -> found.isUsable()
                        ? found.variants().map(SliceContents::of).orElse(SliceContents.NONE)
                        : SliceContents.NONE);
    }

    /**
     * Adds octets, all of one slice.
     *
     * @return why they were not stored; empty if they were
     */
    Mono<Optional<Reason>> add(ByteRange range, byte[] octets, EpochStamp stamp, long cost) {
        store.droppedSlices().removeSome();
        return store.update(
                key(number(range.first())),
                request.policy(),
                stamp.and(EpochStamp.of(stamp.epoch(), Set.of(tag))),
                cost,
                stored -> stored.map(SliceContents::of)
                        .orElse(SliceContents.NONE)
                        .with(representation, range, octets, request.policy()));
    }

    /** Stores what is known of the whole, unless that is stored with these fields and will be fresh for long enough. Slices of another whole are dropped. */
    Mono<Optional<Reason>> addHead(EpochStamp stamp, long cost, Instant now) {
        return store.find(request.key(), request.resourceTags()::stampOfResponse)
                .flatMap(found -> {
                    Optional<SlicedRepresentation> known =
                            found.variants().flatMap(all -> SlicedRepresentation.selected(all, request.head()));
                    if (found.isUsable()
                            && known.filter(that -> isEqual(that, now)).isPresent()) {
                        return Mono.just(Optional.<Reason>empty());
                    }
                    Optional<SlicedRepresentation> same =
                            known.filter(that -> that.identity().equals(representation.identity()));
                    if (same.isEmpty()) {
                        known.ifPresent(that -> new SliceStore(store, request, that, size).dropSlices());
                    }
                    StoredResponse head =
                            head(same.map(representation::updating).orElse(representation));
                    return CacheKeys.mayUse(request.key(), ResponseVariants.of(head))
                            ? store.add(request.key(), head, request.policy(), stamp, cost)
                            : Mono.just(Optional.of(Reason.PARTIAL_CONTENT));
                });
    }

    private boolean isEqual(SlicedRepresentation known, Instant now) {
        Duration lifetime = representation.whole().freshnessLifetime();
        return known.identity().equals(representation.identity())
                && known.hasFieldsOf(representation)
                && known.whole().ttl(now).compareTo(lifetime.dividedBy(SHARE_STILL_FRESH)) >= 0;
    }

    /** Drops the representation, because it is not the present one any more. */
    void drop(ResponseVariants stored, EpochStamp stamp) {
        store.replace(request.key(), stored, stored.without(head(representation)), request.policy(), stamp)
                .subscribe();
        dropSlices();
    }

    /** However many there are: their tag moves. Those of a fetch under way are not stored either. Their room is given back bit by bit. */
    private void dropSlices() {
        store.invalidate(tag);
        store.droppedSlices().add(this::key, number(representation.length() - 1) + 1);
    }

    private static StoredResponse head(SlicedRepresentation representation) {
        return representation.head(NO_CONTENT);
    }

    private CacheKey key(long number) {
        List<String> parts = new ArrayList<>(key);
        parts.add(Long.toString(number));
        return CacheKey.of(parts.toArray(String[]::new));
    }
}

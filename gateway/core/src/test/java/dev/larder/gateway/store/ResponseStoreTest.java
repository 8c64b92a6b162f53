package dev.larder.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.FencedWrite;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import dev.larder.rfc9111.StoredResponse;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The store's door: nothing older than a write goes in or comes out, and no fault gets through. */
public class ResponseStoreTest {

    private static final CacheKey KEY = CacheKey.of("k");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static final Set<CacheTag> TAGS = Set.of(new CacheTag("users"), new CacheTag("/users/5"));

    private final Invalidator invalidator = new Invalidator(1024, 1, new LocalInvalidationBus());
    private final ResponseStore store =
            new ResponseStore(new CaffeineStore<>(1_000_000, () -> NOW, RemovalListener.none()), invalidator);

    @Test
    void keepsVariantsSideBySide() {
        add(response("gzip"), store.stamp(TAGS));
        add(response("br"), store.stamp(TAGS));
        assertThat(find().orElseThrow().responses()).hasSize(2);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I4")
    @org.junit.jupiter.api.Tag("hardening-P11")
    void doesNotStoreResponseRequestedBeforeWrite() {
        EpochStamp before = store.stamp(TAGS);
        write();
        assertThat(add(response("gzip"), before)).contains(Reason.VOIDED);
        assertThat(find()).isEmpty();
    }

    @Test
    void doesNotReturnResponseStoredBeforeWrite() {
        add(response("gzip"), store.stamp(TAGS));
        write();
        assertThat(find()).isEmpty();
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I3")
    void replaceDoesNotOverwriteNewerResponse() {
        add(response("gzip"), store.stamp(TAGS));
        ResponseVariants before = find().orElseThrow();
        StoredResponse newer = response("gzip").withBody(HeapBody.of(List.of(new byte[4]), 4));
        add(newer, store.stamp(TAGS));

        var outcome = store.replace(KEY, before, Optional.of(before), CachePolicy.DEFAULT, store.stamp(TAGS));

        assertThat(outcome.block()).contains(Reason.VOIDED);
        assertThat(find().orElseThrow().responses()).containsExactly(newer);
    }

    @Test
    void treatsEveryFaultAsAMissOrASkippedWrite() {
        var faulty = new ResponseStore(new FailingStore(), invalidator);
        assertThat(faulty.find(KEY, () -> EpochStamp.of(0, TAGS)).block().variants())
                .isEmpty();
        assertThat(faulty.add(KEY, response("gzip"), CachePolicy.DEFAULT, faulty.stamp(TAGS), 0)
                        .block())
                .contains(Reason.STORE_FAULT);
        assertThat(faulty.faults()).isGreaterThanOrEqualTo(2);
    }

    @Test
    void neitherReturnsNorStoresResponsesDuringWrite() {
        add(response("gzip"), store.stamp(TAGS));
        FencedWrite write = invalidator
                .begin(Set.of(new CacheTag("users")))
                .toCompletableFuture()
                .join();
        assertThat(store.find(KEY, () -> EpochStamp.of(0, TAGS)).block().standing())
                .isEqualTo(EntryStatus.FENCED);
        assertThat(store.find(CacheKey.of("other"), () -> EpochStamp.of(0, TAGS))
                        .block()
                        .standing())
                .isEqualTo(EntryStatus.FENCED);
        assertThat(add(response("br"), store.stamp(TAGS))).contains(Reason.VOIDED);

        write.end().toCompletableFuture().join();

        assertThat(find().orElseThrow().responses()).hasSize(1);
    }

    @Test
    void invalidatedEntryRemainsAvailableForValidation() {
        add(response("gzip"), store.stamp(TAGS));
        write();
        LookupResult found = store.find(KEY, () -> EpochStamp.of(0, TAGS)).block();
        assertThat(found.standing()).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(found.variants()).isPresent();
    }

    @Test
    void newVariantDoesNotReviveVariantsStoredBeforeWrite() {
        add(response("gzip"), store.stamp(TAGS));
        write();
        StoredResponse newer = response("br");
        add(newer, store.stamp(TAGS));
        assertThat(find().orElseThrow().responses()).containsExactly(newer);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I5")
    void responseIsNotStoredIfItsOwnTagWasInvalidatedMeanwhile() {
        EpochStamp before = store.stamp(TAGS);
        CacheTag group = CacheTags.group("b");
        invalidator.invalidate(Set.of(group)).toCompletableFuture().join();
        assertThat(add(response("gzip"), before.and(EpochStamp.of(before.epoch(), Set.of(group)))))
                .contains(Reason.VOIDED);
        assertThat(add(response("gzip"), before)).isEmpty();
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I5")
    void entryIsUnusableOnceTagOfAnyVariantIsInvalidated() {
        CacheTag group = CacheTags.group("b");
        EpochStamp stamp = store.stamp(TAGS);
        add(response("gzip"), stamp.and(EpochStamp.of(stamp.epoch(), Set.of(group))));
        add(response("br"), store.stamp(TAGS));
        invalidator.invalidate(Set.of(group)).toCompletableFuture().join();
        assertThat(find()).isEmpty();
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I12")
    void voidFillsRejectsFetchesInProgressButKeepsEntries() {
        add(response("gzip"), store.stamp(TAGS));
        EpochStamp before = store.stamp(TAGS);
        invalidator.voidFills().toCompletableFuture().join();
        assertThat(add(response("br"), before)).contains(Reason.VOIDED);
        assertThat(find().orElseThrow().responses()).hasSize(1);
        assertThat(add(response("br"), store.stamp(TAGS))).isEmpty();
    }

    private void write() {
        invalidator
                .invalidate(Set.of(new CacheTag("users")))
                .toCompletableFuture()
                .join();
    }

    private Optional<ResponseVariants> find() {
        LookupResult found =
                store.find(KEY, () -> EpochStamp.of(0, TAGS)).blockOptional().orElseThrow();
        return found.isUsable() ? found.variants() : Optional.empty();
    }

    private Optional<Reason> add(StoredResponse response, EpochStamp stamp) {
        return store.add(KEY, response, CachePolicy.DEFAULT, stamp, 1)
                .blockOptional()
                .orElseThrow();
    }

    /** A response in that content coding. */
    public static StoredResponse response(String coding) {
        var request = new RequestHead(
                "GET", URI.create("http://h/a"), HeaderFields.of("Host", "h", "Accept-Encoding", coding));
        var head = new ResponseHead(
                200,
                HeaderFields.of("Cache-Control", "max-age=60", "Vary", "Accept-Encoding", "Content-Encoding", coding));
        var verdict = Storability.judge(request, head, CachePolicy.DEFAULT, new ReceptionTimes(NOW, NOW, NOW));
        return ((StoreVerdict.Store) verdict).response().withBody(HeapBody.of(List.of(new byte[3]), 3));
    }

    private static final class FailingStore implements CacheStore<ResponseVariants> {

        @Override
        public CompletionStage<Optional<CacheEntry<ResponseVariants>>> get(CacheKey key) {
            return CompletableFuture.failedFuture(new IllegalStateException("get"));
        }

        @Override
        public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<ResponseVariants> entry) {
            throw new IllegalStateException("put");
        }

        @Override
        public CompletionStage<StoreOutcome> replace(
                CacheKey key, CacheEntry<ResponseVariants> expected, CacheEntry<ResponseVariants> entry) {
            throw new IllegalStateException("replace");
        }

        @Override
        public CompletionStage<Boolean> remove(CacheKey key) {
            throw new IllegalStateException("remove");
        }

        @Override
        public CompletionStage<Void> clear() {
            throw new IllegalStateException("clear");
        }
    }
}

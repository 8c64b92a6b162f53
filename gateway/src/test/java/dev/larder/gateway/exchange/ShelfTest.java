package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.gateway.rfc9111.CachePolicy;
import dev.larder.gateway.rfc9111.HeaderFields;
import dev.larder.gateway.rfc9111.Reason;
import dev.larder.gateway.rfc9111.Reception;
import dev.larder.gateway.rfc9111.RequestHead;
import dev.larder.gateway.rfc9111.ResponseHead;
import dev.larder.gateway.rfc9111.Storability;
import dev.larder.gateway.rfc9111.StoreVerdict;
import dev.larder.gateway.rfc9111.StoredResponse;
import dev.larder.gateway.rfc9111.Variants;
import dev.larder.policies.caffeine.CaffeineStore;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The store's door: nothing older than a write goes in or comes out, and no fault gets through. */
class ShelfTest {

    private static final CacheKey KEY = CacheKey.of("k");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Shelf shelf = new Shelf(new CaffeineStore<>(1_000_000, () -> NOW, RemovalListener.none()));

    @Test
    void keepsVariantsSideBySide() {
        add(response("gzip"), shelf.epoch(KEY));
        add(response("br"), shelf.epoch(KEY));
        assertThat(find().orElseThrow().responses()).hasSize(2);
    }

    @Test
    void takesNothingThatWasAskedForBeforeAWrite() {
        long before = shelf.epoch(KEY);
        shelf.invalidate(KEY).block();
        assertThat(add(response("gzip"), before)).contains(Reason.VOIDED);
        assertThat(find()).isEmpty();
    }

    @Test
    void givesNothingOutThatWasStoredBeforeAWrite() {
        add(response("gzip"), shelf.epoch(KEY));
        shelf.invalidate(KEY).block();
        assertThat(find()).isEmpty();
    }

    @Test
    void whatWasStoredMeanwhileIsNotOverwrittenByWhatWasDerivedBefore() {
        add(response("gzip"), shelf.epoch(KEY));
        Variants before = find().orElseThrow();
        StoredResponse newer = response("gzip");
        add(newer, shelf.epoch(KEY));

        var outcome = shelf.replace(KEY, before, Optional.of(before), CachePolicy.DEFAULT, shelf.epoch(KEY));

        assertThat(outcome.block()).contains(Reason.VOIDED);
        assertThat(find().orElseThrow().responses()).containsExactly(newer);
    }

    @Test
    void treatsEveryFaultAsAMissOrASkippedWrite() {
        var faulty = new Shelf(new FailingStore());
        assertThat(faulty.find(KEY).block()).isEmpty();
        assertThat(faulty.add(KEY, response("gzip"), CachePolicy.DEFAULT, faulty.epoch(KEY), 0)
                        .block())
                .contains(Reason.STORE_FAULT);
        faulty.invalidate(KEY).block();
        assertThat(faulty.faults()).isGreaterThanOrEqualTo(3);
    }

    private Optional<Variants> find() {
        return shelf.find(KEY).blockOptional().orElseThrow();
    }

    private Optional<Reason> add(StoredResponse response, long epoch) {
        return shelf.add(KEY, response, CachePolicy.DEFAULT, epoch, 1)
                .blockOptional()
                .orElseThrow();
    }

    private static StoredResponse response(String coding) {
        var request = new RequestHead(
                "GET", URI.create("http://h/a"), HeaderFields.of("Host", "h", "Accept-Encoding", coding));
        var head = new ResponseHead(
                200,
                HeaderFields.of("Cache-Control", "max-age=60", "Vary", "Accept-Encoding", "Content-Encoding", coding));
        var verdict = Storability.judge(request, head, CachePolicy.DEFAULT, new Reception(NOW, NOW, NOW));
        return ((StoreVerdict.Store) verdict).response().withBody(HeapBody.of(List.of(new byte[3]), 3));
    }

    private static final class FailingStore implements CacheStore<Variants> {

        @Override
        public CompletionStage<Optional<CacheEntry<Variants>>> get(CacheKey key) {
            return CompletableFuture.failedFuture(new IllegalStateException("get"));
        }

        @Override
        public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<Variants> entry) {
            throw new IllegalStateException("put");
        }

        @Override
        public CompletionStage<StoreOutcome> replace(
                CacheKey key, CacheEntry<Variants> expected, CacheEntry<Variants> entry) {
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

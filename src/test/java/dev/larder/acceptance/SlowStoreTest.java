package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.rfc9111.ResponseVariants;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What clients get while the store takes its time. */
class SlowStoreTest {

    private static final TestClock CLOCK = new TestClock();
    private static final SlowStore STORE = new SlowStore();

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(
            builder -> builder.with(StoreConfiguration.class).clock(CLOCK).property("larder.hit-path", "gateway"));

    private final String path = UniquePath.next();

    @Configuration(proxyBeanMethods = false)
    static class StoreConfiguration {

        @Bean
        CacheStore<ResponseVariants> larderStore() {
            return STORE;
        }
    }

    @Test
    void revalidatedResponseDoesNotWaitForBlockedStore() {
        storeStale("max-age=1");
        STAGE.origin().on(path, ResponseScript.status(304, "ETag", "\"1\""));
        Gate never = STORE.holdReplacement();
        assertThat(STAGE.get(path).content()).isEqualTo("one");
        never.release();
    }

    @Test
    void initiatorLeavingBeforeFetchUsesUpNoAttemptOfWaitingRequests() {
        STAGE.gateway().expect(502);
        STORE.holdGet().release();
        Gate held = STORE.holdGet();
        RawClient leaver = STAGE.gateway().connect().request("GET", path);
        held.awaitArrival();
        List<RawClient> followers = List.of(
                STAGE.gateway().connect().request("GET", path),
                STAGE.gateway().connect().request("GET", path));
        STAGE.awaitReading();
        ResponseScript whole = ResponseScript.ok("one", "Cache-Control", "max-age=60");
        STAGE.origin()
                .inTurn(
                        path,
                        ResponseScript.ok("one", "Cache-Control", "max-age=60").cutAt(1, TransferEnd.FIN),
                        whole);
        leaver.close();
        assertThat(followers)
                .map(RawClient::read)
                .anyMatch(response ->
                        response.status() == 200 && response.content().equals("one"));
        held.release();
        followers.forEach(RawClient::close);
    }

    @Test
    void requestWithStaleIfErrorZeroGetsServerError() {
        STAGE.gateway().expect(503);
        storeStale("max-age=1, stale-if-error=60");
        OriginLatch first = new OriginLatch();
        OriginLatch second = new OriginLatch();
        STAGE.origin().inTurn(path, unavailable().before(first), unavailable().before(second), unavailable());
        try (RawClient initiator = STAGE.gateway().connect().request("GET", path)) {
            first.awaitArrival();
            RawClient follower = STAGE.gateway().connect().request("GET", path, "Cache-Control", "stale-if-error=0");
            STAGE.awaitReading();
            Gate again = STORE.holdGet();
            first.release();
            again.awaitArrival();
            assertThat(initiator.read().status()).isEqualTo(200);
            try (RawClient next = STAGE.gateway().connect().request("GET", path)) {
                second.awaitArrival();
                again.release();
                STAGE.awaitReading();
                second.release();
                assertThat(next.read().status()).isEqualTo(200);
            }
            assertThat(follower.read().status()).isEqualTo(503);
            follower.close();
        }
    }

    private static ResponseScript unavailable() {
        return ResponseScript.status(503, "Cache-Control", "no-store");
    }

    private void storeStale(String control) {
        STAGE.origin().on(path, ResponseScript.ok("one", "Cache-Control", control, "ETag", "\"1\""));
        ReceivedResponse fetched = STAGE.get(path);
        assertThat(fetched.content()).isEqualTo("one");
        CLOCK.advance(Duration.ofSeconds(2));
    }

    /** Holds one operation of the store. */
    private record Gate(CompletableFuture<Void> reached, CompletableFuture<Void> open) {

        Gate() {
            this(new CompletableFuture<>(), new CompletableFuture<>());
        }

        void awaitArrival() {
            reached.orTimeout(30, TimeUnit.SECONDS).join();
        }

        void release() {
            open.complete(null);
        }
    }

    /** A store in memory; the test may hold its next operations. */
    private static final class SlowStore implements CacheStore<ResponseVariants> {

        private final Map<CacheKey, CacheEntry<ResponseVariants>> entries = new ConcurrentHashMap<>();
        private final Queue<Gate> gets = new ConcurrentLinkedQueue<>();
        private final Queue<Gate> replacements = new ConcurrentLinkedQueue<>();

        Gate holdGet() {
            var gate = new Gate();
            gets.add(gate);
            return gate;
        }

        Gate holdReplacement() {
            var gate = new Gate();
            replacements.add(gate);
            return gate;
        }

        private static <T> CompletionStage<T> after(@Nullable Gate gate, Supplier<T> operation) {
            if (gate == null) {
                return CompletableFuture.completedFuture(operation.get());
            }
            gate.reached().complete(null);
            return gate.open().thenApply(released -> operation.get());
        }

        @Override
        public CompletionStage<Optional<CacheEntry<ResponseVariants>>> get(CacheKey key) {
            return after(gets.poll(), () -> Optional.ofNullable(entries.get(key)));
        }

        @Override
        public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<ResponseVariants> entry) {
            entries.put(key, entry);
            return CompletableFuture.completedFuture(StoreOutcome.STORED);
        }

        @Override
        public CompletionStage<StoreOutcome> replace(
                CacheKey key, @Nullable CacheEntry<ResponseVariants> expected, CacheEntry<ResponseVariants> entry) {
            return after(replacements.poll(), () -> {
                if (!Objects.equals(entries.get(key), expected)) {
                    return StoreOutcome.CONFLICT;
                }
                entries.put(key, entry);
                return StoreOutcome.STORED;
            });
        }

        @Override
        public CompletionStage<Boolean> remove(CacheKey key) {
            return CompletableFuture.completedFuture(entries.remove(key) != null);
        }

        @Override
        public CompletionStage<Void> clear() {
            entries.clear();
            return CompletableFuture.completedFuture(null);
        }
    }
}

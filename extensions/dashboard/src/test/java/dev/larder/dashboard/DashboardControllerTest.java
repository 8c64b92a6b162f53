package dev.larder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreContents;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.gateway.actuate.CacheDecisionExplainer;
import dev.larder.gateway.actuate.EntryViewFactory;
import dev.larder.gateway.actuate.LarderEndpoint;
import dev.larder.gateway.actuate.OperatorActionGuard;
import dev.larder.gateway.actuate.StoreInspector;
import dev.larder.gateway.actuate.StorePurger;
import dev.larder.gateway.actuate.StoreScan;
import dev.larder.gateway.actuate.access.OperatorActionLimit;
import dev.larder.gateway.actuate.access.OperatorHostNames;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.RecentMisses;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.NamedStores;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.ResponseVariants;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;

/** What looking through the store costs is bounded, and whatever fails is a problem (RFC 9457), never a broken answer. */
class DashboardControllerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String INSPECT = "/larder/inspect?url=http://localhost/users/5";

    private final Contents contents = new Contents();
    private final DashboardController page = page(contents);

    @Test
    void rejectsSecondUrlLookupWhileOneIsRunning() throws Exception {
        var arrived = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        contents.keys = () -> {
            arrived.countDown();
            await(released);
            return Stream.empty();
        };
        CompletableFuture<ResponseEntity<byte[]>> first = inspect().toFuture();
        arrived.await();

        ResponseEntity<byte[]> second = inspect().block(PATIENCE);

        assertProblem(second, HttpStatus.SERVICE_UNAVAILABLE, "Another URL is being looked up.");
        assertThat(second.getHeaders().getFirst("Retry-After")).isEqualTo("1");
        released.countDown();
        assertThat(first.get().getStatusCode()).isEqualTo(HttpStatus.OK);
        assertThat(inspect().block(PATIENCE).getStatusCode()).isEqualTo(HttpStatus.OK);
    }

    @Test
    void reportsFaultAsProblemWithoutItsMessage() {
        contents.keys = () -> {
            throw new IllegalStateException("secret");
        };

        ResponseEntity<byte[]> answer = inspect().block(PATIENCE);

        assertProblem(answer, HttpStatus.INTERNAL_SERVER_ERROR, "See the log");
        assertThat(text(answer)).doesNotContain("secret");
    }

    @Test
    void acceptsLookupAfterFailedOne() {
        contents.keys = () -> {
            throw new IllegalStateException("on purpose");
        };
        inspect().block(PATIENCE);
        contents.keys = Stream::empty;

        assertThat(inspect().block(PATIENCE).getStatusCode()).isEqualTo(HttpStatus.OK);
    }

    private Mono<ResponseEntity<byte[]>> inspect() {
        return page.inspect(MockServerWebExchange.from(
                MockServerHttpRequest.get(INSPECT).header("Host", "localhost").build()));
    }

    private static void assertProblem(ResponseEntity<byte[]> answer, HttpStatus status, String detail) {
        assertThat(answer.getStatusCode()).isEqualTo(status);
        assertThat(answer.getHeaders().getContentType()).hasToString("application/problem+json");
        assertThat(text(answer))
                .contains("\"status\":" + status.value(), "\"title\":\"" + status.getReasonPhrase(), detail);
    }

    private static String text(ResponseEntity<byte[]> answer) {
        return new String(answer.getBody(), StandardCharsets.UTF_8);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DashboardController page(Contents contents) {
        CacheStore<ResponseVariants> store = new Shown(contents);
        var stores = NamedStores.of(store);
        var invalidator = new Invalidator(1 << 20, 1, new LocalInvalidationBus());
        var rules = new RuleSet(List.of(), CachePolicy.DEFAULT, Couplings.NONE);
        var inspector = new StoreInspector(stores, invalidator, rules, new EntryViewFactory(new OriginTags(List.of())));
        var clock = LarderClock.system();
        var endpoint = new LarderEndpoint(
                inspector,
                new StorePurger(store, invalidator, rules, CachePolicy.DEFAULT),
                clock,
                List.of(),
                new OperatorActionGuard(false, new OperatorActionLimit(1), clock));
        var dashboard = new DashboardService(
                new SimpleMeterRegistry(),
                new StoreScan(stores, invalidator, rules, 10),
                List::of,
                clock,
                new DashboardPermissions(Access.UNRESTRICTED, false));
        return new DashboardController(
                dashboard,
                new CacheDecisionExplainer(inspector, RecentMisses.NONE, 10),
                endpoint,
                clock,
                OperatorHostNames.named(List.of()));
    }

    /** Shows what the test says. */
    private static final class Contents implements StoreContents {

        private volatile Supplier<Stream<CacheKey>> keys = Stream::empty;

        @Override
        public long count() {
            return 0;
        }

        @Override
        public long weight() {
            return 0;
        }

        @Override
        public long maxWeight() {
            return 1;
        }

        @Override
        public Optional<EpochStamp> stamp(CacheKey key) {
            return Optional.empty();
        }

        @Override
        public OptionalLong weight(CacheKey key) {
            return OptionalLong.empty();
        }

        @Override
        public Stream<CacheKey> keys() {
            return keys.get();
        }
    }

    /** A store with those contents. */
    private record Shown(CacheStore<ResponseVariants> store, Contents shown) implements CacheStore<ResponseVariants> {

        Shown(Contents shown) {
            this(new CaffeineStore<>(1 << 20, () -> Instant.EPOCH, RemovalListener.none()), shown);
        }

        @Override
        public CompletionStage<Optional<CacheEntry<ResponseVariants>>> get(CacheKey key) {
            return store.get(key);
        }

        @Override
        public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<ResponseVariants> entry) {
            return store.put(key, entry);
        }

        @Override
        public CompletionStage<StoreOutcome> replace(
                CacheKey key, CacheEntry<ResponseVariants> expected, CacheEntry<ResponseVariants> entry) {
            return store.replace(key, expected, entry);
        }

        @Override
        public CompletionStage<Boolean> remove(CacheKey key) {
            return store.remove(key);
        }

        @Override
        public CompletionStage<Void> clear() {
            return store.clear();
        }

        @Override
        public Optional<StoreContents> contents() {
            return Optional.of(shown);
        }
    }
}

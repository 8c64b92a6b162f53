package dev.larder.acceptance.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Obligations of this kind: writes that are refused keep nothing out of the cache. */
final class FenceObligations {

    private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes[%d].";

    private FenceObligations() {}

    static List<Obligation> all() {
        return List.of(
                Obligation.of("a client that repeats refused writes keeps nothing out of the cache", way -> {
                    try (var stage = new RefusedWrites(way)) {
                        stage.repeat("/items/login");
                        stage.isHitDuring("/items/other", 401);
                        assertThat(stage.read().hit()).as("afterwards").isTrue();
                    }
                }),
                Obligation.of("a write that has no budget for a fence is seen by the next read", way -> {
                    try (var stage = new RefusedWrites(way)) {
                        stage.repeat("/items/7");
                        stage.isHitDuring("/items/7", 200);
                        ReceivedResponse after = stage.read();
                        assertThat(after.hit()).as("afterwards").isFalse();
                        assertThat(after.field("ETag")).isEqualTo("\"1\"");
                    }
                }));
    }

    /** A client that repeats a write until there is no budget for its fence. */
    private static final class RefusedWrites implements AutoCloseable {

        private static final int ATTEMPTS = 2;
        private static final Duration BUDGET = Duration.ofMillis(100);

        private final RequestWay way;
        private final AtomicInteger attempts = new AtomicInteger();
        private final AtomicInteger version = new AtomicInteger();
        private final OriginLatch latch = new OriginLatch();
        private final ScriptedOrigin origin = ScriptedOrigin.start();
        private final GatewayFixture gateway;

        RefusedWrites(RequestWay way) {
            this.way = way;
            origin.otherwise(this::answer);
            GatewayFixture.Builder builder = way.gateway();
            route(builder, 0, "GET,HEAD", "Cache");
            route(builder, 1, "POST", way == RequestWay.UNCACHED_WRITE ? "WriteInvalidation" : "Cache");
            gateway = builder.start();
        }

        private void route(GatewayFixture.Builder builder, int number, String methods, String filter) {
            String route = ROUTES.formatted(number);
            builder.property(route + "id", "route" + number)
                    .property(route + "uri", "http://127.0.0.1:" + origin.port())
                    .property(route + "predicates[0]", "Path=/**")
                    .property(route + "predicates[1]", "Method=" + methods)
                    .property(route + "filters[0]", filter);
        }

        private ResponseScript answer(ReceivedRequest request) {
            return switch (request.method() + " " + request.path()) {
                case "POST /items/login" -> ResponseScript.status(401).latency(BUDGET);
                case "POST /items/other" -> ResponseScript.status(401).before(latch);
                case "POST /items/7" ->
                    attempts.incrementAndGet() <= ATTEMPTS
                            ? ResponseScript.status(401).latency(BUDGET)
                            : ResponseScript.ok("written " + version.incrementAndGet())
                                    .before(latch);
                default ->
                    ResponseScript.ok(
                            "version " + version, "Cache-Control", "max-age=1000", "ETag", "\"" + version + "\"");
            };
        }

        void repeat(String target) {
            if (way == RequestWay.HEAD) {
                // A response to HEAD is not stored; what a GET has stored answers it.
                gateway.get("/items/7");
            }
            read();
            assertThat(read().hit()).as("before").isTrue();
            for (int i = 0; i < ATTEMPTS; i++) {
                assertThat(write(target).status()).isEqualTo(401);
            }
        }

        void isHitDuring(String target, int status) {
            CompletableFuture<ReceivedResponse> writing = CompletableFuture.supplyAsync(() -> write(target));
            latch.awaitArrival();
            assertThat(read().hit()).as("while the write is under way").isTrue();
            latch.release();
            assertThat(writing.join().status()).isEqualTo(status);
        }

        private ReceivedResponse write(String target) {
            return gateway.send("POST", target, "content");
        }

        ReceivedResponse read() {
            return switch (way) {
                case RANGE -> gateway.get("/items/7", "Range", "bytes=0-3");
                case HEAD -> gateway.head("/items/7");
                default -> gateway.get("/items/7");
            };
        }

        @Override
        public void close() {
            try (origin) {
                latch.release();
                gateway.close();
            }
        }
    }
}

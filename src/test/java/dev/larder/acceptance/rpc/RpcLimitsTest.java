package dev.larder.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.acceptance.rpc.RpcTestClient.Document;
import dev.larder.rpc.DocumentCacheService;
import dev.larder.rpc.RpcConnectionLimiter;
import dev.larder.rpc.v1.FetchManyRequest;
import dev.larder.rpc.v1.FetchManyResponse;
import dev.larder.rpc.v1.FetchResponse;
import io.grpc.Context;
import io.grpc.Context.CancellableContext;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Status.Code;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.NettyRoutingFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/** Procedures under load, from origins that break off, and of a gateway that leaves. */
class RpcLimitsTest {

    private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes";
    private static final int DOCUMENTS = 20;
    private static final int CONNECTIONS = 3;
    private static final Semaphore UNDER_WAY = new Semaphore(0);

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.with(Counting.class)
            .property("larder.rpc.enabled", true)
            .property("larder.rpc.port", 0)
            .bean(
                    DocumentCacheService.Limits.class,
                    new DocumentCacheService.Limits(16, 1_000, DOCUMENTS, Duration.ofSeconds(60)))
            .bean(RpcConnectionLimiter.class, new RpcConnectionLimiter(CONNECTIONS))
            .property(ROUTES + "[0].id", "plain")
            .property(ROUTES + "[0].uri", "${larder.origin}")
            .property(ROUTES + "[0].predicates[0]", "Path=/plain/**")
            .property(ROUTES + "[1].id", "cached")
            .property(ROUTES + "[1].uri", "${larder.origin}")
            .property(ROUTES + "[1].predicates[0]", "Path=/**")
            .property(ROUTES + "[1].filters[0]", "Cache"));

    /** Beginning of paths whose requests are still being sent, on one thread, when their answers have been taken in on another. */
    private static final String OVERTAKEN = "/overtaken";

    private static RpcTestClient caller;

    private final String path = UniquePath.next();

    /** Tells when a request has got as far as it gets at once: to the origin, or to where it waits for another. */
    @Configuration(proxyBeanMethods = false)
    static class Counting {

        @Bean
        WebFilter counting() {
            return (exchange, chain) -> Mono.from(subscriber -> {
                chain.filter(exchange).subscribe(subscriber);
                UNDER_WAY.release();
            });
        }

        @Bean
        GlobalFilter overtaking() {
            return new Overtaking();
        }
    }

    private static final class Overtaking implements GlobalFilter, Ordered {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            if (!exchange.getRequest().getPath().value().startsWith(OVERTAKEN)) {
                return chain.filter(exchange);
            }
            var taken = new Semaphore(0);
            return Mono.from(subscriber -> {
                chain.filter(exchange).doFinally(signal -> taken.release()).subscribe(subscriber);
                taken.acquireUninterruptibly();
            });
        }

        @Override
        public int getOrder() {
            return NettyRoutingFilter.ORDER - 1;
        }
    }

    @BeforeAll
    static void call() {
        caller = RpcTestClient.of(STAGE.gateway());
    }

    @AfterAll
    static void hangUp() {
        caller.close();
    }

    @ParameterizedTest
    @CsvSource({
        "'',FIN,false", "'',RESET,false", "'',FIN,true", "'',RESET,true",
        "/plain,FIN,false", "/plain,RESET,false", "/plain,FIN,true", "/plain,RESET,true"
    })
    void reportsTruncatedDocumentAsCutShort(String route, TransferEnd end, boolean chunked) {
        ResponseScript script = ResponseScript.ok("x".repeat(300_000), "Cache-Control", "max-age=60");
        STAGE.origin().on(route + path, (chunked ? script.chunked() : script).cutAt(250_000, end));
        cutShort(caller.fetch(route + path));
    }

    @ParameterizedTest
    @CsvSource({"FIN", "RESET"})
    void reportsTruncationToAllCallsSharingFetch(TransferEnd end) throws Exception {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("x".repeat(150_000), "Cache-Control", "max-age=60")
                                .gate(gate)
                                .part("x".repeat(150_000))
                                .cutAt(250_000, end));
        UNDER_WAY.drainPermits();
        List<CompletableFuture<Document>> both = List.of(later(path), later(path));
        underWay(2);
        gate.release();
        for (CompletableFuture<Document> one : both) {
            cutShort(one.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void cancelledCallDoesNotAbortSharedFetch() throws Exception {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("content", "Cache-Control", "max-age=60")
                                .before(gate));
        UNDER_WAY.drainPermits();
        CancellableContext leaving = Context.current().withCancellation();
        CompletableFuture<Document> first = CompletableFuture.supplyAsync(() -> in(leaving, path));
        gate.awaitArrival();
        underWay(1);
        CompletableFuture<Document> other = later(path);
        underWay(1);

        leaving.cancel(null);

        assertThat(first.get(10, TimeUnit.SECONDS).status().getCode()).isEqualTo(Code.CANCELLED);
        STAGE.awaitReading();
        gate.release();
        Document document = other.get(10, TimeUnit.SECONDS);
        assertThat(document.content()).isEqualTo("content");
        assertThat(document.head().orElseThrow().getCacheStatus().getMember()).contains("; collapsed");
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }

    @Test
    void cancelledCallAbortsFetchAnsweredMeanwhile() throws Exception {
        var ended = new CompletableFuture<Boolean>();
        STAGE.origin().on(OVERTAKEN + path, ResponseScript.takeOver((in, out) -> {
            out.write("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 500000\r\n\r\nshort"
                    .getBytes(StandardCharsets.ISO_8859_1));
            ended.complete(in.read() < 0);
        }));
        CancellableContext leaving = Context.current().withCancellation();
        UNDER_WAY.drainPermits();
        CompletableFuture<Document> first = CompletableFuture.supplyAsync(() -> in(leaving, OVERTAKEN + path));
        underWay(1);

        leaving.cancel(null);

        assertThat(first.get(10, TimeUnit.SECONDS).status().getCode()).isEqualTo(Code.CANCELLED);
        assertThat(ended.get(10, TimeUnit.SECONDS)).isTrue();
    }

    private Document in(CancellableContext leaving, String url) {
        Context before = leaving.attach();
        try {
            return caller.fetch(url);
        } finally {
            leaving.detach(before);
        }
    }

    @Tag("thorough")
    @Test
    void slowReaderDelaysHeadsAndEndsOfFurtherDocuments() {
        STAGE.origin().on("/plain" + path, ResponseScript.ok("", "X-Long", "x".repeat(6_000)));
        var request = FetchManyRequest.newBuilder();
        for (int i = 0; i < 1_000; i++) {
            request.addRequests(RpcTestClient.request("/plain" + path));
        }
        Iterator<FetchManyResponse> parts = caller.stub().fetchMany(request.build());
        parts.next();
        for (int i = 0; i < 600; i++) {
            STAGE.get("/alive");
        }
        assertThat(STAGE.origin().count("/plain" + path)).isLessThan(400);
        int ends = 0;
        while (parts.hasNext()) {
            ends += parts.next().hasEnd() ? 1 : 0;
        }
        assertThat(ends).isEqualTo(1_000);
    }

    @Test
    void rejectsFetchAboveConcurrencyLimit() throws Exception {
        OriginLatch gate = new OriginLatch();
        STAGE.origin().on("/plain" + path, ResponseScript.ok("content").before(gate));
        List<CompletableFuture<Document>> most = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            most.add(later("/plain" + path));
        }
        gate.awaitArrivals(DOCUMENTS);

        Document refused = caller.fetch("/plain" + path);

        assertThat(refused.status().getCode()).isEqualTo(Code.RESOURCE_EXHAUSTED);
        assertThat(refused.status().getDescription()).startsWith("BUSY: ");
        gate.release();
        for (CompletableFuture<Document> one : most) {
            assertThat(one.get(10, TimeUnit.SECONDS).content()).isEqualTo("content");
        }
        assertThat(caller.fetch("/plain" + path).content()).isEqualTo("content");
    }

    @Test
    void rejectsCallOnConnectionAboveLimit() {
        STAGE.origin().on(path, ResponseScript.ok("content"));
        assertThat(caller.fetch(path).status().isOk()).isTrue();
        List<RpcTestClient> more = new ArrayList<>();
        try {
            for (int i = 1; i < CONNECTIONS; i++) {
                more.add(RpcTestClient.of(STAGE.gateway()));
                assertThat(more.get(i - 1).fetch(path).status().isOk()).isTrue();
            }
            more.add(RpcTestClient.of(STAGE.gateway()));
            assertThat(more.get(CONNECTIONS - 1).fetch(path).status().isOk())
                    .as("whether the client reads why before it meets the closed socket is a matter of time")
                    .isFalse();
            assertSentAway();
        } finally {
            more.forEach(RpcTestClient::close);
        }
    }

    /** Whatever it speaks, its socket is closed: the client's preface and an empty SETTINGS frame (RFC 9113 3.4), and no call. */
    private static void assertSentAway() {
        int port = STAGE.gateway().context().getBean(GrpcServerLifecycle.class).getPort();
        try (RawClient client = RawClient.connect(port)) {
            client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "\0\0\0\4\0\0\0\0\0");
            assertThat(client.bytes(10_000)).contains("TOO_MANY_CONNECTIONS: ");
        }
    }

    @Tag("thorough")
    @Test
    void stalledReaderLosesItsSlotAndFinallyItsCall() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .property("larder.rpc.enabled", true)
                        .property("larder.rpc.port", 0)
                        .bean(
                                DocumentCacheService.Limits.class,
                                new DocumentCacheService.Limits(16, 1_000, 2, Duration.ofSeconds(2)))
                        .start();
                RpcTestClient late = RpcTestClient.of(gateway);
                RpcTestClient never = RpcTestClient.of(gateway);
                RpcTestClient other = RpcTestClient.of(gateway)) {
            origin.on(path, ResponseScript.ok("x".repeat(16_000_000))).on("/other", ResponseScript.ok("content"));
            int mark = GatewayFixture.inJvmLog().mark();
            final int both = 2;
            Iterator<FetchResponse> read = begin(late);
            Iterator<FetchResponse> unread = begin(never);
            assertThat(other.fetch("/other").status().getDescription()).startsWith("BUSY: ");

            logged(mark, both, "STALLED: ");
            assertThatThrownBy(() -> read.forEachRemaining(part -> {})).hasMessageContaining("STALLED: ");
            assertThat(other.fetch("/other").content()).isEqualTo("content");
            logged(mark, 1, "broken off");
            assertThatThrownBy(() -> unread.forEachRemaining(part -> {})).hasMessageContaining("CANCELLED");
        }
    }

    private Iterator<FetchResponse> begin(RpcTestClient caller) {
        Iterator<FetchResponse> parts =
                caller.stub().fetch(RpcTestClient.request(path).build());
        parts.next();
        return parts;
    }

    private static void logged(int mark, int times, String words) {
        assertThat(GatewayFixture.inJvmLog().await(mark, times, line -> line.contains(words), 20))
                .isNotNull();
    }

    @Test
    void shutdownReportsNotServingAndCompletesRunningCalls() throws Exception {
        OriginLatch gate = new OriginLatch();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .property("larder.rpc.enabled", true)
                        .property("larder.rpc.port", 0)
                        .start();
                RpcTestClient leavers = RpcTestClient.at(
                        gateway.context().getBean(GrpcServerLifecycle.class).getPort(),
                        InsecureChannelCredentials.create())) {
            origin.on(path, ResponseScript.ok("content").before(gate));
            CancellableContext watching = Context.current().withCancellation();
            Iterator<HealthCheckResponse> health = watching.call(() -> HealthGrpc.newBlockingStub(leavers.channel())
                    .watch(HealthCheckRequest.newBuilder()
                            .setService("larder.v1.DocumentCache")
                            .build()));
            assertThat(health.next().getStatus()).isEqualTo(ServingStatus.SERVING);
            CompletableFuture<Document> underWay = CompletableFuture.supplyAsync(() -> leavers.fetch(path));
            gate.awaitArrival();

            CompletableFuture<Void> closing = CompletableFuture.runAsync(gateway.context()::close);

            assertThat(health.next().getStatus()).isEqualTo(ServingStatus.NOT_SERVING);
            watching.cancel(null);
            gate.release();
            assertThat(underWay.get(10, TimeUnit.SECONDS).content()).isEqualTo("content");
            closing.get(20, TimeUnit.SECONDS);
        }
    }

    private static void cutShort(Document document) {
        assertThat(document.status().getCode()).isEqualTo(Code.UNAVAILABLE);
        assertThat(document.status().getDescription()).startsWith("CUT_SHORT: ");
    }

    private static CompletableFuture<Document> later(String url) {
        var document = new CompletableFuture<Document>();
        Thread thread = new Thread(() -> document.complete(caller.fetch(url)));
        thread.setDaemon(true);
        thread.start();
        return document;
    }

    private static void underWay(int requests) throws InterruptedException {
        assertThat(UNDER_WAY.tryAcquire(requests, 10, TimeUnit.SECONDS)).isTrue();
    }
}

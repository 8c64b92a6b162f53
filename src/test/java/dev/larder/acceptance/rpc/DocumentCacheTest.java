package dev.larder.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.acceptance.rpc.RpcTestClient.Document;
import dev.larder.rpc.v1.DocumentCacheGrpc;
import dev.larder.rpc.v1.FetchManyRequest;
import dev.larder.rpc.v1.FetchManyResponse;
import dev.larder.rpc.v1.FetchRequest;
import dev.larder.rpc.v1.FetchResponse;
import dev.larder.rpc.v1.PurgeRequest;
import dev.larder.rpc.v1.StatsRequest;
import dev.larder.rpc.v1.StoreStats;
import io.grpc.Context;
import io.grpc.Context.CancellableContext;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cache by remote procedure call: the same rules, keys, stores and invalidation as by HTTP. */
class DocumentCacheTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> OperatorClient.admitted(builder)
            .property("larder.actuate.write-enabled", true)
            .property("larder.rpc.enabled", true)
            .property("larder.rpc.purge.enabled", true)
            .property("larder.rpc.port", 0));

    private static RpcTestClient caller;

    private final String path = UniquePath.next();

    @BeforeAll
    static void call() {
        caller = RpcTestClient.of(STAGE.gateway());
    }

    @AfterAll
    static void hangUp() {
        caller.close();
    }

    @Test
    void responseFetchedByHttpIsHitForRpcUntilWrite() {
        STAGE.origin().on(path, fresh("old"));
        assertThat(byHttp().hit()).isFalse();

        Document hit = caller.fetch(url());

        assertThat(hit.hit()).isTrue();
        assertThat(hit.content()).isEqualTo("old");
        assertThat(hit.head().orElseThrow().getCacheStatus().getMember()).startsWith("Larder; hit; ttl=");
        STAGE.origin().on(path, fresh("new"));
        assertThat(STAGE.gateway().send("PUT", path, "new").status()).isEqualTo(200);
        Document miss = caller.fetch(url());
        assertThat(miss.hit()).isFalse();
        assertThat(miss.content()).isEqualTo("new");
        assertThat(byHttp().hit()).isTrue();
    }

    @Test
    void pathWithoutOriginRefersToGateway() {
        STAGE.origin().on(path, fresh("content"));
        assertThat(caller.fetch(path).content()).isEqualTo("content");
        assertThat(caller.fetch("http://localhost:" + STAGE.gateway().port() + path)
                        .hit())
                .isTrue();
    }

    @Test
    void returnsErrorStatusOfOriginAsDocument() {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(404, "X-Why", "gone", "Content-Type", "text/plain")
                                .part("no"));
        Document answer = caller.fetch(url(), "Accept-Language", "de");
        assertThat(answer.status().isOk()).isTrue();
        assertThat(answer.head().orElseThrow().getStatus()).isEqualTo(404);
        assertThat(answer.head().orElseThrow().getHeaderFieldsList())
                .anyMatch(field -> field.getName().equalsIgnoreCase("x-why")
                        && field.getValue().equals("gone"));
        assertThat(STAGE.origin().received(path).get(0).fields().get("Accept-Language"))
                .isEqualTo("de");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host", "Connection", "X-Forwarded-For", "Transfer-Encoding"})
    void rejectsForbiddenRequestFields(String name) {
        Document refused = caller.fetch(url(), name, "evil.example");
        assertThat(refused.status().getCode()).isEqualTo(Code.INVALID_ARGUMENT);
        assertThat(refused.status().getDescription()).startsWith("FIELD_FORBIDDEN: ");
        assertThat(STAGE.origin().count(path)).isZero();
    }

    @Test
    void endsCallWhenContentExceedsMaxBytes() {
        STAGE.origin().on(path, fresh("x".repeat(200_000)));
        long before = stats().getOverflows();
        Document refused =
                caller.fetch(RpcTestClient.request(url()).setMaxBytes(100_000).build());
        assertThat(refused.status().getCode()).isEqualTo(Code.RESOURCE_EXHAUSTED);
        assertThat(refused.status().getDescription()).startsWith("OVERFLOW: ");
        assertThat(refused.content().length()).isLessThanOrEqualTo(100_000);
        assertThat(stats().getOverflows()).isEqualTo(before + 1);
        assertThat(caller.fetch(RpcTestClient.request(url())
                                .setMaxBytes(200_000)
                                .build())
                        .content())
                .hasSize(200_000);
    }

    @Test
    void reportsTruncatedResponseAsCutShort() {
        STAGE.origin().on(path, ResponseScript.ok("x".repeat(300_000)).cutAt(200_000, TransferEnd.RESET));
        Document cut = caller.fetch(url());
        assertThat(cut.status().getCode()).isEqualTo(Code.UNAVAILABLE);
        assertThat(cut.status().getDescription()).startsWith("CUT_SHORT: ");
    }

    @Test
    void fetchesManyDocumentsAndReportsEndOfEach() {
        var request = FetchManyRequest.newBuilder().setConcurrency(3);
        for (int i = 0; i < 10; i++) {
            STAGE.origin().on(path + i, fresh("content " + i));
            request.addRequests(FetchRequest.newBuilder().setUrl(url() + i));
        }
        request.addRequests(FetchRequest.newBuilder().setUrl("file:///etc/passwd"));
        Map<Integer, StringBuilder> contents = new HashMap<>();
        Map<Integer, String> ends = new HashMap<>();
        caller.stub().fetchMany(request.build()).forEachRemaining(part -> {
            contents.computeIfAbsent(part.getIndex(), index -> new StringBuilder())
                    .append(part.getChunk().toStringUtf8());
            if (part.getPartCase() == FetchManyResponse.PartCase.END) {
                ends.put(
                        part.getIndex(), part.getEnd().getCode() + part.getEnd().getMessage());
            }
        });
        for (int i = 0; i < 10; i++) {
            assertThat(contents.get(i)).hasToString("content " + i);
            assertThat(ends.get(i)).isEqualTo("0");
        }
        assertThat(ends.get(10)).startsWith(Code.PERMISSION_DENIED.value() + "SCHEME: ");
    }

    @Test
    void cancelledCallAbortsFetchThatNoOtherCallShares() throws Exception {
        CompletableFuture<Boolean> ended = halting();
        CancellableContext leaving = Context.current().withCancellation();
        var head = new CompletableFuture<FetchResponse>();
        leaving.run(() -> DocumentCacheGrpc.newStub(caller.channel())
                .fetch(FetchRequest.newBuilder().setUrl(url()).build(), observer(head)));
        assertThat(head.get(10, TimeUnit.SECONDS).getHead().getStatus()).isEqualTo(200);

        leaving.cancel(null);

        assertThat(ended.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void expiredDeadlineAbortsFetch() throws Exception {
        STAGE.origin().on(path + "/before", fresh("content"));
        caller.fetch(url() + "/before");
        CompletableFuture<Boolean> ended = halting();
        var stub = caller.stub().withDeadlineAfter(2, TimeUnit.SECONDS);
        StatusRuntimeException late = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> stub.fetch(FetchRequest.newBuilder().setUrl(url()).build())
                        .forEachRemaining(part -> {}));
        assertThat(late.getStatus().getCode()).isEqualTo(Code.DEADLINE_EXCEEDED);
        assertThat(ended.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void purgeProcedureBehavesAsActuatorEndpoint() {
        STAGE.origin().on(path, fresh("content"));
        caller.fetch(url());
        int mark = STAGE.gateway().log().mark();
        assertThat(caller.stub()
                        .purge(PurgeRequest.newBuilder().setUrl(url()).build())
                        .getEntries())
                .isEqualTo(1);
        assertThat(caller.fetch(url()).hit()).isFalse();
        assertThat(STAGE.gateway().log().since(mark)).anyMatch(line -> line.contains("purge kind=url"));
        StatusRuntimeException refused = catchThrowableOfType(
                StatusRuntimeException.class, () -> caller.stub().purge(PurgeRequest.getDefaultInstance()));
        assertThat(refused.getStatus().getCode()).isEqualTo(Code.INVALID_ARGUMENT);
    }

    @Test
    void countsHitsMissesAndBytesOfDocuments() {
        STAGE.origin().on(path, fresh("x".repeat(1000)));
        StoreStats before = stats();
        caller.fetch(url());
        caller.fetch(url());
        StoreStats after = stats();
        assertThat(after.getPolicy()).isEqualTo("caffeine");
        assertThat(after.getMaxSize()).isEqualTo(256 << 20);
        assertThat(after.getMisses() - before.getMisses()).isEqualTo(1);
        assertThat(after.getHits() - before.getHits()).isEqualTo(1);
        assertThat(after.getHitBytes() - before.getHitBytes()).isEqualTo(1000);
        assertThat(after.getMissBytes() - before.getMissBytes()).isEqualTo(1000);
        assertThat(after.getHitRate()).isBetween(0.0, 1.0);
        assertThat(after.getMissPenaltyPerKb()).isPositive();
        assertThat(after.getAccessTimePerKb()).isPositive();
    }

    @Test
    void servesHealthAndReflection() throws Exception {
        var well = HealthGrpc.newBlockingStub(caller.channel())
                .check(HealthCheckRequest.newBuilder()
                        .setService("larder.v1.DocumentCache")
                        .build());
        assertThat(well.getStatus()).isEqualTo(ServingStatus.SERVING);
        var answer = new CompletableFuture<ServerReflectionResponse>();
        StreamObserver<ServerReflectionRequest> asking =
                ServerReflectionGrpc.newStub(caller.channel()).serverReflectionInfo(observer(answer));
        asking.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
        assertThat(answer.get(10, TimeUnit.SECONDS).getListServicesResponse().getServiceList())
                .anyMatch(service -> service.getName().equals("larder.v1.DocumentCache"));
        asking.onCompleted();
    }

    private static StoreStats stats() {
        return caller.stub().stats(StatsRequest.getDefaultInstance()).getStoresList().stream()
                .filter(store -> store.getStore().equals("default"))
                .findAny()
                .orElseThrow();
    }

    /** An origin's response that begins and does not end; done when its connection has. */
    private CompletableFuture<Boolean> halting() {
        var ended = new CompletableFuture<Boolean>();
        STAGE.origin().on(path, ResponseScript.takeOver((in, out) -> {
            out.write("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 500000\r\n\r\nshort"
                    .getBytes(StandardCharsets.ISO_8859_1));
            ended.complete(in.read() < 0);
        }));
        return ended;
    }

    private static <T> StreamObserver<T> observer(CompletableFuture<T> first) {
        return new StreamObserver<>() {
            @Override
            public void onNext(T message) {
                first.complete(message);
            }

            @Override
            public void onError(Throwable error) {
                first.completeExceptionally(error);
            }

            @Override
            public void onCompleted() {
                first.cancel(false);
            }
        };
    }

    private String url() {
        return "http://127.0.0.1:" + STAGE.gateway().port() + path;
    }

    private ReceivedResponse byHttp() {
        return STAGE.get(path, "Host", "127.0.0.1:" + STAGE.gateway().port());
    }

    private static ResponseScript fresh(String content) {
        return ResponseScript.ok(content, "Cache-Control", "max-age=60");
    }
}

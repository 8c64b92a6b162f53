package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** X6: an upload that drips or breaks off takes neither hits nor connections to the origin from the others. */
@Tag("extensions")
class SlowUploadTest {

    private static final int CONNECTIONS = 16;
    private static final int STREAMED_OF_ONE_ADDRESS = CONNECTIONS / 2 / 4;
    private static final int LARGE = 1 << 20;
    private static final String BEGINNING = "x".repeat(200_000);

    /** Sent once a second, it is as much as is required. */
    private static final String PIECE = "x".repeat(4_000);

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final String POOL = "spring.cloud.gateway.server.webflux.httpclient.pool.";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.property(POOL + "type", "fixed")
            .property(POOL + "max-connections", CONNECTIONS)
            .property(POOL + "acquire-timeout", 500)
            .property(ROUTE + "id", "plain")
            .property(ROUTE + "uri", "${larder.origin}")
            .property(ROUTE + "predicates[0]", "Path=/plain/**")
            .property("spring.cloud.gateway.server.webflux.default-filters[0]", "SetResponseHeader=X-Filtered, yes")
            .property("larder.rules.watched.paths", "/watched/**")
            .property("larder.rules.watched.dry-run", true)
            .property("larder.limits.request-body-idle-timeout", "1s"));

    private final String path = UniquePath.next();
    private final List<RawClient> slow = new ArrayList<>();

    /** What the uploads have held is free for the next test. */
    @AfterEach
    void leave() {
        slow.forEach(RawClient::close);
        STAGE.awaitReading();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 100", "Transfer-Encoding: chunked"})
    @Tag("hardening-X6")
    void partialUploadFencesNothing(String framing) {
        store();
        upload("POST", framing, framing.startsWith("T") ? "4\r\nabcd\r\n" : "abcd");
        STAGE.awaitReading();
        assertThat(STAGE.get(path).cacheStatus()).contains("hit");
    }

    @Test
    @Tag("hardening-X6")
    void uploadAbortedBeforeForwardingInvalidatesNothing() {
        store();
        for (int i = 0; i < 5; i++) {
            upload("POST", "Content-Length: 100", "abcd").reset();
        }
        STAGE.awaitReading();
        assertThat(STAGE.get(path).cacheStatus()).contains("hit");
    }

    @ParameterizedTest
    @CsvSource({"Content-Length: 1048576, 200000", "Transfer-Encoding: chunked, 200000", "Transfer-Encoding: chunked, 4"
    })
    @Tag("hardening-X6")
    void streamedUploadFencesOnceOriginHasItsEnd(String framing, int octets) {
        store();
        CompletableFuture<ReceivedRequest> begun = new CompletableFuture<>();
        OriginLatch whole = new OriginLatch();
        STAGE.origin().onHead(path, request -> {
            if (request.method().equals("GET")) {
                return ResponseScript.ok("new", "Cache-Control", "max-age=60");
            }
            begun.complete(request);
            request.toItsEnd();
            return ResponseScript.ok("done").before(whole);
        });
        boolean chunked = framing.startsWith("T");
        RawClient client = upload("PUT", framing, chunked ? RawClient.chunk("x".repeat(octets)) : BEGINNING);
        begun.orTimeout(10, TimeUnit.SECONDS).join();
        assertThat(STAGE.get(path).content()).isEqualTo("old");

        client.send(chunked ? "0\r\n\r\n" : "x".repeat(LARGE - BEGINNING.length()));
        whole.awaitArrival();
        ReceivedResponse meanwhile = STAGE.get(path);
        assertThat(meanwhile.cacheStatus()).contains("fwd");
        assertThat(meanwhile.content()).isEqualTo("new");
        whole.release();
        assertThat(client.read().content()).isEqualTo("done");
        assertThat(STAGE.get(path).content()).isEqualTo("new");
    }

    @Test
    @Tag("hardening-X6")
    void abortedStreamedUploadInvalidatesWithoutFencing() {
        store();
        CompletableFuture<ReceivedRequest> begun = new CompletableFuture<>();
        STAGE.origin().onHead(path, request -> {
            if (request.method().equals("GET")) {
                return ResponseScript.ok("new", "Cache-Control", "max-age=60");
            }
            begun.complete(request);
            request.toItsEnd();
            return ResponseScript.hangUp(TransferEnd.FIN);
        });
        RawClient client = upload("POST", "Content-Length: 1048576", BEGINNING);
        begun.orTimeout(10, TimeUnit.SECONDS).join();
        client.reset();
        assertThat(getUntil(response -> response.content().equals("new")).cacheStatus())
                .doesNotContain("fenced");
        assertThat(STAGE.get(path).cacheStatus()).contains("hit");
    }

    @Test
    void manyAbortedStreamedUploadsFenceNothing() {
        STAGE.gateway().expect(503);
        store();
        for (int i = 0; i < 40; i++) {
            RawClient client = upload("POST", "Content-Length: 1048576", BEGINNING);
            assertThat(STAGE.get(path).cacheStatus()).doesNotContain("fenced");
            client.reset();
            assertThat(STAGE.get(path).cacheStatus()).doesNotContain("fenced");
        }
        assertThat(STAGE.origin().received(path).stream()
                        .filter(request -> request.method().equals("GET")))
                .hasSizeLessThan(10);
    }

    @Test
    @Tag("hardening-X6")
    void writeOfDisconnectedClientTakesOutcomeFromOrigin() {
        STAGE.gateway().expect(500);
        store();
        OriginLatch gate = new OriginLatch();
        STAGE.origin().on(path, ResponseScript.status(403).before(gate));
        RawClient client = upload("POST", "Content-Length: 4", "abcd");
        gate.awaitArrival();
        client.reset();
        STAGE.awaitReading();
        gate.release();
        STAGE.origin().on(path, ResponseScript.status(500));
        ReceivedResponse response = getUntil(answer -> answer.status() == 200);
        assertThat(response.content()).isEqualTo("old");
        assertThat(response.cacheStatus()).contains("hit");
    }

    @Test
    @Tag("hardening-X6")
    void slowUploadsDoNotOccupyOriginConnections() {
        for (int i = 0; i < 2 * CONNECTIONS; i++) {
            upload("POST", "Content-Length: 100", "abcd");
        }
        STAGE.awaitReading();
        STAGE.origin().on(path, ResponseScript.ok("miss", "Cache-Control", "no-store"));
        assertThat(STAGE.get(path).content()).isEqualTo("miss");
    }

    @Test
    @Tag("hardening-X6")
    void limitsStreamedUploadsPerClientAddress() {
        STAGE.gateway().expect(503);
        useShare(path);
        ReceivedResponse refused =
                upload("POST", "Content-Length: 1048576", BEGINNING).read();
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.field("Retry-After")).isNotNull();
        assertThat(STAGE.get(path).content()).isEqualTo("miss");
    }

    /** RFC 9112 9.6: no request is processed after the last response of a connection. */
    @ParameterizedTest
    @ValueSource(strings = {"", "/plain"})
    void doesNotExecuteRequestPipelinedAfterRejectedUpload(String route) {
        STAGE.gateway().expect(503);
        useShare(route + path);
        String behind = route + path + "/behind";
        STAGE.origin().on(behind, ResponseScript.ok("gone"));
        RawClient client = upload(
                "POST",
                route + path,
                RawFields.of("Content-Length", "200000"),
                BEGINNING + RawClient.head("DELETE", behind, RawFields.of()));
        assertThat(client.read("POST").status()).isEqualTo(503);
        STAGE.awaitReading();
        assertThat(STAGE.origin().count(behind)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/plain", "/watched"})
    void appliesRouteFiltersToUploadRejection(String route) {
        STAGE.gateway().expect(503);
        useShare(route + path);
        ReceivedResponse refused = upload("POST", route + path, RawFields.of("Content-Length", "1048576"), BEGINNING)
                .read();
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.field("X-Filtered")).isEqualTo("yes");
    }

    /** Begins as many streamed uploads as one address may have. */
    private void useShare(String target) {
        CountDownLatch begun = new CountDownLatch(STREAMED_OF_ONE_ADDRESS);
        STAGE.origin().onHead(target, request -> {
            if (!request.method().equals("POST")) {
                return ResponseScript.ok("miss", "Cache-Control", "no-store");
            }
            begun.countDown();
            request.toItsEnd();
            return ResponseScript.ok("done");
        });
        for (int i = 0; i < STREAMED_OF_ONE_ADDRESS; i++) {
            upload("POST", target, RawFields.of("Content-Length", "1048576"), BEGINNING);
        }
        assertThat(await(begun)).isTrue();
    }

    /** They go to the same origin, and by the same connections: on a route without the cache, by a rule that only watches. */
    @ParameterizedTest
    @ValueSource(strings = {"POST /plain", "GET /plain", "GET /watched", "POST /watched"})
    @Tag("hardening-X6")
    void limitsStreamedUploadsOnRoutesThatDoNotCache(String upload) {
        STAGE.gateway().expect(503);
        String[] part = upload.split(" ");
        STAGE.origin().onHead(part[1] + path, request -> {
            request.toItsEnd();
            return ResponseScript.ok("done");
        });
        List<RawClient> streamed = new ArrayList<>();
        Runnable keepAlive = () -> streamed.forEach(client -> client.send(PIECE));
        for (int i = 0; i < 2 * CONNECTIONS; i++) {
            keepAlive.run();
            upload(part[0], part[1] + path, RawFields.of("Content-Length", "100"), "abcd");
            streamed.add(upload(part[0], part[1] + path, RawFields.of("Content-Length", "1048576"), BEGINNING));
        }
        STAGE.origin().on(path, ResponseScript.ok("miss", "Cache-Control", "no-store"));
        for (int i = 0; i < 2 * CONNECTIONS; i++) {
            keepAlive.run();
            assertThat(STAGE.get(path).content()).isEqualTo("miss");
        }
        keepAlive.run();
        ReceivedResponse refused = upload(part[0], part[1] + path, RawFields.of("Content-Length", "1048576"), BEGINNING)
                .read();
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.field("Retry-After")).isNotNull();
        assertThat(refused.field("Content-Type")).isEqualTo("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/grpc+proto"})
    @Tag("hardening-X6")
    void answersClientThatPausesDuringUpload(String type) {
        STAGE.origin().onHead(path, request -> {
            byte[] first = request.next();
            return ResponseScript.ok("seen " + first.length);
        });
        RawClient client = upload("POST", "Transfer-Encoding: chunked", RawClient.chunk("hello"), "Content-Type", type);
        assertThat(client.read().content()).isEqualTo("seen 5");
    }

    /** More are read on, and are sent when they are whole. */
    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/grpc"})
    @Tag("hardening-X6")
    void pausingUploadsOfOneAddressGetHalfOfItsStreamLimit(String type) {
        List<String> begun = new CopyOnWriteArrayList<>();
        CountDownLatch first = new CountDownLatch(1);
        STAGE.origin().onHead(path, request -> {
            begun.add("one");
            first.countDown();
            request.toItsEnd();
            return ResponseScript.ok("done");
        });
        List<RawClient> pausing = IntStream.range(0, 3)
                .mapToObj(i ->
                        upload("POST", "Transfer-Encoding: chunked", RawClient.chunk("hello"), "Content-Type", type))
                .toList();
        assertThat(await(first)).isTrue();
        ReceivedResponse large =
                upload("POST", "Content-Length: " + LARGE, "x".repeat(LARGE)).read();
        assertThat(large.content()).isEqualTo("done");
        assertThat(begun).hasSize(2);
        pausing.forEach(client -> client.send("0\r\n\r\n"));
        assertThat(pausing).allMatch(client -> client.read().content().equals("done"));
    }

    /** A pause is shorter than is allowed; of what is there in three of them there is less than a kilobyte a second. */
    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 1048576", "Transfer-Encoding: chunked"})
    @Tag("hardening-X6")
    void rejectsUploadBelowMinimumRate(String framing) {
        String drop = framing.startsWith("T") ? "1\r\nx\r\n" : "x";
        STAGE.origin().on(path, ResponseScript.ok("done"));
        RawClient client = upload("POST", framing, drop);
        CompletableFuture<ReceivedResponse> answer = CompletableFuture.supplyAsync(client::read);
        int drops = 0;
        for (; drops < 30 && !isDone(answer); drops++) {
            try {
                client.send(drop);
            } catch (RuntimeException gone) {
                break;
            }
        }
        assertThat(drops).isLessThan(30);
        assertThat(answer.join().status()).isEqualTo(408);
        assertThat(STAGE.origin().count(path)).isLessThanOrEqualTo(framing.startsWith("T") ? 1 : 0);
    }

    @Test
    void uploadDeclaringWebSocketUpgradeTimesOutLikeAnyOther() {
        ReceivedResponse answer = upload("POST", "Content-Length: 100", "abcd", "Upgrade", "websocket")
                .read();
        assertThat(answer.status()).isEqualTo(408);
    }

    private static boolean isDone(CompletableFuture<ReceivedResponse> answer) {
        try {
            answer.get(800, TimeUnit.MILLISECONDS);
            return true;
        } catch (java.util.concurrent.TimeoutException notYet) {
            return false;
        } catch (InterruptedException | java.util.concurrent.ExecutionException fault) {
            throw new IllegalStateException(fault);
        }
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException fault) {
            throw new IllegalStateException(fault);
        }
    }

    /** What is done about a client that has left is done behind its back. */
    private ReceivedResponse getUntil(Predicate<ReceivedResponse> done) {
        ReceivedResponse response = STAGE.get(path);
        for (int i = 0; i < 50 && !done.test(response); i++) {
            STAGE.awaitReading();
            response = STAGE.get(path);
        }
        return response;
    }

    private void store() {
        STAGE.origin().on(path, ResponseScript.ok("old", "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path).content()).isEqualTo("old");
    }

    private RawClient upload(String method, String framing, String octets, String... more) {
        return upload(method, path, RawFields.of(framing.split(": ")).and(RawFields.of(more)), octets);
    }

    private RawClient upload(String method, String target, RawFields fields, String octets) {
        RawClient client = STAGE.gateway().connect();
        slow.add(client);
        return client.send(RawClient.head(method, target, fields) + octets);
    }
}

package dev.larder.acceptance.standards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.StreamedResponse;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Incremental (RFC 10036): content is forwarded as it arrives, in both directions, or the request is refused. */
class IncrementalForwardingTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final String TAGGING = "spring.cloud.gateway.server.webflux.routes[1].";

    @TempDir
    static Path writes;

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.property("larder.collapse.timeout", "60s")
                    .property("larder.rules.query.paths", "/query/**")
                    .property("larder.rules.query.methods", "GET,HEAD,QUERY")
                    .property("larder.rules.query.key.content", "1KB")
                    .property("larder.writes.path", writes)
                    .property("larder.rules.buffered.paths", "/buffered/**")
                    .property("larder.rules.buffered.buffer.bulk", "/bulk")
                    .property(ROUTE + "id", "again")
                    .property(ROUTE + "uri", "${larder.origin}")
                    .property(ROUTE + "predicates[0]", "Path=/again/**")
                    .property(ROUTE + "filters[0]", "Retry=3")
                    .property(ROUTE + "filters[1]", "Cache")
                    .property(TAGGING + "id", "tagging")
                    .property(TAGGING + "uri", "${larder.origin}")
                    .property(TAGGING + "predicates[0]", "Path=/tagging/**")
                    .property(TAGGING + "filters[0]", "EntityTags"));

    private final String path = UniquePath.next();
    private final OriginLatch gate = new OriginLatch();

    @Test
    void incrementalResponseMakesNoOtherRequestWait() {
        STAGE.origin().on(path, pieces("max-age=60"));
        try (RawClient one = STAGE.gateway().connect().request("GET", path);
                RawClient two = STAGE.gateway().connect()) {
            StreamedResponse first = one.open("GET");
            assertThat(first.until("first")).isEqualTo("first");
            assertThat(first.head().field("Incremental")).isEqualTo("?1");
            two.request("GET", path);
            StreamedResponse second = two.open("GET");
            assertThat(second.until("first")).isEqualTo("first");
            gate.release();
            assertThat(first.rest().content()).isEqualTo("last");
            assertThat(second.rest().content()).isEqualTo("last");
        }
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    @Test
    void incrementalRequestDoesNotWaitForAnotherFetch() {
        STAGE.origin()
                .on(
                        path,
                        request -> request.fields().has("Incremental")
                                ? ResponseScript.ok(request.fields().get("Incremental"), "Cache-Control", "max-age=60")
                                : ResponseScript.ok("slow", "Cache-Control", "max-age=60")
                                        .before(gate));
        CompletableFuture<ReceivedResponse> slow = CompletableFuture.supplyAsync(() -> STAGE.get(path));
        STAGE.origin().await(path, 1);
        assertThat(STAGE.get(path, "Incremental", "?1").content()).isEqualTo("?1");
        gate.release();
        assertThat(slow.join().content()).isEqualTo("slow");
    }

    /** Otherwise the client's own condition is evaluated when the whole response is there. */
    @Test
    void incrementalResponseStreamsDuringRevalidation() {
        STAGE.origin()
                .inTurn(
                        path,
                        ResponseScript.ok("old", "ETag", "\"1\"", "Cache-Control", "no-cache"),
                        pieces("max-age=60"));
        STAGE.get(path);
        try (RawClient client = STAGE.gateway().connect().request("GET", path, "If-None-Match", "\"0\"")) {
            StreamedResponse response = client.open("GET");
            assertThat(response.until("first")).isEqualTo("first");
            gate.release();
            assertThat(response.rest().content()).isEqualTo("last");
        }
    }

    @Test
    void incrementalQueryContentIsForwardedAsItArrives() {
        String query = "/query" + path;
        CompletableFuture<String> first = new CompletableFuture<>();
        STAGE.origin().onHead(query, request -> {
            first.complete(new String(request.next(), StandardCharsets.ISO_8859_1));
            request.toItsEnd();
            return ResponseScript.ok("thanks", "Cache-Control", "max-age=60");
        });
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(
                    RawClient.head("QUERY", query, RawFields.of("Incremental", "?1", "Transfer-Encoding", "chunked"))
                            + RawClient.chunk("half"));
            assertThat(first.orTimeout(10, TimeUnit.SECONDS).join()).isEqualTo("half");
            client.send(RawClient.chunk("rest") + "0\r\n\r\n");
            ReceivedResponse response = client.read();
            assertThat(response.content()).isEqualTo("thanks");
            assertThat(response.cacheStatus()).contains("fwd=bypass");
        }
    }

    @Test
    void rejectsIncrementalUploadOnRouteThatKeepsContent() {
        refused("/again" + path);
        STAGE.origin().on("/again" + path, ResponseScript.ok("x"));
        assertThat(STAGE.get("/again" + path, "Incremental", "?1").status())
                .as("without content")
                .isEqualTo(200);
    }

    @Test
    @Tag("extensions")
    void rejectsIncrementalUploadWhereWritesAreBuffered() {
        refused("/buffered" + path);
    }

    private void refused(String where) {
        STAGE.gateway().expect(501);
        ReceivedResponse refused = STAGE.gateway().send("POST", where, "x", "Incremental", "?1");
        assertThat(refused.status()).isEqualTo(501);
        assertThat(refused.field("Proxy-Status")).isEqualTo("Larder; error=incremental_refused");
        assertThat(refused.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(STAGE.origin().count(where)).isZero();
    }

    /** A tag is calculated from the whole content. */
    @Test
    @Tag("extensions")
    void incrementalResponseGetsNoEntityTag() {
        String tagging = "/tagging" + path;
        STAGE.origin().inTurn(tagging, ResponseScript.ok("x"), ResponseScript.ok("x", "Incremental", "?1"));
        assertThat(STAGE.get(tagging).fields().has("ETag")).isTrue();
        assertThat(STAGE.get(tagging).fields().has("ETag")).isFalse();
    }

    private ResponseScript pieces(String cacheControl) {
        return ResponseScript.status(200, "Cache-Control", cacheControl, "Incremental", "?1")
                .chunked()
                .part("first")
                .gate(gate)
                .part("last");
    }
}

package dev.larder.acceptance.entitytags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.StreamedResponse;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A route with the filter {@code EntityTags} and without a cache: responses pass as they would without it, but for their tags. */
class EntityTagsRouteTest {

    private static final int MEGABYTE = 1 << 20;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(
            builder -> builder.route("RemoveResponseHeader=X-Secret", "EntityTags", "AddResponseHeader=X-Added,yes"));

    private final String path = UniquePath.next();

    @Test
    void appliesRouteFiltersToEveryResponse() {
        STAGE.origin().on(path, ResponseScript.ok("content", "X-Secret", "s"));
        ReceivedResponse first = STAGE.get(path);
        assertFiltered(first, 200);
        assertFiltered(STAGE.get(path, "If-None-Match", first.field("ETag")), 304);
        assertFiltered(STAGE.gateway().head(path), 200);
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void addsTagAndContentLengthHoweverContentIsFramed(boolean chunked) {
        ResponseScript script = ResponseScript.ok("con").part("tent");
        STAGE.origin().on(path, chunked ? script.chunked() : script);
        ReceivedResponse response = STAGE.get(path);
        assertThat(response.whole()).isTrue();
        assertThat(response.content()).isEqualTo("content");
        assertThat(response.field("Content-Length")).isEqualTo("7");
        assertThat(response.fields().has("ETag")).isTrue();
        assertThat(STAGE.gateway().head(path).field("ETag")).isEqualTo(response.field("ETag"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLargeBodyStreamsWithoutATag(boolean chunked) {
        OriginLatch gate = new OriginLatch();
        String half = "x".repeat(2 * MEGABYTE);
        ResponseScript script = ResponseScript.ok(half).gate(gate).part(half);
        STAGE.origin().on(path, chunked ? script.chunked() : script);
        try (RawClient client = STAGE.gateway().connect().request("GET", path)) {
            StreamedResponse response = client.open("GET");
            assertThat(response.head().fields().has("ETag")).isFalse();
            gate.release();
            assertThat(response.rest().content()).hasSize(4 * MEGABYTE);
        }
    }

    @Test
    void passesOnServerSentEventsUnchanged() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("data: 1", "Content-Type", "text/event-stream")
                                .chunked()
                                .gate(gate)
                                .part("data: 2"));
        try (RawClient client = STAGE.gateway().connect().request("GET", path)) {
            StreamedResponse response = client.open("GET");
            gate.awaitArrival();
            gate.release();
            assertThat(response.rest().content()).isEqualTo("data: 1data: 2");
        }
    }

    @Test
    void bodyTruncatedWhileBufferedCausesBadGateway() {
        STAGE.gateway().expect(502);
        STAGE.origin().on(path, ResponseScript.ok("content").length(20).thenEnd(TransferEnd.FIN));
        assertThat(STAGE.get(path).status()).isEqualTo(502);
    }

    @Test
    void bodyTruncatedWhileStreamingIsVisiblyTruncated() {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("x".repeat(2 * MEGABYTE))
                                .length(3 * MEGABYTE)
                                .thenEnd(TransferEnd.FIN));
        assertThat(STAGE.get(path).whole()).isFalse();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("x".repeat(2 * MEGABYTE)).chunked().cutAt(MEGABYTE + 4096, TransferEnd.FIN));
        assertThat(STAGE.get(path).whole()).isFalse();
    }

    @Test
    void clientDisconnectLeaksNoBuffers() {
        for (int i = 0; i < 20; i++) {
            OriginLatch gate = new OriginLatch();
            STAGE.origin().on(path, ResponseScript.ok("con").gate(gate).part("x".repeat(2 * MEGABYTE)));
            try (RawClient client = STAGE.gateway().connect().request("GET", path)) {
                gate.awaitArrival();
                client.end(i % 2 == 0 ? TransferEnd.RESET : TransferEnd.FIN);
            }
            gate.release();
        }
        STAGE.origin().on(path, ResponseScript.ok("content"));
        assertThat(STAGE.get(path).content()).isEqualTo("content");
    }

    @Test
    void writesAndTheirContentPassUntouched() {
        STAGE.origin()
                .on(
                        path,
                        request -> ResponseScript.status(201, "ETag", "\"own\"").part(request.body()));
        ReceivedResponse response = STAGE.gateway().send("POST", path, "uploaded");
        assertThat(response.status()).isEqualTo(201);
        assertThat(response.content()).isEqualTo("uploaded");
        assertThat(response.field("ETag")).isEqualTo("\"own\"");
    }

    @Test
    void rangesPassUntouched() {
        STAGE.origin()
                .on(
                        path,
                        request -> ResponseScript.status(206, "Content-Range", "bytes 0-1/7")
                                .part("co"));
        ReceivedResponse response = STAGE.get(path, "Range", "bytes=0-1");
        assertThat(response.status()).isEqualTo(206);
        assertThat(response.content()).isEqualTo("co");
        assertThat(response.fields().has("ETag")).isFalse();
    }

    @Test
    void servesHttp10ClientWithoutTransferEncoding() {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("x".repeat(MEGABYTE))
                                .part("x".repeat(MEGABYTE))
                                .chunked());
        try (RawClient client = STAGE.gateway().connect().send("GET " + path + " HTTP/1.0\r\nHost: a\r\n\r\n")) {
            ReceivedResponse response = client.read();
            assertThat(response.content()).hasSize(2 * MEGABYTE);
            assertThat(response.fields().has("Transfer-Encoding")).isFalse();
        }
    }

    private static void assertFiltered(ReceivedResponse response, int status) {
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.fields().has("X-Secret")).isFalse();
        assertThat(response.field("X-Added")).isEqualTo("yes");
        assertThat(response.fields().has("ETag")).isTrue();
    }
}

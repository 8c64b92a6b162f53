package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.StreamedResponse;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not cacheable passes through untouched and as it comes. */
class PassThroughTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE", "PROPFIND"})
    @Tag("hardening-X7")
    void contentArrivesByteForByte(String method) {
        String content = allBytes().repeat(100);
        STAGE.origin().on(path, request -> ResponseScript.ok(request.body(), "X-Method", request.method()));
        ReceivedResponse echo = STAGE.gateway().send(method, path, content, "Content-Type", "application/octet-stream");
        assertThat(echo.content()).isEqualTo(content);
        assertThat(echo.field("X-Method")).isEqualTo(method);
    }

    @ParameterizedTest
    @CsvSource({"Content-Length, 1000000, 100000", "Incremental, ?1, 5"})
    void forwardsUploadBeforeItIsComplete(String field, String value, int there) {
        String beginning = "x".repeat(there);
        String rest = "y".repeat(1_000_000 - there);
        CompletableFuture<String> first = new CompletableFuture<>();
        STAGE.origin().onHead(path, request -> {
            first.complete(text(request.next()));
            return ResponseScript.ok("thanks");
        });
        RawFields fields = RawFields.of(field, value);
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(RawClient.head(
                            "POST",
                            path,
                            field.equals("Incremental")
                                    ? fields.and(RawFields.of("Content-Length", "1000000"))
                                    : fields)
                    + beginning);
            assertThat(beginning)
                    .startsWith(first.orTimeout(10, TimeUnit.SECONDS).join());
            client.send(rest);
            assertThat(client.read().content()).isEqualTo("thanks");
        }
    }

    @Test
    void forwardsContentOfChunkedUploadUnchanged() {
        STAGE.origin().on(path, request -> ResponseScript.ok(request.body()));
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(RawClient.head("POST", path, RawFields.of("Transfer-Encoding", "chunked"))
                    + "3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n");
            assertThat(client.read().content()).isEqualTo("abcdefg");
        }
    }

    @Test
    void abortedUploadIsIncompleteAtOrigin() {
        CompletableFuture<ReceivedRequest> seen = new CompletableFuture<>();
        STAGE.origin().onHead(path, request -> {
            seen.complete(request);
            request.toItsEnd();
            return ResponseScript.hangUp(TransferEnd.FIN);
        });
        RawClient client = STAGE.gateway().connect();
        client.send(RawClient.head("POST", path, RawFields.of("Content-Length", "1000000")) + "x".repeat(100_000));
        ReceivedRequest request = seen.orTimeout(10, TimeUnit.SECONDS).join();
        client.reset();
        assertThat(request.end()).isNotEqualTo(TransferEnd.COMPLETE);
    }

    @Test
    void expectContinueIsAnsweredBeforeTheContentIsSent() {
        STAGE.origin().on(path, request -> ResponseScript.ok(request.body()));
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(RawClient.head("POST", path, RawFields.of("Content-Length", "4", "Expect", "100-continue")));
            assertThat(client.bytes(25)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            client.send("late");
            assertThat(client.read().content()).isEqualTo("late");
        }
    }

    @Test
    void serverSentEventsArriveOneByOne() {
        OriginLatch afterFirst = new OriginLatch();
        OriginLatch afterSecond = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(200, "Content-Type", "text/event-stream", "Cache-Control", "no-store")
                                .chunked()
                                .part("data: 1\n\n")
                                .gate(afterFirst)
                                .part("data: 2\n\n")
                                .gate(afterSecond)
                                .part("data: 3\n\n"));
        try (RawClient client = STAGE.gateway().connect().request("GET", path, "Accept", "text/event-stream")) {
            StreamedResponse events = client.open("GET");
            assertThat(events.until("\n\n")).isEqualTo("data: 1\n\n");
            afterFirst.release();
            assertThat(events.until("\n\n")).isEqualTo("data: 2\n\n");
            afterSecond.release();
            assertThat(events.rest().content()).isEqualTo("data: 3\n\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-store", "max-age=60", "private"})
    void streamsResponseWhateverItsCacheControl(String cacheControl) {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(200, "Content-Type", "text/plain", "Cache-Control", cacheControl)
                                .chunked()
                                .part("first")
                                .gate(gate)
                                .part("after"));
        try (RawClient client = STAGE.gateway().connect().request("GET", path)) {
            StreamedResponse response = client.open("GET");
            assertThat(response.until("first")).isEqualTo("first");
            gate.release();
            assertThat(response.rest().content()).isEqualTo("after");
        }
    }

    @Test
    void twoStreamsOfOneUrlDoNotWaitForEachOther() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(200, "Content-Type", "text/event-stream")
                                .chunked()
                                .part("data: 1\n\n")
                                .gate(gate));
        try (RawClient one = STAGE.gateway().connect().request("GET", path);
                RawClient two = STAGE.gateway().connect().request("GET", path)) {
            assertThat(one.open("GET").until("\n\n")).isEqualTo("data: 1\n\n");
            assertThat(two.open("GET").until("\n\n")).isEqualTo("data: 1\n\n");
        } finally {
            gate.release();
        }
    }

    @Test
    @Tag("hardening-X4")
    void closesOriginConnectionOfStreamWhenClientDisconnects() {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        STAGE.origin().on(path, ResponseScript.takeOver((in, out) -> {
            String head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
            out.write((head + "9\r\ndata: 1\n\n\r\n").getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
            ended.complete(in.read() < 0);
        }));
        RawClient client = STAGE.gateway().connect().request("GET", path);
        client.open("GET").until("\n\n");
        client.close();
        assertThat(ended.orTimeout(10, TimeUnit.SECONDS).join()).isTrue();
    }

    @Test
    void aLargeResponseArrivesWhole() {
        byte[] piece = new byte[1 << 20];
        new java.util.Random(1).nextBytes(piece);
        ResponseScript large = ResponseScript.status(200, "Cache-Control", "max-age=60");
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        for (int i = 0; i < 32; i++) {
            large.part(piece);
            crc.update(piece);
        }
        STAGE.origin().on(path, large);
        for (int i = 0; i < 2; i++) {
            try (RawClient client = STAGE.gateway().connect().request("GET", path)) {
                assertThat(client.open("GET").crc()).isEqualTo(crc.getValue());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-store", "max-age=60"})
    @Tag("hardening-P7")
    void headerFieldsArriveByteForByte(String cacheControl) {
        RawFields odd = RawFields.of(
                "X-oDD-cAse", "a  b\tc", "X-Empty", "", "x-twice", "1", "X-8-Bit", "\u00e9\u00ff", "x-twice", "2");
        STAGE.origin().on(path, ResponseScript.ok("x", flat(odd.and(RawFields.of("Cache-Control", cacheControl)))));
        for (int i = 0; i < 2; i++) {
            RawFields fields = STAGE.get(path).fields();
            assertThat(fields.list()).containsAll(odd.list());
            assertThat(fields.all("X-Twice")).containsExactly("1", "2");
        }
    }

    private static String[] flat(RawFields fields) {
        return fields.list().stream()
                .flatMap(field -> java.util.stream.Stream.of(field.name(), field.value()))
                .toArray(String[]::new);
    }

    private static String allBytes() {
        StringBuilder all = new StringBuilder();
        for (char c = 0; c < 256; c++) {
            all.append(c);
        }
        return all.toString();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}

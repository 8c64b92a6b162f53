package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a write does may be for the origin to say, and what describes its content is part of it: nothing of that is lost. */
class WritesOnlyTheOriginDecidesTest {

    @TempDir
    private static Path folder;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> OperatorClient.admitted(builder)
            .property("larder.hit-path", "auto")
            .property("larder.actuate.write-enabled", true)
            .property("larder.writes.path", folder)
            .property("larder.rules.singly.paths", "/singly/**")
            .property("larder.rules.singly.buffer.methods", "POST,PUT,PATCH")
            .property("larder.rules.singly.buffer.fields-per-item", "X-Item,Content-Disposition,If-Match")
            .property("larder.rules.json.paths", "/json/**")
            .property("larder.rules.json.buffer.methods", "PUT")
            .property("larder.rules.json.buffer.bulk", "/bulk/json")
            .property("larder.rules.json.buffer.flush-interval", "1h")
            .property("larder.rules.lines.paths", "/lines/**")
            .property("larder.rules.lines.buffer.methods", "PUT")
            .property("larder.rules.lines.buffer.bulk", "/bulk/{path}")
            .property("larder.rules.lines.buffer.format", "ndjson")
            .property("larder.rules.lines.buffer.flush-interval", "1h")
            .property("larder.rules.keyed.paths", "/keyed/**")
            .property("larder.rules.keyed.buffer.bulk", "/bulk/keyed?key=1")
            .property("larder.rules.keyed.buffer.flush-interval", "1h")
            .property("larder.rules.parts.paths", "/parts/**")
            .property("larder.rules.parts.buffer.methods", "POST,PUT,PATCH")
            .property("larder.rules.parts.buffer.bulk", "/bulk/parts")
            .property("larder.rules.parts.buffer.format", "multipart")
            .property("larder.rules.parts.buffer.flush-interval", "1h"));

    private final String name = UniquePath.next();

    private static ReceivedResponse write(String method, String target, String content, String... more) {
        String[] fields = new String[2 + more.length];
        fields[0] = "Content-Type";
        fields[1] = "application/json";
        System.arraycopy(more, 0, fields, 2, more.length);
        return STAGE.gateway().send(method, target, content, fields);
    }

    private static void flush() {
        assertThat(OperatorClient.of(STAGE.gateway()).order("flush", "").content())
                .contains("\"waiting\":0");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            If-Match            | "old"
            if-none-match       | *
            If-Unmodified-Since | Fri, 27 Nov 2026 15:20:04 GMT
            If                  | (<urn:uuid:181d4fae-7d8c-11d0-a765-00a0c91e6bf2>)
            X-Goog-If-Generation-Match | 7
            Content-Range       | bytes 0-0/100
            content_range       | bytes 0-0/100
            Upload-Offset       | 100
            X-Update-Range      | append
            """)
    void conditionalAndPartialWritesAreForwardedUnbuffered(String field, String value) {
        for (String rule : List.of("/singly", "/json", "/parts")) {
            String target = rule + name;
            STAGE.gateway().expect(412);
            STAGE.origin().on(target, ResponseScript.status(412));
            assertThat(write("PUT", target, "1", field, value).status())
                    .as(rule)
                    .isEqualTo(412);
            ReceivedRequest received = STAGE.origin().received(target).get(0);
            assertThat(received.fields().get(field)).isEqualTo(value);
            assertThat(received.body()).isEqualTo("1");
        }
    }

    @Test
    void conditionalWriteIsForwardedAfterPendingWrites() {
        String target = "/json" + name;
        STAGE.origin().forget();
        STAGE.origin().on("/bulk/json", ResponseScript.status(201));
        STAGE.origin().on(target, ResponseScript.status(204));
        assertThat(write("PUT", target, "1").status()).isEqualTo(202);
        assertThat(write("PUT", target, "2", "If-Match", "\"1\"").status()).isEqualTo(204);
        assertThat(STAGE.origin().received()).extracting(ReceivedRequest::body).containsExactly("[1]", "2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Disposition",
                "Content-Digest",
                "Repr-Digest",
                "Digest",
                "Content-MD5",
                "Content-Location",
                "Content-Language",
                "Link"
            })
    void contentMetadataReachesOriginWithWrite(String field) {
        String value = "\"" + name + "\"";
        String singly = "/singly" + name;
        STAGE.origin().on(singly, ResponseScript.status(201));
        assertThat(write("PUT", singly, "1", field, value).status()).isEqualTo(202);
        ReceivedRequest delivered = STAGE.origin().await(singly, 1).get(0);
        assertThat(delivered.fields().all(field)).containsExactly(value);
        assertThat(delivered.fields().get("Content-Type")).isEqualTo("application/json");

        STAGE.origin().forget();
        STAGE.origin().on("/bulk/parts", ResponseScript.status(201));
        assertThat(write("PUT", "/parts" + name, "1", field, value).status()).isEqualTo(202);
        flush();
        assertThat(STAGE.origin().received("/bulk/parts").get(0).body()).containsOnlyOnce(field + ": " + value);

        String json = "/json" + name;
        STAGE.origin().on(json, ResponseScript.status(201));
        assertThat(write("PUT", json, "1", field, value).status())
                .as("items of a JSON batch have no fields")
                .isEqualTo(201);
        assertThat(STAGE.origin().received(json).get(0).fields().get(field)).isEqualTo(value);
    }

    @Test
    void queryReachesOriginWithBufferedWrite() {
        String target = "/lines" + name;
        String append = "/bulk" + target + "?mode=append";
        String replace = "/bulk" + target + "?mode=replace";
        STAGE.origin().on("/bulk" + target, ResponseScript.status(201));
        STAGE.origin().forget();
        for (String query : List.of("?mode=append", "?mode=append", "?mode=replace", "", "?mode=append")) {
            assertThat(write("PUT", target + query, "1").status()).isEqualTo(202);
        }
        flush();
        assertThat(STAGE.origin().received())
                .extracting(request -> request.target() + " " + request.body().strip())
                .containsExactly(append + " 1\n1", replace + " 1", "/bulk" + target + " 1", append + " 1");
    }

    @Test
    void writeWithQueryIsForwardedInOrderIfBulkEndpointHasQuery() {
        String target = "/keyed" + name;
        STAGE.origin().on("/bulk/keyed", ResponseScript.status(201));
        STAGE.origin().on(target, ResponseScript.status(204));
        STAGE.origin().forget();
        assertThat(write("POST", target, "1").status()).isEqualTo(202);
        assertThat(write("POST", target + "?key=2", "2").status()).isEqualTo(204);
        assertThat(STAGE.origin().received())
                .extracting(request -> request.target() + " " + request.body())
                .containsExactly("/bulk/keyed?key=1 [1]", target + "?key=2 2");
    }

    @Test
    void rejectsSameIdempotencyKeyForOtherContentMetadata() {
        String target = "/parts" + name;
        STAGE.origin().on("/bulk/parts", ResponseScript.status(201));
        String[] key = {"Idempotency-Key", "\"" + name + "\"", "Content-Disposition", "attachment; filename=a"};
        assertThat(write("POST", target, "1", key).status()).isEqualTo(202);
        assertThat(write("POST", target, "1", key).status()).isEqualTo(202);
        key[3] = "attachment; filename=b";
        assertThat(write("POST", target, "1", key).status()).isEqualTo(422);
        flush();
    }
}

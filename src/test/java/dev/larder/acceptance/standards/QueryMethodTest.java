package dev.larder.acceptance.standards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.SystemPrograms;
import dev.larder.acceptance.kit.UniquePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** QUERY (RFC 10008) where a rule makes its content part of the key. */
class QueryMethodTest {

    private static final String JSON = "application/json";
    private static final String TAG = "\"v1\"";
    private static final String MODIFIED = "Thu, 01 Jan 2026 00:00:00 GMT";

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.property("larder.rules.query.paths", "/query/**")
                    .property("larder.rules.query.methods", "GET,HEAD,QUERY,POST")
                    .property("larder.rules.query.key.content", "1KB"));

    private final String path = "/query" + UniquePath.next();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "QUERY | application/json | {\"a\":1,\"b\":\"x\"} | { \"b\" : \"x\", \"a\" : 1 } | true",
                "QUERY | application/vnd.search+json;v=1 | [1e2, true] | [1e2,true] | true",
                "QUERY | application/json | {\"a\":1} | {\"a\":1.0} | false",
                "QUERY | application/json | [1e2] | [100] | false",
                "QUERY | application/json | [\"x\"] | [\"\\u0078\"] | false",
                "QUERY | application/json | {\"a\":1} | {\"a\":2} | false",
                "QUERY | application/json | [1,2] | [2,1] | false",
                "QUERY | application/json | {\"a\":1} | {\"a\":\"1\"} | false",
                "QUERY | application/json | {\"a\":1,\"a\":2} | {\"a\":2,\"a\":1} | false",
                "QUERY | application/json | [9007199254740993] | [9007199254740992] | false",
                "QUERY | application/json | not JSON | not  JSON | false",
                "QUERY | text/plain | {\"a\":1} | {\"a\": 1} | false",
                "POST | application/json | {\"a\":1} | {\"a\": 1} | false"
            })
    void equivalentJsonContentSharesOneKey(String method, String type, String one, String other, boolean same) {
        STAGE.origin().on(path, request -> stored(request.body()));
        ask(method, one, "Content-Type", type);
        ReceivedResponse second = ask(method, other, "Content-Type", type);
        assertThat(second.hit()).isEqualTo(same);
        assertThat(second.content()).isEqualTo(same ? one : other);
        assertThat(STAGE.origin().received(path).stream().map(ReceivedRequest::body))
                .as("the origin gets the content as it was sent")
                .containsExactlyElementsOf(same ? List.of(one) : List.of(one, other));
    }

    /** An origin may refuse what is spelled otherwise. */
    @Test
    void storedErrorIsNotReusedForEquivalentContent() {
        STAGE.origin()
                .on(
                        path,
                        request -> request.body().contains(" ")
                                ? ResponseScript.status(400, "Cache-Control", "max-age=60")
                                : stored("ok"));
        assertThat(ask("QUERY", "[ 1]", "Content-Type", "application/json").status())
                .isEqualTo(400);
        assertThat(ask("QUERY", "[1]", "Content-Type", "application/json").status())
                .isEqualTo(200);
        assertThat(ask("QUERY", "[ 1 ]", "Content-Type", "application/json").hit())
                .isTrue();
    }

    /** RFC 10008 2.7: a client may forbid it. */
    @Test
    void noTransformRequestIsKeyedByExactContent() {
        STAGE.origin().on(path, request -> stored(request.body()));
        ask("QUERY", "[1]", "Content-Type", JSON);
        ReceivedResponse exact = ask("QUERY", "[ 1]", "Content-Type", JSON, "Cache-Control", "No-Transform");
        assertThat(exact.content()).isEqualTo("[ 1]");
        assertThat(ask("QUERY", "[1 ]", "Content-Type", JSON).content()).isEqualTo("[1]");
    }

    @Test
    void encodedContentIsKeyedExactly() {
        STAGE.origin().on(path, request -> stored(request.body()));
        ask("QUERY", "[1]", "Content-Type", JSON, "Content-Encoding", "x-none");
        assertThat(ask("QUERY", "[1 ]", "Content-Type", JSON, "Content-Encoding", "x-none")
                        .hit())
                .isFalse();
    }

    /** RFC 10008 2.7: the key has "the request content and related metadata". */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Disposition",
                "content_disposition",
                "Content-Digest",
                "Content-Location",
                "Content-Profile",
                "Digest",
                "Repr-Digest",
                "Link"
            })
    void contentMetadataIsPartOfKey(String field) {
        for (String method : List.of("QUERY", "POST")) {
            STAGE.origin().on(path, request -> stored(method + request.fields().get(field)));
            ask(method, "[1]", "Content-Type", JSON, field, "a");
            assertThat(ask(method, "[1]", "Content-Type", JSON, field, "b").content())
                    .isEqualTo(method + "b");
            assertThat(ask(method, "[1]", "Content-Type", JSON, field, "a").hit())
                    .isTrue();
        }
    }

    /** RFC 9110 14.5. */
    @ParameterizedTest
    @CsvSource({"Content-Range, bytes 0-1/9", "X-Update-Range, bytes=0-1", "Upload-Offset, 3"})
    void responseToPartOfContentIsNotStored(String field, String value) {
        for (String method : List.of("QUERY", "POST")) {
            STAGE.origin().on(path, request -> stored("v"));
            ask(method, "[1]", "Content-Type", JSON, field, value);
            ReceivedResponse second = ask(method, "[1]", "Content-Type", JSON, field, value);
            assertThat(second.hit()).isFalse();
            assertThat(second.cacheStatus()).contains("fwd=bypass");
            assertThat(ask(method, "[1]", "Content-Type", JSON).hit()).isFalse();
        }
    }

    /** RFC 10008 2.6: the condition is about the result of the query. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "If-None-Match | \"v1\" | 304",
                "If-None-Match | W/\"v1\" | 304",
                "If-None-Match | \"v2\" | 200",
                "If-None-Match | * | 304",
                "If-Modified-Since | Thu, 01 Jan 2026 00:00:00 GMT | 304",
                "If-Modified-Since | Wed, 31 Dec 2025 00:00:00 GMT | 200"
            })
    void conditionsAreEvaluatedForTheStoredResult(String field, String value, int status) {
        STAGE.origin().on(path, request -> stored(request.body()));
        ask("QUERY", "[1]", "Content-Type", JSON);
        ReceivedResponse response = ask("QUERY", "[ 1 ]", "Content-Type", JSON, field, value);
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.hit()).isTrue();
        assertThat(response.field("ETag")).isEqualTo(TAG);
        ReceivedResponse other = ask("QUERY", "[2]", "Content-Type", JSON, field, value);
        assertThat(other.hit()).as("another query has no stored result").isFalse();
        assertThat(STAGE.origin().received(path)).hasSize(2);
    }

    @Test
    void revalidationOfStaleResultSendsQueryContent() {
        STAGE.origin()
                .on(
                        path,
                        request -> request.fields().has("If-None-Match")
                                ? ResponseScript.status(304, "ETag", TAG, "Cache-Control", "max-age=60")
                                : ResponseScript.ok(request.body(), "ETag", TAG, "Cache-Control", "no-cache"));
        ask("QUERY", "[1]", "Content-Type", JSON);
        ReceivedResponse confirmed = ask("QUERY", "[1 ]", "Content-Type", JSON);
        assertThat(confirmed.content()).isEqualTo("[1]");
        ReceivedRequest validation = STAGE.origin().received(path).get(1);
        assertThat(validation.method()).isEqualTo("QUERY");
        assertThat(validation.body()).isEqualTo("[1 ]");
    }

    /**
     * RFC 10008 2.3 and 2.4: Content-Location names the result, Location the query; both are for GET. They are other resources
     * (RFC 9111 4: "the presented target URI ... and that of the stored response match"), which have responses of their own.
     */
    @Test
    void locationOfQueryResultHasItsOwnEntry() {
        String query = path + "/stored/1";
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok(
                                "result",
                                "Cache-Control",
                                "max-age=60",
                                "Location",
                                query,
                                "Content-Location",
                                path + "/results/1",
                                "Accept-Query",
                                "\"application/json\""))
                .on(query, ResponseScript.ok("result", "Cache-Control", "max-age=60"));
        for (int i = 0; i < 2; i++) {
            ReceivedResponse response = ask("QUERY", "[1]", "Content-Type", JSON);
            assertThat(response.hit()).isEqualTo(i > 0);
            assertThat(response.field("Location")).isEqualTo(query);
            assertThat(response.field("Content-Location")).isEqualTo(path + "/results/1");
            assertThat(response.field("Accept-Query")).isEqualTo("\"application/json\"");
        }
        assertThat(STAGE.get(query).hit()).isFalse();
        assertThat(STAGE.get(query).hit()).isTrue();
        assertThat(STAGE.get(path).hit()).as("GET of the same target").isFalse();
    }

    @Test
    void queryInvalidatesNothingAndWriteInvalidatesItsResult() {
        STAGE.origin().on(path, request -> stored(request.method()));
        STAGE.get(path);
        ask("QUERY", "[1]", "Content-Type", JSON);
        assertThat(STAGE.get(path).hit()).isTrue();
        STAGE.gateway().send("PUT", path, "new");
        assertThat(ask("QUERY", "[1]", "Content-Type", JSON).hit()).isFalse();
    }

    @Test
    void servesQueryRequestsOfCurl() throws IOException, InterruptedException {
        assumeTrue(SystemPrograms.succeeds("curl", "--version"), "There is no curl.");
        STAGE.origin().on(path, request -> stored(request.body()));
        assertThat(curl("{\"a\":1,\"b\":2}")).contains("200").contains("fwd=uri-miss");
        assertThat(curl("{ \"b\": 2, \"a\": 1 }"))
                .contains("200")
                .contains("Larder; hit")
                .endsWith("{\"a\":1,\"b\":2}");
        assertThat(curl("{ \"b\": 2, \"a\": 1 }", "If-None-Match: " + TAG))
                .contains("304")
                .contains("Larder; hit");
    }

    private String curl(String content, String... fields) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("curl", "-s", "-i", "--max-time", "20", "--noproxy", "*"));
        command.addAll(List.of("-X", "QUERY", "-H", "Content-Type: application/json", "--data-binary", content));
        for (String field : fields) {
            command.addAll(List.of("-H", field));
        }
        command.add("http://localhost:" + STAGE.gateway().port() + path);
        Process process = new ProcessBuilder(command).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private ReceivedResponse ask(String method, String content, String... fields) {
        return STAGE.gateway().send(method, path, content, fields);
    }

    private static ResponseScript stored(String content) {
        return ResponseScript.ok(content, "Cache-Control", "max-age=60", "ETag", TAG, "Last-Modified", MODIFIED);
    }
}

package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.writes.WriteSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that are acknowledged before their origin has them, and those that are not. */
class BufferedWritesTest {

    private static final String[] JSON = {"Content-Type", "application/json"};

    @TempDir
    private static Path folder;

    private static BufferedWritesFixture buffering;

    @BeforeAll
    static void start() {
        buffering = BufferedWritesFixture.start(
                folder,
                WriteSettings.DEFAULT.withMaxWrites(3),
                "larder.hit-path",
                "auto",
                "larder.rules.items.buffer.content-types",
                "application/json",
                "larder.rules.items.buffer.max-size",
                "100KB");
    }

    /** Nothing is left for the next one. */
    @AfterEach
    void clear() {
        buffering.takeEverything();
        buffering.operator.order("flush", "");
        buffering.operator.order("discard", "all");
        assertNothingIsBuffered();
        buffering.forget();
    }

    @AfterAll
    static void stop() {
        buffering.close();
    }

    private static ReceivedResponse post(String content, String... more) {
        String[] fields = new String[2 + more.length];
        fields[0] = JSON[0];
        fields[1] = JSON[1];
        System.arraycopy(more, 0, fields, 2, more.length);
        return buffering.post(content, fields);
    }

    private static String waiting() {
        return buffering.operator.lookAtWrites("").content();
    }

    private static void assertNothingIsBuffered() {
        assertThat(waiting()).contains("\"writes\":0");
    }

    private static void assertProblem(ReceivedResponse response, int status, String detail) {
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(response.content()).contains("\"status\":" + status).contains(detail);
    }

    @Test
    void acknowledgesWriteAndReportsItsStatus() {
        ReceivedResponse accepted = post("{\"a\":1}", "Prefer", "respond-async, wait=10");
        assertThat(accepted.status()).isEqualTo(202);
        assertThat(accepted.field("Preference-Applied")).isEqualTo("respond-async");
        String location = accepted.field("Location");
        assertThat(location).startsWith("/larder/writes/");
        ReceivedResponse pending = buffering.gateway.get(location);
        assertThat(pending.content()).contains("\"state\":\"pending\"");
        assertThat(pending.field("Cache-Control")).isEqualTo("no-store");
        buffering.operator.order("flush", "");
        assertThat(buffering.gateway.get(location).content())
                .contains("\"state\":\"delivered\"")
                .contains("\"status\":201");
        assertNothingIsBuffered();
    }

    @Test
    void deliversManyWritesAsOneOrderedBatch() {
        post("1");
        post("{\"a\":[2]}");
        post("\"3\"");
        buffering.operator.order("flush", "");
        assertThat(buffering.batches()).containsExactly("[1,{\"a\":[2]},\"3\"]");
    }

    @Test
    @Tag("hardening-U10")
    void repeatedRequestWithIdempotencyKeyIsOneWrite() {
        ReceivedResponse first = post("1", "Idempotency-Key", "\"r\"");
        ReceivedResponse second = post("1", "Idempotency-Key", "\"r\"");
        assertThat(second.status()).isEqualTo(202);
        assertThat(second.field("Location")).isEqualTo(first.field("Location"));
        buffering.operator.order("flush", "");
        ReceivedResponse afterwards = post("1", "Idempotency-Key", "\"r\"");
        assertThat(afterwards.field("Location")).isEqualTo(first.field("Location"));
        buffering.operator.order("flush", "");
        assertThat(buffering.batches()).containsExactly("[1]");
    }

    @Test
    @Tag("hardening-U10")
    void rejectsSameIdempotencyKeyForAnotherRequest() {
        post("1", "Idempotency-Key", "\"k\"");
        assertProblem(post("2", "Idempotency-Key", "\"k\""), 422, "Idempotency-Key");
        assertThat(post("2", "Idempotency-Key", "\"k\"", "Authorization", "Basic eA==")
                        .status())
                .as("somebody else's key")
                .isEqualTo(202);
    }

    @Test
    @Tag("hardening-U15")
    void credentialsAreNotWrittenToDisk() throws IOException {
        String[] credentials = {
            "Authorization", "Bearer canary-bearer", "Cookie", "a=canary-cookie", "Idempotency-Key", "\"c\""
        };
        assertThat(post("\"canary-content\"", credentials).status()).isEqualTo(202);
        assertThat(kept(folder)).contains("canary-content").doesNotContain("canary-bearer", "canary-cookie");
    }

    @Test
    @Tag("hardening-U15")
    void credentialsAreWrittenToDiskIfRuleNamesTheirField(@TempDir Path other) throws IOException {
        try (var naming =
                BufferedWritesFixture.start(other, "larder.rules.items.buffer.fields-per-batch", "Authorization")) {
            naming.post("1", "Content-Type", "application/json", "Authorization", "Bearer canary-bearer");
            assertThat(kept(other)).contains("canary-bearer");
        }
    }

    /** All that lies in a folder. */
    private static String kept(Path folder) throws IOException {
        var all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder).filter(Files::isRegularFile)) {
            for (Path file : files.toList()) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    @Test
    @Tag("hardening-U11")
    @Tag("hardening-X7")
    void rejectsContentThatCannotBeBufferedAndKeepsNothing() {
        assertProblem(post("{\"a\":"), 400, "JSON");
        assertProblem(post("1 2"), 400, "JSON");
        assertProblem(post(""), 400, "JSON");
        assertProblem(post("1", "Content-Encoding", "gzip"), 415, "Content-Encoding");
        assertProblem(buffering.post("1", "Content-Type", "text/plain"), 415, "application/json");
        assertProblem(post("1", "Idempotency-Key", "\"\""), 400, "Idempotency-Key");
        assertProblem(post("1", "Idempotency-Key", "a", "Idempotency-Key", "b"), 400, "Idempotency-Key");
        assertProblem(post('"' + "x".repeat(200_000) + '"'), 413, "102400");
        assertNothingIsBuffered();
    }

    @Test
    @Tag("hardening-U11")
    void rejectsTooLongChunkedContent() {
        var fields = RawFields.of("Content-Type", "application/json", "Transfer-Encoding", "chunked");
        String chunk = "10000\r\n" + "1".repeat(65_536) + "\r\n";
        try (RawClient client = buffering.gateway.connect()) {
            ReceivedResponse refused = client.send(
                            RawClient.head("POST", "/items", fields) + chunk + chunk + "0\r\n\r\n")
                    .read("POST");
            assertProblem(refused, 413, "102400");
        }
        assertNothingIsBuffered();
    }

    @Test
    @Tag("hardening-U9")
    void fullBufferRejectsWritesUntilItIsFlushed() {
        for (int i = 0; i < 3; i++) {
            assertThat(post("1").status()).isEqualTo(202);
        }
        buffering.gateway.expect(503);
        ReceivedResponse refused = post("1");
        assertProblem(refused, 503, "write buffer is full");
        assertThat(refused.field("Retry-After")).isEqualTo("1");
        buffering.operator.order("flush", "");
        assertThat(post("1").status()).isEqualTo(202);
        assertThat(buffering.batches()).containsExactly("[1,1,1]");
    }

    @Test
    void answersStatusOfUnknownWriteWithNotFound() {
        assertProblem(buffering.gateway.get("/larder/writes/" + UUID.randomUUID()), 404, "No write");
        assertProblem(buffering.gateway.get("/larder/writes/x"), 404, "No write");
    }

    @Test
    @Tag("hardening-U8")
    void writeRejectedByOriginBecomesReplayableDeadLetter() {
        buffering.origin.on("/bulk/items", ResponseScript.status(400));
        String location = post("1").field("Location");
        buffering.operator.order("flush", "");
        ReceivedResponse status = buffering.gateway.get(location);
        assertThat(status.content()).contains("\"state\":\"failed\"").contains("\"status\":400");
        String id = location.substring(location.lastIndexOf('/') + 1);
        assertThat(buffering.operator.lookAtWrites("/dead").content()).contains(id);
        assertThat(buffering.gateway.get("/items").cacheStatus()).doesNotContain("write-pending");

        buffering.origin.on("/bulk/items", ResponseScript.status(201));
        assertThat(buffering.operator.order("replay", id).content()).contains("\"replayed\":1");
        buffering.operator.order("flush", "");
        assertThat(buffering.gateway.get(location).content()).contains("\"state\":\"delivered\"");
        assertThat(buffering.operator.lookAtWrites("/dead").content()).isEqualTo("[]");
    }

    @Test
    @Tag("hardening-U6")
    void reportsStatusOfEachItemOfBatch() {
        buffering.origin.on(
                "/bulk/items",
                request -> new Multistatus("{\"status\":201,\"body\":{\"id\":7}}", "{\"status\":404,\"body\":\"no\"}")
                        .script());
        String good = post("1").field("Location");
        String bad = post("2").field("Location");
        buffering.operator.order("flush", "");
        assertThat(buffering.gateway.get(good).content()).contains("delivered").contains("201");
        assertThat(buffering.gateway.get(bad).content()).contains("failed").contains("404");
    }

    private record Multistatus(String first, String second) {

        ResponseScript script() {
            String content = "[" + first + "," + second + "]";
            return ResponseScript.raw("HTTP/1.1 207 Multi-Status\r\nContent-Type: application/json\r\nContent-Length: "
                    + content.length() + "\r\n\r\n" + content);
        }
    }

    @Test
    void bufferingDoesNotRestrictHitLevel() {
        assertThat(buffering.operator.look("/hit-path").content()).startsWith("{\"level\":\"CONNECTION\"");
    }

    @Test
    void rejectsInvalidOperatorOrders() {
        assertThat(buffering.operator.order("destroy", "").status()).isEqualTo(400);
        assertThat(buffering.operator.order("replay", "x").status()).isEqualTo(400);
        assertThat(buffering
                        .operator
                        .order("release", UUID.randomUUID().toString())
                        .status())
                .isEqualTo(404);
        assertThat(buffering.operator.lookAtWrites("/living").status()).isEqualTo(404);
    }
}

package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.writes.WriteSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By what an origin recognizes a write that comes again: an id of its own, not what its client calls it. */
class ItemIdsTest {

    private static final String[] JSON = {"Content-Type", "application/json"};

    @TempDir
    private Path folder;

    private final List<ReceivedRequest> received = new ArrayList<>();
    private int answers;

    private synchronized ResponseScript answer(ReceivedRequest request, List<Integer> statuses) {
        received.add(request);
        int status = statuses.get(Math.min(answers++, statuses.size() - 1));
        return status == 207
                ? ResponseScript.status(207).part("[{\"status\":400},{\"status\":201}]")
                : ResponseScript.status(status);
    }

    private synchronized List<ReceivedRequest> received() {
        return List.copyOf(received);
    }

    private List<String> fields(String name) {
        return received().stream()
                .map(request -> String.valueOf(request.fields().get(name)))
                .toList();
    }

    private BufferedWritesFixture start(List<Integer> statuses, String... properties) {
        return start(statuses, WriteSettings.DEFAULT, properties);
    }

    private BufferedWritesFixture start(List<Integer> statuses, WriteSettings settings, String... properties) {
        BufferedWritesFixture buffering = BufferedWritesFixture.start(folder, settings, properties);
        buffering.origin.on("/notes", request -> answer(request, statuses));
        buffering.origin.on("/bulk/items", request -> answer(request, statuses));
        return buffering;
    }

    private static void post(BufferedWritesFixture buffering, String path, String content, String sender) {
        String[] fields = {JSON[0], JSON[1], "Idempotency-Key", "\"1\"", "Authorization", sender};
        assertThat(buffering.gateway.send("POST", path, content, fields).status())
                .isEqualTo(202);
    }

    @Test
    @Tag("hardening-U10")
    void sameIdempotencyKeyOfTwoClientsIsDeliveredWithDifferentKeys() {
        String[] notes = {"larder.rules.notes.paths", "/notes/**", "larder.rules.notes.buffer.flush-interval", "1h"};
        try (BufferedWritesFixture buffering = start(List.of(201), notes)) {
            post(buffering, "/notes", "1", "Basic YWxpY2U6");
            post(buffering, "/notes", "1", "Basic Ym9iOg==");
            buffering.operator.order("flush", "");
            assertThat(fields("Idempotency-Key"))
                    .hasSize(2)
                    .doesNotHaveDuplicates()
                    .allSatisfy(key -> assertThat(key).matches("\"[0-9a-f-]{36}/\\d+\""));
        }
    }

    @Test
    void sameIdempotencyKeyOfTwoClientsIsDeliveredAsDifferentPartKeys() {
        try (BufferedWritesFixture buffering = start(List.of(201), "larder.rules.items.buffer.format", "multipart")) {
            post(buffering, "/items", "1", "Basic YWxpY2U6");
            post(buffering, "/items", "1", "Basic Ym9iOg==");
            buffering.operator.order("flush", "");
            List<String> keys = received()
                    .get(0)
                    .body()
                    .lines()
                    .filter(line -> line.startsWith("Idempotency-Key"))
                    .toList();
            assertThat(keys).hasSize(2).doesNotHaveDuplicates();
        }
    }

    @Test
    @Tag("hardening-U7")
    void retriedBatchKeepsItsIdHoweverOftenOriginFails() throws InterruptedException {
        WriteSettings soon = WriteSettings.DEFAULT.withRetries(Duration.ofMillis(1), Duration.ofMillis(10));
        try (BufferedWritesFixture buffering = start(List.of(500, 503, 502, 504, 500, 201), soon)) {
            for (int i = 0; i < 4; i++) {
                buffering.post(String.valueOf(i), JSON);
            }
            buffering.operator.order("flush", "");
            awaitEmpty(buffering);
            assertThat(received().stream().map(ReceivedRequest::body).distinct())
                    .containsExactly("[0,1,2,3]");
            assertThat(fields("Idempotency-Key"))
                    .hasSize(6)
                    .containsOnly(fields("Idempotency-Key").get(0));
            assertThat(fields("Larder-Item-Ids"))
                    .allSatisfy(ids -> assertThat(ids).matches("\\(1;to=4\\);of=\"[0-9a-f-]{36}\""));
        }
    }

    @Test
    void replayedWriteKeepsItsItemId() throws InterruptedException {
        try (BufferedWritesFixture buffering = start(List.of(207, 201))) {
            buffering.post("1", JSON);
            buffering.post("2", JSON);
            buffering.operator.order("flush", "");
            buffering.operator.order("replay", "all");
            buffering.operator.order("flush", "");
            awaitEmpty(buffering);
            String series = fields("Larder-Item-Ids").get(0).substring("(1;to=2);of=".length());
            assertThat(UUID.fromString(series.replace("\"", ""))).isNotNull();
            assertThat(fields("Larder-Item-Ids")).containsExactly("(1;to=2);of=" + series, "(1);of=" + series);
            assertThat(fields("Idempotency-Key")).doesNotHaveDuplicates();
        }
    }

    private static void awaitEmpty(BufferedWritesFixture buffering) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        String waiting = buffering.operator.lookAtWrites("").content();
        while (!waiting.contains("\"writes\":0") && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(20);
            waiting = buffering.operator.lookAtWrites("").content();
        }
        assertThat(waiting).contains("\"writes\":0");
    }
}

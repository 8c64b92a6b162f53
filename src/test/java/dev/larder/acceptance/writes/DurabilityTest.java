package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.MountedFileSystem;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody is told that a write will be delivered before it is on the disk. */
@Tag("thorough")
class DurabilityTest {

    private static final int CLIENTS = 16;
    private static final int WRITES = 25;
    private static final int FAILING_SYNCS = 4;
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final int MAX_WRITES = 10_000;

    @TempDir
    private Path directory;

    /** A write that was answered, by its number. */
    private record Answered(int number, ReceivedResponse response) {}

    @Test
    @Tag("hardening-U1")
    @Tag("hardening-U4")
    void acknowledgesWriteOnlyAfterSyncAndRejectsItIfSyncFails() throws Exception {
        assumeTrue(SystemCalls.canBeTraced(), "there is no strace that may trace");
        Path trace = directory.resolve("trace");
        String failing = "inject=fdatasync:error=EIO:when=30.." + (30 + FAILING_SYNCS - 1);
        Queue<Integer> delivered = new ConcurrentLinkedQueue<>();
        List<Answered> answers = new ArrayList<>();
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on("/bulk", request -> take(request.body(), delivered));
            try (GatewayFixture gateway = start(origin, SystemCalls.into(trace, "-e", failing))) {
                ConcurrentClients.start(CLIENTS, client -> writes(gateway, client))
                        .results()
                        .forEach(answers::addAll);
                gateway.disregardLog();
                gateway.expect(503);
            }
        }
        Map<Integer, Optional<UUID>> acknowledged =
                answers.stream().collect(Collectors.toMap(Answered::number, answer -> location(answer.response())));
        SystemCalls calls = SystemCalls.in(trace);
        assertThat(calls.failedSyncs()).isEqualTo(FAILING_SYNCS);
        assertEachIsSynced(calls, acknowledged);
        assertThat(delivered)
                .as("what the origin has after the shutdown")
                .containsExactlyInAnyOrderElementsOf(acknowledged.entrySet().stream()
                        .filter(entry -> entry.getValue().isPresent())
                        .map(Map.Entry::getKey)
                        .toList());
    }

    private static void assertEachIsSynced(SystemCalls calls, Map<Integer, Optional<UUID>> acknowledged) {
        Set<UUID> ids = acknowledged.values().stream().flatMap(Optional::stream).collect(Collectors.toSet());
        int refused = acknowledged.size() - ids.size();
        assertThat(refused).isBetween(1, CLIENTS * FAILING_SYNCS);
        assertThat(ids).allMatch(calls::isAnsweredAfterItsSync, "answered after its sync");
        long syncs = calls.syncsOf(ids);
        System.out.printf("%d acknowledged, %d refused, %d syncs%n", ids.size(), refused, syncs);
        assertThat(syncs).as("syncs, each for many").isLessThan(ids.size());
    }

    private static Optional<UUID> location(ReceivedResponse response) {
        if (response.status() == 202) {
            return Optional.of(UUID.fromString(response.field("Location").substring("/larder/writes/".length())));
        }
        assertRefused(response);
        return Optional.empty();
    }

    private static void assertRefused(ReceivedResponse response) {
        assertThat(response.status()).isEqualTo(503);
        assertThat(response.field("Retry-After")).matches(NUMBER);
        assertThat(response.field("Content-Type")).isEqualTo("application/problem+json");
    }

    private static ResponseScript take(String batch, Queue<Integer> delivered) {
        NUMBER.matcher(batch)
                .results()
                .map(MatchResult::group)
                .map(Integer::valueOf)
                .forEach(delivered::add);
        return ResponseScript.status(201);
    }

    /** One after another, over one connection. */
    private static List<Answered> writes(GatewayFixture gateway, int client) {
        List<Answered> answers = new ArrayList<>();
        try (RawClient connection = gateway.connect()) {
            for (int i = 0; i < WRITES; i++) {
                int number = client * WRITES + i;
                String content = Integer.toString(number);
                String[] fields = {
                    "Content-Type", "application/json", "Content-Length", Integer.toString(content.length())
                };
                answers.add(new Answered(
                        number,
                        connection
                                .send(RawClient.head("POST", "/items", RawFields.of(fields)) + content)
                                .read("POST")));
            }
        }
        return answers;
    }

    private GatewayFixture start(ScriptedOrigin origin, List<String> prefix) {
        return GatewayFixture.process()
                .prefix(prefix)
                .origin(origin)
                .property("larder.writes.path", directory.resolve("writes"))
                .property("larder.rules.items.paths", "/items")
                .property("larder.rules.items.buffer.bulk", "/bulk")
                .property("larder.rules.items.buffer.flush-interval", "1h")
                .start();
    }

    @Test
    @Tag("hardening-U4")
    @Tag("hardening-U14")
    void fullDiskRejectsWritesAndDeliversEarlierOnes() throws IOException {
        Optional<MountedFileSystem> mount = MountedFileSystem.small(directory, 3);
        assumeTrue(mount.isPresent(), "only root can mount a small disk");
        try (MountedFileSystem mounted = mount.get();
                BufferedWritesFixture buffering =
                        BufferedWritesFixture.start(mounted.at().resolve("writes"))) {
            var bytes = new LongAdder();
            buffering.origin.on("/bulk/items", request -> {
                bytes.add(Long.parseLong(request.fields().get("Content-Length")));
                return ResponseScript.status(201);
            });
            List<Integer> taken = new ArrayList<>();
            ReceivedResponse response = postLong(buffering, 0);
            for (int number = 1; response.status() == 202 && number < MAX_WRITES; number++) {
                taken.add(number - 1);
                response = postLong(buffering, number);
            }
            assertRefused(response);
            assertThat(taken).hasSizeBetween(20, 200);
            buffering.operator.order("flush", "");
            assertThat(bytes.sum())
                    .as("what the origin has")
                    .isBetween(taken.size() * 20_000L, taken.size() * 20_000L + 1_000);
            assertThat(buffering.operator.lookAtWrites("").content()).contains("\"writes\":0");
            buffering.gateway.disregardLog();
            buffering.gateway.expect(503);
        }
    }

    private static ReceivedResponse postLong(BufferedWritesFixture buffering, int number) {
        return buffering.post("\"" + number + "x".repeat(20_000) + "\"", "Content-Type", "application/json");
    }
}

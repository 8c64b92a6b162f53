package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploads that never come whole have no more room than those that do, and those of one address have a part of it. */
class IncompleteUploadsTest {

    private static final int LENGTH = 900_000;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private BufferedWritesFixture start() {
        return BufferedWritesFixture.start(
                folder, "larder.writes.max-size", "2MB", "larder.limits.max-connections-per-client", "20000");
    }

    @Test
    @Tag("hardening-U9")
    void rejectsUploadsBeyondQuotaBeforeReadingThem() throws InterruptedException {
        try (BufferedWritesFixture buffering = start()) {
            buffering.gateway.expect(503);
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                clients.add(buffering.gateway.connect().send(head("Content-Length", LENGTH) + "1".repeat(LENGTH / 2)));
            }
            awaitUnfinished(buffering, 2);
            for (int i = 0; i < 3; i++) {
                try (RawClient client = buffering.gateway.connect()) {
                    ReceivedResponse refused =
                            client.send(head("Content-Length", LENGTH)).read("POST");
                    assertThat(refused.status()).isEqualTo(503);
                    assertThat(refused.field("Retry-After")).isEqualTo("1");
                }
            }
            assertThat(onDisk()).isLessThan(2 * LENGTH);
            clients.forEach(RawClient::close);
            awaitUnfinished(buffering, 0);
            assertThat(buffering
                            .post('"' + "1".repeat(LENGTH) + '"', "Content-Type", "application/json")
                            .status())
                    .isEqualTo(202);
        }
    }

    @Test
    @Tag("hardening-U11")
    void abortedUploadLeavesNoFile() throws InterruptedException {
        try (BufferedWritesFixture buffering = start()) {
            RawClient client =
                    buffering.gateway.connect().send(head("Content-Length", LENGTH) + "1".repeat(LENGTH / 2));
            awaitUnfinished(buffering, 1);
            await(() -> onDisk() > 0);
            assertThat(onDisk()).isPositive();
            client.close();
            await(() -> onDisk() == 0);
            assertThat(onDisk()).isZero();
        }
    }

    /** Tests share an address; a trusted proxy tells clients apart. */
    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 900000", "Transfer-Encoding: chunked"})
    @Tag("hardening-X6")
    void incompleteUploadsOfOneAddressLeaveRoomForOthers(String framing) {
        String begun = framing.startsWith("T") ? "80000\r\n" + "1".repeat(0x80000) + "\r\n" : "1";
        try (BufferedWritesFixture buffering = BufferedWritesFixture.start(
                folder,
                "larder.writes.max-size",
                "6MB",
                "spring.cloud.gateway.server.webflux.trusted-proxies",
                "127\\.0\\.0\\.1")) {
            buffering.gateway.expect(503);
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String[] field = framing.split(": ");
                clients.add(buffering.gateway.connect().send(head(field[0], field[1], "192.0.2.1") + begun));
            }
            Duration patience = Duration.ofSeconds(2);
            assertThat(clients)
                    .filteredOn(client -> client.patience(patience).read("POST").status() == 503)
                    .hasSizeGreaterThan(10);
            String content = '"' + "1".repeat(LENGTH) + '"';
            assertThat(buffering
                            .post(content, "Content-Type", "application/json", "X-Forwarded-For", "192.0.2.2")
                            .status())
                    .isEqualTo(202);
            clients.forEach(RawClient::close);
        }
    }

    @Test
    void rejectsChunksBeyondQuotaAsTheyArrive() throws InterruptedException {
        String chunk = "40000\r\n" + "1".repeat(0x40000) + "\r\n";
        try (BufferedWritesFixture buffering = start()) {
            buffering.gateway.expect(503);
            try (RawClient first = buffering.gateway.connect();
                    RawClient second = buffering.gateway.connect();
                    RawClient third = buffering.gateway.connect()) {
                first.send(head("Transfer-Encoding", "chunked") + chunk + chunk + chunk);
                second.send(head("Transfer-Encoding", "chunked") + chunk + chunk + chunk);
                awaitBytes(buffering, 6 * 0x40000);
                third.send(head("Transfer-Encoding", "chunked") + chunk + chunk + chunk);
                assertThat(third.read("POST").status()).isEqualTo(503);
            }
            awaitUnfinished(buffering, 0);
        }
    }

    private static String head(String framing, Object value) {
        return head(framing, value, "192.0.2.3");
    }

    private static String head(String framing, Object value, String client) {
        return RawClient.head(
                "POST",
                "/items",
                RawFields.of("Content-Type", "application/json", framing, value.toString(), "X-Forwarded-For", client));
    }

    private static void awaitUnfinished(BufferedWritesFixture buffering, int count) throws InterruptedException {
        await(buffering, "\"uploads\":" + count + ",");
    }

    private static void awaitBytes(BufferedWritesFixture buffering, long bytes) throws InterruptedException {
        await(buffering, "\"uploads\":2,\"uploadBytes\":" + bytes);
    }

    private static void await(BufferedWritesFixture buffering, String part) throws InterruptedException {
        await(() -> buffering.operator.lookAtWrites("").content().contains(part));
        assertThat(buffering.operator.lookAtWrites("").content()).contains(part);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private long onDisk() {
        try (Stream<Path> files = Files.list(folder.resolve("bodies"))) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

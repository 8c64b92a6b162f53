package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.larder.acceptance.kit.MountedFileSystem;
import dev.larder.acceptance.writes.DeduplicatingOrigin.Item;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Deliveries need no free space: what was acknowledged before the disk was full reaches its origin, whoever has taken the last octet
 * and whenever the gateway was killed, and gives its space back.
 */
@Tag("thorough")
class FullDiskTest {

    private static final int MEGABYTES = 3;
    private static final int MAX_WRITES = 20_000;
    private static final int LIVES = 8;
    private static final Duration ACCEPTS_AGAIN = Duration.ofSeconds(10);
    private static final int ACCEPTED = 202;
    private static final int REFUSED = 503;

    private final long seed = Long.getLong("larder.write.seed", new Random().nextLong());
    private final Random random = new Random(seed);
    private final HttpClient client = HttpClient.newHttpClient();
    private final Set<Item> acknowledged = new HashSet<>();

    @TempDir
    private Path directory;

    private MountedFileSystem disk;
    private DeduplicatingOrigin origin;
    private GatewayCommands commands;
    private Path folder;
    private int written;

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        System.out.println("larder.write.seed=" + seed);
        Optional<MountedFileSystem> mounted =
                MountedFileSystem.small(Files.createDirectory(directory.resolve("disk")), MEGABYTES);
        assumeTrue(mounted.isPresent(), "only root can mount a small disk");
        disk = mounted.get();
        folder = disk.at().resolve("writes");
        commands = new GatewayCommands(directory);
        origin = new DeduplicatingOrigin(seed);
    }

    @AfterEach
    void unmount() {
        if (disk != null) {
            origin.close();
            disk.close();
        }
    }

    private KilledGateway launch() throws IOException {
        var command = new ArrayList<>(commands.slim());
        command.add("--larder.origin=" + origin.uri());
        command.add("--larder.writes.path=" + folder);
        command.add("--larder.rules.items.buffer.bulk=/bulk");
        return KilledGateway.launch(command);
    }

    private int post(KilledGateway gateway, int octets) throws IOException, InterruptedException {
        var item = new Item(written % 40, written);
        written++;
        String content =
                "{\"w\":" + item.writer() + ",\"n\":" + item.number() + ",\"x\":\"" + "x".repeat(octets) + "\"}";
        int status = client.send(
                        HttpRequest.newBuilder(URI.create(
                                        "http://127.0.0.1:" + gateway.port().orElseThrow() + "/items"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(content))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
        assertThat(status).isIn(ACCEPTED, REFUSED);
        if (status == ACCEPTED) {
            acknowledged.add(item);
        }
        return status;
    }

    private void postUntilRefused(KilledGateway gateway, int octets) throws IOException, InterruptedException {
        for (int i = 0; i < MAX_WRITES && post(gateway, octets) == ACCEPTED; i++) {}
    }

    /** Another program takes every octet that is left. */
    private void fillRest() throws IOException {
        try (OutputStream rest = Files.newOutputStream(disk.at().resolve("other-" + random.nextInt()))) {
            for (int size = 1 << 16; size > 0; size /= 2) {
                write(rest, new byte[size]);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }

    private static void write(OutputStream rest, byte[] some) {
        try {
            while (true) {
                rest.write(some);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }

    private void assertAllArrive(KilledGateway gateway) throws InterruptedException {
        assertThat(origin.missing(acknowledged, 60))
                .as("of %d, seed %d: %s", acknowledged.size(), seed, String.join("\n", gateway.output()))
                .isEmpty();
        assertThat(origin.violations()).as("seed %d", seed).isEmpty();
    }

    private void assertAcceptsAgain(KilledGateway gateway, int octets) throws IOException, InterruptedException {
        long end = System.nanoTime() + ACCEPTS_AGAIN.toNanos();
        int status = post(gateway, octets);
        while (status != ACCEPTED && System.nanoTime() < end) {
            pass(50);
            status = post(gateway, octets);
        }
        assertThat(status)
                .as("seed %d: %s", seed, String.join("\n", gateway.output()))
                .isEqualTo(ACCEPTED);
    }

    private static void pass(int millis) {
        CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS))
                .join();
    }

    /** Contents of 100,000 octets are in files of their own. */
    @ParameterizedTest
    @ValueSource(ints = {10, 1_000, 10_000, 100_000})
    @Timeout(180)
    @Tag("hardening-U4")
    void deliversAllAcknowledgedWritesAfterKillOnFullDisk(int octets) throws Exception {
        origin.down();
        KilledGateway before = launch();
        postUntilRefused(before, octets);
        fillRest();
        before.kill();
        fillRest();
        KilledGateway after = launch();
        assertThat(after.port()).as("%s", after.output()).isPresent();
        fillRest();
        assertThat(acknowledged).hasSizeGreaterThan(10);
        origin.up();
        long count = acknowledged.size();
        assertAcceptsAgain(after, octets);
        assertAllArrive(after);
        System.out.printf("%d writes of %d octets, %s%n", count, octets, origin);
        after.kill();
    }

    /** What an earlier version has left: nothing is reserved. */
    @Test
    @Timeout(180)
    @Tag("hardening-U4")
    void deliversAllAcknowledgedWritesWithoutReservedSpace() throws Exception {
        origin.down();
        KilledGateway before = launch();
        postUntilRefused(before, 10_000);
        before.kill();
        Files.deleteIfExists(folder.resolve("reserve"));
        fillRest();
        KilledGateway after = launch();
        assertThat(after.port()).as("%s", after.output()).isPresent();
        fillRest();
        origin.up();
        assertAllArrive(after);
        assertAcceptsAgain(after, 1_000);
        after.kill();
    }

    @Test
    @Timeout(600)
    @Tag("hardening-U4")
    void losesNoAcknowledgedWriteAcrossRepeatedKillsOnFullDisk() throws Exception {
        for (int life = 0; life < LIVES; life++) {
            KilledGateway gateway = launch();
            assertThat(gateway.port()).as("seed %d: %s", seed, gateway.output()).isPresent();
            boolean down = random.nextBoolean();
            if (down) {
                origin.down();
            }
            int octets = List.of(10, 2_000, 30_000, 100_000).get(random.nextInt(4));
            for (int i = random.nextInt(200); i > 0 && post(gateway, octets) == ACCEPTED; i--) {}
            if (random.nextInt(3) > 0) {
                fillRest();
            }
            for (int i = random.nextInt(20); i > 0; i--) {
                post(gateway, octets);
            }
            if (down) {
                origin.up();
            }
            pass(random.nextInt(700));
            gateway.kill();
            if (random.nextBoolean()) {
                freeOthers();
            }
        }
        KilledGateway last = launch();
        assertAllArrive(last);
        freeOthers();
        assertAcceptsAgain(last, 1_000);
        last.kill();
        System.out.printf("%d acknowledged, %s%n", acknowledged.size(), origin);
    }

    private void freeOthers() throws IOException {
        try (var files = Files.newDirectoryStream(disk.at(), "other-*")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}

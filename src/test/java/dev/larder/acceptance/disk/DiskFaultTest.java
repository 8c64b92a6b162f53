package dev.larder.acceptance.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.GeneratedContent;
import dev.larder.acceptance.kit.MountedFileSystem;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that is full, read-only or damaged costs hits and one warning, and no client ever sees a wrong byte of it. */
class DiskFaultTest {

    private static final int OBJECTS = 12;
    private static final int REQUESTS = 10;

    /** Fewer than requests, so that nobody warns of each. */
    private static final int MAX_WARNINGS = 2;

    @TempDir
    private Path directory;

    private ScriptedOrigin origin;
    private Optional<MountedFileSystem> mount = Optional.empty();
    private volatile int version = 1;

    @BeforeEach
    void start() {
        origin = ScriptedOrigin.start();
        for (int number = 0; number < OBJECTS; number++) {
            int answered = number;
            origin.on(path(number), request -> answer(answered));
        }
    }

    @AfterEach
    void stop() {
        origin.close();
        mount.ifPresent(MountedFileSystem::close);
    }

    @Tag("thorough")
    @Test
    @Tag("hardening-K")
    void fullDiskCausesOnlyMissesAndWarnings() {
        mount = MountedFileSystem.small(directory, 4);
        assumeTrue(mount.isPresent(), "only root can mount a small disk");
        try (GatewayFixture gateway = startGateway()) {
            int mark = gateway.log().mark();
            for (int turn = 0; turn < 3; turn++) {
                assertAllRight(gateway);
            }
            assertThat(DiskGateway.warnings(gateway, mark)).hasSizeBetween(1, MAX_WARNINGS);
        }
    }

    @Tag("thorough")
    @Test
    @Tag("hardening-K")
    void readOnlyFolderCausesOnlyMissesAndWarnings() {
        try (GatewayFixture gateway = startGateway()) {
            assertAllRight(gateway);
        }
        mount = MountedFileSystem.readOnly(directory);
        assumeTrue(mount.isPresent(), "only root can mount a folder read-only");
        assertRightAndWarned();
    }

    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 1})
    void corruptedFileIsNotServed(double where) throws IOException {
        int large = OBJECTS - 1;
        try (GatewayFixture gateway = startGateway()) {
            assertAllRight(gateway);
        }
        DiskStoreFolder folder = new DiskStoreFolder(directory);
        flip(folder.bodyOf(size(large)), (long) (where * (size(large) - 1)));
        try (GatewayFixture gateway = startGateway()) {
            int mark = GatewayFixture.inJvmLog().mark();
            int asked = origin.count(path(large));
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(FetchedResponse.by(gateway, path(large))).matches(response -> response.is(content(large)));
            }
            assertThat(origin.count(path(large))).isGreaterThan(asked);
            assertThat(DiskGateway.warnings(gateway, mark)).hasSizeBetween(1, MAX_WARNINGS);
        }
    }

    @Test
    @Tag("hardening-K")
    void corruptedFileIsNotServedInRangeResponses() throws IOException {
        int large = OBJECTS - 1;
        try (GatewayFixture gateway = startGateway()) {
            assertAllRight(gateway);
        }
        flip(new DiskStoreFolder(directory).bodyOf(size(large)), 1_000_000);
        try (GatewayFixture gateway = startGateway()) {
            for (int i = 0; i < REQUESTS; i++) {
                long first = 999_995L - i;
                FetchedResponse response =
                        FetchedResponse.by(gateway, path(large), "Range", "bytes=" + first + "-1000009");
                GeneratedContent asked =
                        response.status() == 206 ? content(large).slice(first, 1_000_010) : content(large);
                assertThat(response.crc()).isEqualTo(asked.crc());
            }
        }
    }

    @Test
    @Tag("hardening-K")
    void truncatedOrDeletedBodyFileIsNotServed() throws IOException {
        int large = OBJECTS - 1;
        int next = OBJECTS - 2;
        try (GatewayFixture gateway = startGateway()) {
            assertAllRight(gateway);
        }
        DiskStoreFolder folder = new DiskStoreFolder(directory);
        truncate(folder.bodyOf(size(large)), 0.5);
        Files.delete(folder.bodyOf(size(next)));
        try (GatewayFixture gateway = startGateway()) {
            assertAllRight(gateway);
            assertAllRight(gateway);
        }
    }

    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.001, 0.5, 0.9})
    void truncatedIndexCausesOnlyMissesAndRestoresNothingInvalidated(double share) throws IOException {
        try (GatewayFixture gateway = startGateway()) {
            assertAllRight(gateway);
            version = 2;
            origin.on("/objects/write", ResponseScript.status(204));
            assertThat(gateway.send("POST", "/objects/write", "x").status()).isEqualTo(204);
        }
        truncate(new DiskStoreFolder(directory).index(), share);
        int mark = GatewayFixture.inJvmLog().mark();
        try (GatewayFixture gateway = startGateway()) {
            assertAllRight(gateway);
            assertAllRight(gateway);
            int fewest = share > 0 && share < 0.1 ? 1 : 0;
            assertThat(DiskGateway.warnings(gateway, mark)).hasSizeBetween(fewest, MAX_WARNINGS);
        }
    }

    private void assertRightAndWarned() {
        int mark = GatewayFixture.inJvmLog().mark();
        try (GatewayFixture gateway = startGateway()) {
            assertAllRight(gateway);
            assertAllRight(gateway);
            assertThat(DiskGateway.warnings(gateway, mark)).hasSizeBetween(1, MAX_WARNINGS);
        }
    }

    private void assertAllRight(GatewayFixture gateway) {
        for (int number = 0; number < OBJECTS; number++) {
            GeneratedContent content = content(number);
            assertThat(FetchedResponse.by(gateway, path(number)))
                    .as("object %d", number)
                    .matches(response -> response.is(content));
        }
    }

    private ResponseScript answer(int number) {
        return ResponseScript.status(200, "Cache-Control", "max-age=86400", "ETag", "\"" + version + "\"")
                .part(content(number));
    }

    private GeneratedContent content(int number) {
        return GeneratedContent.of(number + " of version " + version, size(number));
    }

    private static String path(int number) {
        return "/objects/" + number;
    }

    /** From 100 KB to 3 MB: the last does not fit into memory. */
    private static long size(int number) {
        return number == OBJECTS - 1 ? 3_000_000 : 100_000 + number * 50_000L;
    }

    private static void flip(Path file, long position) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, position);
            one.put(0, (byte) (one.get(0) ^ 0x10)).flip();
            channel.write(one, position);
        }
    }

    private static void truncate(Path file, double share) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate((long) (share * channel.size()));
        }
    }

    private GatewayFixture startGateway() {
        return DiskGateway.inJvm(origin, directory)
                .property("larder.disk.max-size", "1GB")
                .start();
    }
}

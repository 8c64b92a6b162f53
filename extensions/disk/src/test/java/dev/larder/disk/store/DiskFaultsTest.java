package dev.larder.disk.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.larder.cache.spi.StoreOutcome;
import dev.larder.disk.store.DiskFaults.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Disks that are full, read-only, or no disks at all. Mounting needs root; without it those tests are skipped. */
class DiskFaultsTest extends DiskFixture {

    private boolean mounted;

    private static int run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor();
        } catch (IOException | InterruptedException e) {
            return -1;
        }
    }

    private void mount(String... command) throws IOException {
        Files.createDirectories(at());
        mounted = run(command) == 0;
        assumeThat(mounted).as("this user may mount file systems").isTrue();
    }

    private void mountSmall(String size) throws IOException {
        mount("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", at().toString());
    }

    @AfterEach
    void unmount() {
        close();
        folder = null;
        if (mounted) {
            run("umount", at().toString());
        }
    }

    @Test
    void fullDiskRejectsWritesButServesStoredEntries() throws IOException {
        mountSmall("12m");
        open();
        int n = 0;
        while (put(n, "x".repeat(500_000)) == StoreOutcome.STORED) {
            n++;
        }
        assertThat(n).isBetween(5, 24);
        assertThat(put(0, "y".repeat(500_000))).isEqualTo(StoreOutcome.UNAVAILABLE);
        assertThat(get(0)).isEmpty();
        assertThat(IntStream.range(1, n).filter(i -> get(i).isPresent()).count())
                .isEqualTo(n - 1);
        assertThat(faults.count(Kind.WRITE)).isEqualTo(2);
        assertThat(faults.count(Kind.INDEX)).isZero();
        await(store.clear());
        assertThat(blobs()).isEmpty();
        assertThat(put(1, "room again")).isEqualTo(StoreOutcome.STORED);
        reopen();
        assertThat(get(1)).contains("room again");
    }

    @Test
    void keepsNoPartialContentWhenDiskFillsUpDuringWrite() throws IOException {
        mountSmall("12m");
        open();
        BlobWriter writer = folder.newBlob();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        writer.write(ByteBuffer.allocate(100_000));
                    }
                })
                .isInstanceOf(IOException.class);
        writer.abort();
        settle();
        assertThat(blobs()).isEmpty();
        assertThat(put(1, "one")).isEqualTo(StoreOutcome.STORED);
    }

    @Test
    void recreatesUnwritableIndexOnceDiskHasSpaceAgain() throws IOException {
        mountSmall("12m");
        open();
        IntStream.range(0, 200).forEach(n -> put(n, "text"));
        Path ballast = at().resolve("ballast");
        fill(ballast);
        // What was put may be written by now: here is something that is not, and its room.
        await(store.remove(key(0)));
        fill(ballast);
        folder.commit();
        settle();
        assertThat(faults.count(Kind.INDEX)).isPositive();
        assertThat(put(1, "one")).isEqualTo(StoreOutcome.UNAVAILABLE);
        Files.delete(ballast);
        folder.indexFailed(new IOException("tried again"), true);
        settle();
        reopen();
        assertThat(put(1, "one")).isEqualTo(StoreOutcome.STORED);
        assertThat(get(1)).contains("one");
    }

    private static void fill(Path ballast) {
        assertThatThrownBy(() ->
                        Files.write(ballast, new byte[12 << 20], StandardOpenOption.CREATE, StandardOpenOption.APPEND))
                .isInstanceOf(IOException.class);
    }

    @Test
    void readOnlyFolderYieldsMissesAndDoesNotPreventStart() throws IOException {
        Files.createDirectories(at());
        mount("mount", "--bind", at().toString(), at().toString());
        assumeThat(run("mount", "-o", "remount,bind,ro", at().toString()))
                .as("remounted")
                .isZero();
        open();
        assertThat(put(1, "one")).isEqualTo(StoreOutcome.UNAVAILABLE);
        assertThat(put(2, "")).isEqualTo(StoreOutcome.UNAVAILABLE);
        assertThat(get(1)).isEmpty();
        assertThat(await(store.remove(key(1)))).isFalse();
        await(store.clear());
        assertThat(faults.count(Kind.WRITE)).isPositive();
        assertThatThrownBy(() -> folder.newBlob()).isInstanceOf(IOException.class);
    }

    /**
     * A file that cannot be opened is no answer and no error, and not one that is lost for good. The process may open nothing
     * from the moment that its limit is lowered, whichever of its descriptors are closed later, by the JVM for instance.
     */
    @Test
    @Tag("hardening-K")
    void readsAreMissesWhileFileDescriptorsAreExhausted() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        StarvedProcess.class.getName(),
                        temporary.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader told = process.inputReader();
                Writer turns = process.outputWriter()) {
            assertThat(told.readLine()).isEqualTo("fed 20 0 0");
            limitDescriptors(process, 0);
            turns.append('\n').flush();
            assertThat(told.readLine()).isEqualTo("starved 0 20 0 UNAVAILABLE");
            limitDescriptors(process, 256);
            turns.append('\n').flush();
            assertThat(told.readLine()).isEqualTo("fed again 20 0 0");
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static void limitDescriptors(Process process, int most) {
        assertThat(run("prlimit", "--pid", Long.toString(process.pid()), "--nofile=" + most + ":"))
                .as("limited")
                .isZero();
    }

    @Test
    void refusesToOpenFileAsFolder() throws IOException {
        Files.writeString(at(), "a file");
        assertThatThrownBy(() -> DiskFolder.open(at(), new DiskFaults(told -> {})))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(at().toString());
    }

    @Test
    void yieldsMissesWhenBlobFolderIsAFile() throws IOException {
        Files.createDirectories(at());
        Files.writeString(at().resolve("blobs"), "a file");
        open();
        assertThat(put(1, "one")).isEqualTo(StoreOutcome.UNAVAILABLE);
        assertThat(get(1)).isEmpty();
        assertThat(faults.count(Kind.INDEX)).isPositive();
    }
}

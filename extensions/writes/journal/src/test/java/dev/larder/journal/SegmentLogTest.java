package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** On the file system as it is. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class SegmentLogTest {

    private static final SegmentLogSettings SETTINGS = SegmentLogSettings.ofBytes(1L << 30);

    @TempDir
    Path temporary;

    private final List<String> replayed = new ArrayList<>();

    /** Another process that wants a log. */
    static final class Opener {

        public static void main(String[] folder) throws IOException {
            try (SegmentLog log = open(Path.of(folder[0]), (position, content) -> {})) {
                System.exit(log.segments().isEmpty() ? 1 : 0);
            } catch (LogInUseException e) {
                System.exit(3);
            }
        }
    }

    private static SegmentLog open(Path folder, RecordReplayHandler replay) throws IOException {
        return SegmentLog.open(LocalLogDirectory.at(folder), SETTINGS, replay);
    }

    private SegmentLog open() throws IOException {
        replayed.clear();
        return open(temporary.resolve("log"), RandomLogWorkload.texts(replayed));
    }

    private static RecordPosition append(SegmentLog log, String text) {
        return log.append(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)))
                .toCompletableFuture()
                .join();
    }

    @Test
    void reopenedLogReplaysAppendedRecords() throws IOException {
        UUID owner;
        RecordPosition second;
        try (SegmentLog log = open()) {
            owner = log.owner();
            append(log, "one");
            assertThat(log.roll().toCompletableFuture().join()).isEqualTo(2);
            second = append(log, "two");
            append(log, "");
        }
        try (SegmentLog log = open()) {
            assertThat(replayed).containsExactly("one", "two", "");
            assertThat(log.owner()).isEqualTo(owner);
            assertThat(log.recovered().isComplete()).isTrue();
            assertThat(StandardCharsets.UTF_8.decode(log.read(second)).toString())
                    .isEqualTo("two");
            assertThat(log.dropBefore(2)).isEqualTo(1);
            assertThat(append(log, "three").segment()).isEqualTo(3);
        }
        try (SegmentLog log = open()) {
            assertThat(replayed).containsExactly("two", "", "three");
            assertThat(log.segments()).hasSize(3);
        }
    }

    @Test
    void repeatedReopeningLeavesNoEmptySegments() throws IOException {
        for (int i = 0; i < 5; i++) {
            open().close();
        }
        try (SegmentLog log = open()) {
            assertThat(log.segments()).hasSize(1);
        }
        try (var files = Files.list(temporary.resolve("log"))) {
            assertThat(files).hasSize(4);
        }
    }

    @Test
    void readsAndReplaysRecordsOfAnyLength() throws IOException {
        List<RecordPosition> positions = new ArrayList<>();
        try (SegmentLog log = open()) {
            for (int length :
                    new int[] {0, 1, 4095, 1 << 20, (1 << 20) - RecordFrame.HEAD, SETTINGS.maxRecordBytes()}) {
                positions.add(append(log, "x".repeat(length)));
                assertThat(log.read(positions.get(positions.size() - 1)).remaining())
                        .isEqualTo(length);
            }
        }
        open().close();
        assertThat(replayed.stream().mapToInt(String::length))
                .containsExactlyElementsOf(
                        positions.stream().map(RecordPosition::length).toList());
    }

    @Test
    @Tag("process")
    @Tag("hardening-U12")
    void neitherSameNorOtherProcessCanOpenLogInUse() throws IOException, InterruptedException {
        try (SegmentLog log = open()) {
            append(log, "one");
            assertThatThrownBy(this::open)
                    .isInstanceOf(LogInUseException.class)
                    .hasMessageContaining(temporary.resolve("log").toString());
            assertThat(otherProcess()).as("the lock is still there").isEqualTo(3);
        }
        assertThat(otherProcess()).isZero();
        open().close();
        assertThat(replayed).containsExactly("one");
    }

    @Test
    void sameProcessCannotOpenLogTwice() throws IOException {
        try (SegmentLog log = open()) {
            append(log, "one");
            assertThatThrownBy(this::open).isInstanceOf(LogInUseException.class);
        }
        open().close();
        assertThat(replayed).containsExactly("one");
    }

    private int otherProcess() throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("java.class.path", "");
        return new ProcessBuilder(
                        java,
                        "-cp",
                        classes,
                        Opener.class.getName(),
                        temporary.resolve("log").toString())
                .redirectErrorStream(true)
                .redirectOutput(new File(temporary.toFile(), "other"))
                .start()
                .waitFor();
    }

    @Test
    @Tag("hardening-U15")
    void logFilesAreAccessibleOnlyByOwner() throws IOException {
        Path folder = temporary.resolve("log");
        try (SegmentLog log = open()) {
            append(log, "one");
            BodyFiles.in(LocalLogDirectory.at(folder)).begin().commit();
            try (var files = Files.walk(folder)) {
                assertThat(files)
                        .allSatisfy(file ->
                                assertThat(mode(file)).isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------"));
            }
        }
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void reportsItsSizeAndSegments() throws IOException {
        try (SegmentLog log = open()) {
            assertThat(log.settings()).isEqualTo(SETTINGS);
            assertThat(log.size()).isEqualTo(LogSegment.HEAD);
            assertThat(log.newestSegment()).isEqualTo(1);
            append(log, "one");
            log.mark(ByteBuffer.allocate(5)).toCompletableFuture().join();
            log.append(List.of(ByteBuffer.allocate(1), ByteBuffer.allocate(1)))
                    .toCompletableFuture()
                    .join();

            int bytes = LogSegment.HEAD + 3 * RecordFrame.HEAD + 3 + 5 + 2;
            assertThat(log.size()).isEqualTo(bytes);
            assertThat(log.free()).isEqualTo(SETTINGS.maxBytes() - bytes);
            assertThat(log.segments()).containsExactly(new SegmentInfo(1, bytes));
            assertThat(log.waitingBytes()).isZero();
            assertThat(log.roll().toCompletableFuture().join()).isEqualTo(2);
            assertThat(log.newestSegment()).isEqualTo(2);
        }
    }

    @Test
    void closedLogRejectsRecords() throws IOException {
        SegmentLog log = open();
        log.close();

        assertThatThrownBy(() -> append(log, "one")).hasCauseInstanceOf(LogClosedException.class);
        log.close();
    }

    @Test
    void exceptionDuringReplayLeavesLogUnlocked() throws IOException {
        try (SegmentLog log = open()) {
            append(log, "one");
        }
        assertThatThrownBy(() -> open(temporary.resolve("log"), (position, content) -> {
                    throw new IllegalStateException("enough");
                }))
                .hasMessage("enough");
        open().close();
        assertThat(replayed).containsExactly("one");
    }
}

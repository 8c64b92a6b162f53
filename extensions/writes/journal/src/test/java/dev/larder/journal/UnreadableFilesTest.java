package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that cannot be read for now is not empty, not damaged and not gone: the log does not open, and changes nothing. */
class UnreadableFilesTest {

    private static final String FIRST = LogFileNames.segment(1);
    private static final String SECOND = LogFileNames.segment(2);

    private final LoggerCapture silence = new LoggerCapture();
    private final MemoryLogDirectory disk = new MemoryLogDirectory();
    private final List<String> replayed = new ArrayList<>();

    @BeforeEach
    void write() throws IOException {
        SegmentLog log = open(disk);
        log.append(ByteBuffer.wrap("one".getBytes(StandardCharsets.UTF_8)));
        log.roll();
        log.append(ByteBuffer.wrap("two".getBytes(StandardCharsets.UTF_8)));
        log.writer().writeWaiting();
    }

    @AfterEach
    void speak() {
        silence.close();
    }

    private SegmentLog open(LogDirectory from) throws IOException {
        disk.unlock();
        replayed.clear();
        return SegmentLog.prepare(from, RandomLogWorkload.SETTINGS, RandomLogWorkload.texts(replayed));
    }

    private void assertRefusesAndChangesNothing(FaultyLogDirectory.Fault fault, String said) throws IOException {
        Map<String, byte[]> before = disk.content();
        assertThatThrownBy(() -> open(FaultyLogDirectory.over(disk, fault)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(said);
        assertThat(disk.content().keySet()).isEqualTo(before.keySet());
        disk.content().forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(before.get(name)));
        assertThat(disk.openFiles).as("open files").isEqualTo(1);
        open(disk);
        assertThat(replayed).as("once it can be read").containsExactly("one", "two");
    }

    @ParameterizedTest
    @CsvSource({"open,1", "length,1", "readAll,1", "open,2", "length,2", "readAll,2"})
    @Tag("hardening-U5")
    void refusesToOpenWhileASegmentCannotBeRead(String call, int segment) throws IOException {
        String name = LogFileNames.segment(segment);
        assertRefusesAndChangesNothing(failing(call, name), name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "length", "readAll"})
    @Tag("hardening-U5")
    void refusesToOpenWhileOwnerFileCannotBeRead(String call) throws IOException {
        assertRefusesAndChangesNothing(failing(call, LogFileNames.OWNER), LogFileNames.OWNER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "length", "readAll"})
    void doesNotReplaceOwnerWhileSegmentThatNamesItIsUnreadable(String call) throws IOException {
        disk.files.get(LogFileNames.OWNER).bytes = new byte[3];
        assertThatThrownBy(() -> open(FaultyLogDirectory.over(disk, failing(call, FIRST))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(FIRST);
        open(disk);
        assertThat(replayed).containsExactly("one", "two");
    }

    @Test
    void refusesToOpenWhileItsFolderCannotBeListed() throws IOException {
        assertRefusesAndChangesNothing(failing("list", ""), "EACCES");
    }

    @Test
    void refusesToOpenWhileOnePageOfItsNewestSegmentCannotBeRead() throws IOException {
        int[] reads = {0};
        FaultyLogDirectory.Fault beyondTheHead = (call, file) -> {
            if (call.equals("readAll") && file.equals(SECOND) && ++reads[0] > 1) {
                throw new IOException("EIO");
            }
        };
        assertRefusesAndChangesNothing(beyondTheHead, SECOND);
    }

    @Test
    @Tag("hardening-U5")
    void keepsZeroedSegmentThatCannotBeReadCompletely() throws IOException {
        String third = LogFileNames.segment(3);
        disk.files.put(third, new MemoryLogDirectory.Inode(99, new byte[2 * LogSegment.HEAD]));
        int[] reads = {0};
        assertRefusesAndChangesNothing(
                (call, file) -> {
                    if (call.equals("readAll") && file.equals(third) && ++reads[0] > 1) {
                        throw new IOException("EIO");
                    }
                },
                third);
    }

    @Test
    void refusesToOpenIfReplayedSegmentCannotBeSynced() throws IOException {
        assertRefusesAndChangesNothing(failing("force", SECOND), "EACCES");
    }

    @Test
    void failedDeletionOrTruncationLosesNoRecords() throws IOException {
        disk.files.put(LogFileNames.segment(3), new MemoryLogDirectory.Inode(99, new byte[LogSegment.HEAD]));
        open(FaultyLogDirectory.over(disk, (call, file) -> {
            if (call.equals("delete") || call.equals("truncate")) {
                throw new IOException("EACCES");
            }
        }));
        assertThat(replayed).containsExactly("one", "two");
        open(disk);
        assertThat(replayed).containsExactly("one", "two");
    }

    private static FaultyLogDirectory.Fault failing(String call, String name) {
        return (called, file) -> {
            if (called.equals(call) && file.equals(name)) {
                throw new IOException("EACCES");
            }
        };
    }
}

package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is done to the disk, and in which order: only what has been forced is relied on by what comes after. */
class DirectoryOperationOrderTest {

    private static final String FIRST = LogFileNames.segment(1);
    private static final String SECOND = LogFileNames.segment(2);

    private final LoggerCapture silence = new LoggerCapture();
    private final MemoryLogDirectory disk = new MemoryLogDirectory();
    private int heard;
    private SegmentLog log = open(RandomLogWorkload.SETTINGS);

    @AfterEach
    void speak() {
        silence.close();
    }

    private SegmentLog open(SegmentLogSettings settings) {
        try {
            disk.unlock();
            return SegmentLog.prepare(disk, settings, (position, content) -> {});
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private CompletableFuture<RecordPosition> append(int... lengths) {
        CompletableFuture<RecordPosition> last = new CompletableFuture<>();
        for (int length : lengths) {
            last = log.append(ByteBuffer.allocate(length)).toCompletableFuture();
        }
        log.writer().writeWaiting();
        return last;
    }

    /** What has been done since this was asked before. */
    private List<String> done() {
        List<String> done = disk.ops.subList(heard, disk.ops.size()).stream()
                .map(DirectoryOperationOrderTest::text)
                .toList();
        heard = disk.ops.size();
        return done;
    }

    private static String text(LogDirectoryOperation op) {
        if (op instanceof LogDirectoryOperation.Create create) {
            return "create " + create.name();
        } else if (op instanceof LogDirectoryOperation.Write write) {
            return "write " + write.at() + "+" + write.bytes().length;
        } else if (op instanceof LogDirectoryOperation.Truncate truncate) {
            return "truncate " + truncate.length();
        } else if (op instanceof LogDirectoryOperation.Rename rename) {
            return "rename " + rename.from() + " " + rename.to();
        } else if (op instanceof LogDirectoryOperation.Delete delete) {
            return "delete " + delete.name();
        }
        return op instanceof LogDirectoryOperation.Force ? "force" : "folder";
    }

    private static List<String> created(String segment) {
        return List.of("create " + segment, "write 0+1024", "force", "folder");
    }

    private static List<String> together(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    @Test
    void createsOwnerAndFirstSegmentDurably() {
        assertThat(done())
                .isEqualTo(together(
                        List.of(
                                "folder",
                                "create owner.tmp",
                                "write 0+20",
                                "force",
                                "rename owner.tmp owner",
                                "folder"),
                        created(FIRST)));
        assertThat(disk.openFiles).isEqualTo(1);
    }

    @Test
    void replacesDamagedOwnerFile() {
        disk.files.get(LogFileNames.OWNER).bytes = new byte[3];
        done();
        open(RandomLogWorkload.SETTINGS);
        assertThat(done())
                .startsWith(
                        "force",
                        "folder",
                        "delete owner",
                        "create owner.tmp",
                        "write 0+20",
                        "force",
                        "rename owner.tmp owner",
                        "folder");
    }

    @Test
    void leavesNoFileIfOwnerCannotBeWritten() {
        var other = new MemoryLogDirectory();
        other.failOn(LogDirectoryOperation.Force.class, new IOException("EIO"));
        assertThatThrownBy(() -> SegmentLog.prepare(other, RandomLogWorkload.SETTINGS, (position, content) -> {}))
                .isInstanceOf(IOException.class);
        assertThat(other.list()).isEmpty();
        assertThat(other.openFiles).isZero();
    }

    @Test
    void reopeningForcesReplayedSegmentAndTruncatesZerosAhead() {
        append(100);
        log.writer().close();
        done();
        log = open(RandomLogWorkload.SETTINGS);
        assertThat(done()).isEqualTo(together(List.of("force", "folder", "truncate 1148"), created(SECOND)));
    }

    @Test
    void deletesEmptySegmentOnceNextOneExists() {
        done();
        log = open(RandomLogWorkload.SETTINGS);
        assertThat(done())
                .isEqualTo(together(together(List.of("force", "folder"), created(SECOND)), List.of("delete " + FIRST)));
    }

    @Test
    void keepsEmptySegmentIfNextOneCannotBeCreated() {
        disk.failOn(LogDirectoryOperation.Create.class, new NoSpaceException(new IOException("ENOSPC")));
        log = open(RandomLogWorkload.SETTINGS);
        assertThat(disk.list()).contains(FIRST);
        assertThat(silence.said()).anyMatch(line -> line.contains("nothing can be written now"));
    }

    @Test
    void writesZerosAheadBeforeRecordsAndForcesThem() {
        done();
        append(100);
        assertThat(done()).containsExactly("write 1024+824", "write 1024+124", "force");
        append(100);
        assertThat(done()).containsExactly("write 1148+124", "force");
        append(552);
        assertThat(done()).as("all that is ahead").containsExactly("write 1272+512", "write 1784+64", "force");
        append(0);
        assertThat(done()).containsExactly("write 1848+724", "write 1848+24", "force");
    }

    @Test
    void doesNotWriteZerosBeyondSegmentEnd() {
        append(1400, 700);
        done();
        append(800);
        assertThat(done()).containsExactly("write 3872+224", "write 3172+512", "write 3684+312", "force");
    }

    @Test
    void writesZerosAheadInPieces() {
        int piece = 1 << 18;
        log = open(new SegmentLogSettings(1 << 20, 10 << 20, 0, 1500, 100_000, 2 * piece - 34));
        done();
        append(10);
        assertThat(done())
                .containsExactly(
                        "write 1024+" + piece, "write " + (1024 + piece) + "+" + piece, "write 1024+34", "force");
    }

    @Test
    void writesNoZerosAheadIfDisabled() {
        log = open(new SegmentLogSettings(4096, 40_000, 0, 1500, 100_000, 0));
        done();
        append(10);
        assertThat(done()).containsExactly("write 1024+34", "force");
    }

    @Test
    void writesRecordGroupsInFullBuffers() {
        log = open(new SegmentLogSettings(4096, 40_000, 0, 1500, 100_000, 0));
        done();
        append(488, 10);
        assertThat(done()).containsExactly("write 1024+512", "write 1536+34", "force");
        append(464, 10);
        assertThat(done()).as("a head just fits").containsExactly("write 1570+512", "write 2082+10", "force");
        append(465, 10);
        assertThat(done()).as("it does not").containsExactly("write 2092+489", "write 2581+34", "force");
    }

    @Test
    void fillsSegmentToItsLastByte() {
        CompletableFuture<RecordPosition> last = append(1500, 1500, 0);
        assertThat(last.join()).isEqualTo(new RecordPosition(1, 4072, 0));
        assertThat(append(0).join()).isEqualTo(new RecordPosition(2, LogSegment.HEAD, 0));
    }

    @Test
    void recordGroupContinuesInNextSegment() {
        assertThat(append(1500, 1500, 1500, 1500).join())
                .isEqualTo(new RecordPosition(2, LogSegment.HEAD + 1524, 1500));
        assertThat(log.segments())
                .containsExactly(
                        new SegmentInfo(1, LogSegment.HEAD + 3048), new SegmentInfo(2, LogSegment.HEAD + 3048));
        assertThat(disk.openFiles).isEqualTo(1);
    }

    @Test
    void recordsFillLogUpToReserveAndMarksUseReserve() {
        log = open(new SegmentLogSettings(8192, LogSegment.HEAD + 3 * 124, 124, 1500, 100_000, 0));
        CompletableFuture<RecordPosition> second = log.append(ByteBuffer.allocate(100))
                .thenCombine(log.append(ByteBuffer.allocate(100)), (a, b) -> b)
                .toCompletableFuture();
        CompletableFuture<RecordPosition> third = append(100);
        assertThat(second.join().offset()).isEqualTo(LogSegment.HEAD + 124);
        assertThat(third).isCompletedExceptionally();
        CompletableFuture<RecordPosition> mark =
                log.mark(ByteBuffer.allocate(100)).toCompletableFuture();
        log.writer().writeWaiting();
        assertThat(mark.join().offset()).isEqualTo(LogSegment.HEAD + 248);
        assertThat(log.free()).isZero();
    }

    @Test
    void rollOfEmptySegmentDoesNothing() {
        CompletableFuture<Long> roll = log.roll().toCompletableFuture();
        log.writer().writeWaiting();
        assertThat(roll.join()).isEqualTo(1);
    }

    @Test
    void fullDiskWhileWritingZerosFailsRecordsButKeepsSegment() {
        append(10);
        disk.failOn(LogDirectoryOperation.Write.class, new NoSpaceException(new IOException("ENOSPC")));
        assertThat(append(1400)).isCompletedExceptionally();
        assertThat(log.waitingBytes()).isZero();
        disk.heal();
        assertThat(append(1400).join()).isEqualTo(new RecordPosition(1, LogSegment.HEAD + 34, 1400));
        assertThat(silence.said()).isEmpty();
    }

    @Test
    void closesAndLogsSegmentAfterFailedForce() {
        append(10);
        disk.failOn(LogDirectoryOperation.Force.class, new IOException("EIO"));
        assertThat(append(10)).isCompletedExceptionally();
        assertThat(log.waitingBytes()).isZero();
        assertThat(disk.openFiles).isZero();
        assertThat(silence.said()).anyMatch(line -> line.contains(FIRST + " is given up"));
    }

    @Test
    void leavesNoSegmentThatCannotBeMadeDurable() {
        append(10);
        disk.failOn(LogDirectoryOperation.ForceFolder.class, new IOException("EIO"));
        CompletableFuture<Long> roll = log.roll().toCompletableFuture();
        log.writer().writeWaiting();
        assertThat(roll).isCompletedExceptionally();
        assertThat(disk.list()).doesNotContain(SECOND);
        assertThat(disk.openFiles).isZero();
        disk.heal();
        assertThat(append(10).join().segment()).isEqualTo(3);
    }

    @Test
    void dropsSegmentsDurablyOneByOne() throws IOException {
        append(1500, 1500, 1500, 1500, 10);
        done();
        assertThat(log.dropBefore(3)).isEqualTo(2);
        assertThat(done()).containsExactly("delete " + FIRST, "folder", "delete " + SECOND, "folder");
        assertThat(log.dropBefore(3)).isZero();
        assertThat(done()).isEmpty();
    }

    @Test
    void repeatsFailedFolderForceBeforeDroppingMoreSegments() throws IOException {
        append(1500, 1500, 1500, 1500, 10);
        disk.failOn(LogDirectoryOperation.ForceFolder.class, new IOException("EIO"));
        assertThatThrownBy(() -> log.dropBefore(3)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> log.dropBefore(3)).isInstanceOf(IOException.class);
        assertThat(disk.list()).contains(SECOND);
        disk.heal();
        done();
        assertThat(log.dropBefore(2)).isZero();
        assertThat(done()).containsExactly("folder");
    }

    @Test
    void closeWritesPendingRecordsAndTruncatesFile() {
        CompletableFuture<RecordPosition> last =
                log.append(ByteBuffer.allocate(10)).toCompletableFuture();
        assertThat(log.waitingBytes()).isEqualTo(10);
        log.writer().close();
        log.writer().run();
        assertThat(last).isCompleted();
        assertThat(disk.files.get(FIRST).bytes).hasSize(LogSegment.HEAD + 34);
        assertThat(disk.openFiles).isZero();
    }

    @Test
    void writerStepReturnsWhetherAnythingWasPending() {
        assertThat(log.writer().writeWaiting()).isFalse();
        log.append(ByteBuffer.allocate(10));
        assertThat(log.writer().writeWaiting()).isTrue();
    }

    @Test
    void positionsSortBySegmentAndOffset() {
        var positions = new ArrayList<>(
                List.of(new RecordPosition(2, 5, 1), new RecordPosition(1, 9, 1), new RecordPosition(2, 4, 9)));
        positions.sort(null);
        assertThat(positions)
                .containsExactly(new RecordPosition(1, 9, 1), new RecordPosition(2, 4, 9), new RecordPosition(2, 5, 1));
    }
}

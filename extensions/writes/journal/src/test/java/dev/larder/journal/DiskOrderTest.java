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
class DiskOrderTest {

    private static final String FIRST = Names.segment(1);
    private static final String SECOND = Names.segment(2);

    private final Silence silence = new Silence();
    private final MemoryDisk disk = new MemoryDisk();
    private int heard;
    private SegmentLog log = open(Workload.SETTINGS);

    @AfterEach
    void speak() {
        silence.close();
    }

    private SegmentLog open(LogSettings settings) {
        try {
            disk.unlock();
            return SegmentLog.prepare(disk, settings, (position, content) -> {});
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private CompletableFuture<Position> append(int... lengths) {
        CompletableFuture<Position> last = new CompletableFuture<>();
        for (int length : lengths) {
            last = log.append(ByteBuffer.allocate(length)).toCompletableFuture();
        }
        log.writer().step();
        return last;
    }

    /** What has been done since this was asked before. */
    private List<String> done() {
        List<String> done = disk.ops.subList(heard, disk.ops.size()).stream()
                .map(DiskOrderTest::text)
                .toList();
        heard = disk.ops.size();
        return done;
    }

    private static String text(Op op) {
        if (op instanceof Op.Create create) {
            return "create " + create.name();
        } else if (op instanceof Op.Write write) {
            return "write " + write.at() + "+" + write.bytes().length;
        } else if (op instanceof Op.Truncate truncate) {
            return "truncate " + truncate.length();
        } else if (op instanceof Op.Rename rename) {
            return "rename " + rename.from() + " " + rename.to();
        } else if (op instanceof Op.Delete delete) {
            return "delete " + delete.name();
        }
        return op instanceof Op.Force ? "force" : "folder";
    }

    private static List<String> created(String segment) {
        return List.of("create " + segment, "write 0+1024", "force", "folder");
    }

    private static List<String> together(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    @Test
    void aNewLogHasAnOwnerAndASegmentThatAreDurable() {
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
    void anOwnerThatCannotBeReadIsDeletedAndAnotherWritten() {
        disk.files.get(Names.OWNER).bytes = new byte[3];
        done();
        open(Workload.SETTINGS);
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
    void anOwnerThatCannotBeWrittenLeavesNothing() {
        var other = new MemoryDisk();
        other.failOn(Op.Force.class, new IOException("EIO"));
        assertThatThrownBy(() -> SegmentLog.prepare(other, Workload.SETTINGS, (position, content) -> {}))
                .isInstanceOf(IOException.class);
        assertThat(other.list()).isEmpty();
        assertThat(other.openFiles).isZero();
    }

    @Test
    void aLogThatIsOpenedAgainForcesWhatItReplaysAndCutsWhatIsAhead() {
        append(100);
        log.writer().close();
        done();
        log = open(Workload.SETTINGS);
        assertThat(done()).isEqualTo(together(List.of("force", "folder", "truncate 1148"), created(SECOND)));
    }

    @Test
    void aSegmentWithoutRecordsGoesWhenThereIsAnother() {
        done();
        log = open(Workload.SETTINGS);
        assertThat(done())
                .isEqualTo(together(together(List.of("force", "folder"), created(SECOND)), List.of("delete " + FIRST)));
    }

    @Test
    void butNotBefore() {
        disk.failOn(Op.Create.class, new NoSpaceException(new IOException("ENOSPC")));
        log = open(Workload.SETTINGS);
        assertThat(disk.list()).contains(FIRST);
        assertThat(silence.said()).anyMatch(line -> line.contains("nothing can be written now"));
    }

    @Test
    void recordsAreForcedAndZerosAreThereBeforeThem() {
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
    void zerosGoNoFurtherThanTheSegment() {
        append(1400, 700);
        done();
        append(800);
        assertThat(done()).containsExactly("write 3872+224", "write 3172+512", "write 3684+312", "force");
    }

    @Test
    void theyAreWrittenInPieces() {
        int piece = 1 << 18;
        log = open(new LogSettings(1 << 20, 10 << 20, 0, 1500, 100_000, 2 * piece - 34));
        done();
        append(10);
        assertThat(done())
                .containsExactly(
                        "write 1024+" + piece, "write " + (1024 + piece) + "+" + piece, "write 1024+34", "force");
    }

    @Test
    void orNotAtAll() {
        log = open(new LogSettings(4096, 40_000, 0, 1500, 100_000, 0));
        done();
        append(10);
        assertThat(done()).containsExactly("write 1024+34", "force");
    }

    @Test
    void aGroupIsWrittenAsFullBuffers() {
        log = open(new LogSettings(4096, 40_000, 0, 1500, 100_000, 0));
        done();
        append(488, 10);
        assertThat(done()).containsExactly("write 1024+512", "write 1536+34", "force");
        append(464, 10);
        assertThat(done()).as("a head just fits").containsExactly("write 1570+512", "write 2082+10", "force");
        append(465, 10);
        assertThat(done()).as("it does not").containsExactly("write 2092+489", "write 2581+34", "force");
    }

    @Test
    void aSegmentIsFilledToItsLastByte() {
        CompletableFuture<Position> last = append(1500, 1500, 0);
        assertThat(last.join()).isEqualTo(new Position(1, 4072, 0));
        assertThat(append(0).join()).isEqualTo(new Position(2, Segment.HEAD, 0));
    }

    @Test
    void aGroupGoesOnInTheNextSegment() {
        assertThat(append(1500, 1500, 1500, 1500).join()).isEqualTo(new Position(2, Segment.HEAD + 1524, 1500));
        assertThat(log.segments())
                .containsExactly(new SegmentInfo(1, Segment.HEAD + 3048), new SegmentInfo(2, Segment.HEAD + 3048));
        assertThat(disk.openFiles).isEqualTo(1);
    }

    @Test
    void aGroupTakesWhatTheLogMayHaveAndNoByteMore() {
        log = open(new LogSettings(8192, Segment.HEAD + 3 * 124, 124, 1500, 100_000, 0));
        CompletableFuture<Position> second = log.append(ByteBuffer.allocate(100))
                .thenCombine(log.append(ByteBuffer.allocate(100)), (a, b) -> b)
                .toCompletableFuture();
        CompletableFuture<Position> third = append(100);
        assertThat(second.join().offset()).isEqualTo(Segment.HEAD + 124);
        assertThat(third).isCompletedExceptionally();
        CompletableFuture<Position> mark = log.mark(ByteBuffer.allocate(100)).toCompletableFuture();
        log.writer().step();
        assertThat(mark.join().offset()).isEqualTo(Segment.HEAD + 248);
        assertThat(log.free()).isZero();
    }

    @Test
    void aRollOfAnEmptySegmentIsNone() {
        CompletableFuture<Long> roll = log.roll().toCompletableFuture();
        log.writer().step();
        assertThat(roll.join()).isEqualTo(1);
    }

    @Test
    void aFullDiskWhileZerosAreWrittenCostsTheRecordsAndNotTheSegment() {
        append(10);
        disk.failOn(Op.Write.class, new NoSpaceException(new IOException("ENOSPC")));
        assertThat(append(1400)).isCompletedExceptionally();
        assertThat(log.waitingBytes()).isZero();
        disk.heal();
        assertThat(append(1400).join()).isEqualTo(new Position(1, Segment.HEAD + 34, 1400));
        assertThat(silence.said()).isEmpty();
    }

    @Test
    void aSegmentThatIsGivenUpIsClosedAndSaidSo() {
        append(10);
        disk.failOn(Op.Force.class, new IOException("EIO"));
        assertThat(append(10)).isCompletedExceptionally();
        assertThat(log.waitingBytes()).isZero();
        assertThat(disk.openFiles).isZero();
        assertThat(silence.said()).anyMatch(line -> line.contains(FIRST + " is given up"));
    }

    @Test
    void aSegmentThatCannotBeMadeDurableLeavesNothing() {
        append(10);
        disk.failOn(Op.ForceFolder.class, new IOException("EIO"));
        CompletableFuture<Long> roll = log.roll().toCompletableFuture();
        log.writer().step();
        assertThat(roll).isCompletedExceptionally();
        assertThat(disk.list()).doesNotContain(SECOND);
        assertThat(disk.openFiles).isZero();
        disk.heal();
        assertThat(append(10).join().segment()).isEqualTo(3);
    }

    @Test
    void segmentsAreDroppedDurablyOneAfterTheOther() throws IOException {
        append(1500, 1500, 1500, 1500, 10);
        done();
        assertThat(log.dropBefore(3)).isEqualTo(2);
        assertThat(done()).containsExactly("delete " + FIRST, "folder", "delete " + SECOND, "folder");
        assertThat(log.dropBefore(3)).isZero();
        assertThat(done()).isEmpty();
    }

    @Test
    void whatMayNotBeDurableIsForcedFirst() throws IOException {
        append(1500, 1500, 1500, 1500, 10);
        disk.failOn(Op.ForceFolder.class, new IOException("EIO"));
        assertThatThrownBy(() -> log.dropBefore(3)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> log.dropBefore(3)).isInstanceOf(IOException.class);
        assertThat(disk.list()).contains(SECOND);
        disk.heal();
        done();
        assertThat(log.dropBefore(2)).isZero();
        assertThat(done()).containsExactly("folder");
    }

    @Test
    void whatWaitsIsWrittenAtTheEndAndTheFileIsAsLongAsItsRecords() {
        CompletableFuture<Position> last = log.append(ByteBuffer.allocate(10)).toCompletableFuture();
        assertThat(log.waitingBytes()).isEqualTo(10);
        log.writer().close();
        log.writer().run();
        assertThat(last).isCompleted();
        assertThat(disk.files.get(FIRST).bytes).hasSize(Segment.HEAD + 34);
        assertThat(disk.openFiles).isZero();
    }

    @Test
    void aStepSaysWhetherAnythingWaited() {
        assertThat(log.writer().step()).isFalse();
        log.append(ByteBuffer.allocate(10));
        assertThat(log.writer().step()).isTrue();
    }

    @Test
    void positionsAreInTheOrderOfTheirRecords() {
        var positions = new ArrayList<>(List.of(new Position(2, 5, 1), new Position(1, 9, 1), new Position(2, 4, 9)));
        positions.sort(null);
        assertThat(positions).containsExactly(new Position(1, 9, 1), new Position(2, 4, 9), new Position(2, 5, 1));
    }
}

package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LogDirectoryFaultsTest {

    private final LoggerCapture silence = new LoggerCapture();
    private final MemoryLogDirectory disk = new MemoryLogDirectory();
    private final List<String> replayed = new ArrayList<>();
    private SegmentLog log = open(RandomLogWorkload.SETTINGS);

    @AfterEach
    void speak() {
        silence.close();
        assertThat(disk.forcedAfterFailure).as("syncs after one that failed").isZero();
    }

    private SegmentLog open(SegmentLogSettings settings) {
        try {
            disk.unlock();
            replayed.clear();
            return SegmentLog.prepare(disk, settings, RandomLogWorkload.texts(replayed));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private CompletableFuture<RecordPosition> append(String text) {
        CompletionStage<RecordPosition> stage = log.append(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        log.writer().writeWaiting();
        return stage.toCompletableFuture();
    }

    private void assertFailed(CompletableFuture<RecordPosition> append, Class<? extends LogException> by) {
        assertThatThrownBy(append::join).hasCauseInstanceOf(by);
    }

    @Test
    @Tag("hardening-U4")
    void recordsOfFailedSyncAreNotAcknowledgedAndNotReplayed() throws IOException {
        RecordPosition before = append("before").join();
        disk.failOn(LogDirectoryOperation.Force.class, new IOException("EIO"));
        assertFailed(append("lost"), LogFailedException.class);
        assertFailed(append("lost too"), LogFailedException.class);
        disk.heal();
        RecordPosition after = append("after").join();

        assertThat(after.segment()).isGreaterThan(before.segment());
        assertThat(StandardCharsets.UTF_8.decode(log.read(before)).toString()).isEqualTo("before");
        open(RandomLogWorkload.SETTINGS);
        assertThat(replayed).containsExactly("before", "after");
    }

    @Test
    void failedWriteEndsItsSegment() throws IOException {
        append("before").join();
        disk.failOn(LogDirectoryOperation.Write.class, new IOException("EIO"));
        assertFailed(append("lost"), LogFailedException.class);
        disk.heal();
        append("after").join();

        open(RandomLogWorkload.SETTINGS);
        assertThat(replayed).containsExactly("before", "after");
    }

    @Test
    void fullDiskRejectsRecordsUntilThereIsSpace() throws IOException {
        append("before").join();
        disk.failOn(LogDirectoryOperation.Write.class, new NoSpaceException(new IOException("ENOSPC")));
        assertFailed(append("x".repeat(1000)), LogFullException.class);
        assertFailed(append("x".repeat(1000)), LogFullException.class);
        disk.heal();
        assertThat(append("after").join().segment()).isGreaterThanOrEqualTo(1);

        open(RandomLogWorkload.SETTINGS);
        assertThat(replayed).containsExactly("before", "after");
    }

    @Test
    void logOpenedOnFullDiskIsReadable() throws IOException {
        RecordPosition before = append("before").join();
        disk.failOn(LogDirectoryOperation.Create.class, new NoSpaceException(new IOException("ENOSPC")));
        log = open(RandomLogWorkload.SETTINGS);

        assertThat(replayed).containsExactly("before");
        assertThat(log.read(before).remaining()).isEqualTo(6);
        assertFailed(append("lost"), LogFullException.class);
        disk.heal();
        append("after").join();
    }

    @Test
    void fullLogRejectsRecordsButNotMarksUntilSegmentsAreDropped() throws IOException {
        log = open(new SegmentLogSettings(4096, 12_000, 1_000, 1500, 100_000, 0));
        CompletableFuture<RecordPosition> last;
        do {
            last = append("x".repeat(1400));
        } while (!last.isCompletedExceptionally());

        assertFailed(last, LogFullException.class);
        CompletionStage<RecordPosition> mark = log.mark(ByteBuffer.allocate(100));
        log.writer().writeWaiting();
        long newest = mark.toCompletableFuture().join().segment();
        assertThat(log.size()).isLessThanOrEqualTo(12_000);
        assertThat(log.dropBefore(newest)).isPositive();
        append("x".repeat(1400)).join();
    }

    @Test
    @Tag("hardening-U4")
    void createsNoSegmentUntilDurablePartOfFailedOneIsVerified() throws IOException {
        RecordPosition before = append("before").join();
        MemoryLogDirectory.Inode inode = disk.files.get(LogFileNames.segment(before.segment()));
        inode.bytes[before.offset() + RecordFrame.HEAD] ^= 1;
        disk.failOn(LogDirectoryOperation.Force.class, new IOException("EIO"));
        assertFailed(append("lost"), LogFailedException.class);
        disk.heal();
        assertFailed(append("refused"), LogFailedException.class);
        assertThat(disk.list()).doesNotContain(LogFileNames.segment(before.segment() + 1));

        inode.bytes[before.offset() + RecordFrame.HEAD] ^= 1;
        append("after").join();
    }

    @Test
    void droppedFailedSegmentNeedsNoVerification() throws IOException {
        append("before").join();
        disk.failOn(LogDirectoryOperation.Force.class, new IOException("EIO"));
        assertFailed(append("lost"), LogFailedException.class);
        disk.heal();
        append("after").join();
        assertThat(log.dropBefore(Long.MAX_VALUE)).isEqualTo(1);
        append("later").join();

        open(RandomLogWorkload.SETTINGS);
        assertThat(replayed).containsExactly("after", "later");
    }

    @Test
    @Tag("hardening-U9")
    void rejectsRecordsBeyondMaximumPendingBytes() {
        log = open(new SegmentLogSettings(4096, 40_000, 0, 1500, 2_000, 0));
        CompletionStage<RecordPosition> first = log.append(ByteBuffer.allocate(1500));
        assertFailed(log.append(ByteBuffer.allocate(501)).toCompletableFuture(), LogBusyException.class);
        log.writer().writeWaiting();

        assertThat(first).isCompleted();
        assertThat(log.waitingBytes()).isZero();
        CompletionStage<RecordPosition> next = log.append(ByteBuffer.allocate(1000), ByteBuffer.allocate(500));
        log.writer().writeWaiting();
        assertThat(next).isCompleted();
    }

    @Test
    void readRejectsRecordDamagedAfterWrite() throws IOException {
        RecordPosition position = append("before").join();
        disk.files.get(LogFileNames.segment(position.segment())).bytes[position.offset() + RecordFrame.HEAD + 2] ^= 4;

        assertThatThrownBy(() -> log.read(position)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> log.read(new RecordPosition(position.segment(), position.offset(), 5)))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> log.read(new RecordPosition(99, position.offset(), 6)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void rejectsRecordLongerThanMaximum() {
        assertThatThrownBy(() -> log.append(ByteBuffer.allocate(1501))).isInstanceOf(IllegalArgumentException.class);
    }
}

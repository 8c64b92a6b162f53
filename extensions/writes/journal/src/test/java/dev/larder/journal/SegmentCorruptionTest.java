package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SegmentCorruptionTest {

    private static final String FIRST = LogFileNames.segment(1);
    private static final String SECOND = LogFileNames.segment(2);
    private static final List<String> ALL = List.of("one", "two", "three", "four", "five", "six");

    private final LoggerCapture silence = new LoggerCapture();
    private final Map<String, byte[]> good = good();
    private final List<String> replayed = new ArrayList<>();

    @AfterEach
    void speak() {
        silence.close();
    }

    /** Three records in a segment that is followed by another one with three. */
    static Map<String, byte[]> good() {
        try {
            var disk = new MemoryLogDirectory();
            SegmentLog log = SegmentLog.prepare(disk, RandomLogWorkload.SETTINGS, (position, content) -> {});
            for (String text : ALL) {
                log.append(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
                if (text.equals("three")) {
                    log.roll();
                }
            }
            log.writer().writeWaiting();
            disk.truncate(SECOND, log.segments().get(1).bytes());
            return disk.content();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private RecoveryReport open(Map<String, byte[]> files) throws IOException {
        return open(MemoryLogDirectory.of(files));
    }

    private RecoveryReport open(MemoryLogDirectory disk) throws IOException {
        replayed.clear();
        disk.unlock();
        return SegmentLog.prepare(disk, RandomLogWorkload.SETTINGS, RandomLogWorkload.texts(replayed))
                .recovered();
    }

    private Map<String, byte[]> with(String name, byte[] bytes) {
        Map<String, byte[]> files = new TreeMap<>(good);
        files.put(name, bytes);
        return files;
    }

    @Test
    void logsNothingForUndamagedLog() throws IOException {
        RecoveryReport recovered = open(good);

        assertThat(replayed).isEqualTo(ALL);
        assertThat(recovered.isComplete()).isTrue();
        assertThat(recovered.torn()).isZero();
        assertThat(recovered.records()).isEqualTo(ALL.size());
        assertThat(recovered.bytes()).isEqualTo(String.join("", ALL).length());
        assertThat(silence.said()).isEmpty();
    }

    @Test
    @Tag("hardening-U5")
    void flippedBitCostsAtMostOneRecordAndIsQuarantined() throws IOException {
        for (int bit = 0; bit < good.get(FIRST).length * 8; bit++) {
            var disk = MemoryLogDirectory.of(with(FIRST, flipped(FIRST, bit)));
            RecoveryReport recovered = open(disk);

            List<String> lost = new ArrayList<>(ALL);
            lost.removeAll(replayed);
            assertThat(replayed).isSubsetOf(ALL);
            assertThat(lost).as("bit %d", bit).hasSize(bit < LogSegment.HEAD * 8 ? 0 : 1);
            assertThat(recovered.damaged()).as("bit %d", bit).isEqualTo(lost.size());
            assertThat(disk.list().stream().filter(name -> name.endsWith(LogFileNames.QUARANTINE)))
                    .hasSize(lost.size());
            assertThat(open(disk).damaged()).as("counted once").isZero();
        }
    }

    @Test
    void flippedBitInNewestSegmentCostsAtMostOneRecord() throws IOException {
        for (int bit = 0; bit < good.get(SECOND).length * 8; bit++) {
            RecoveryReport recovered = open(with(SECOND, flipped(SECOND, bit)));

            int lost = bit < LogSegment.HEAD * 8 ? 0 : 1;
            assertThat(replayed).as("bit %d", bit).hasSize(ALL.size() - lost).isSubsetOf(ALL);
            assertThat(recovered.damaged() + recovered.torn()).isEqualTo(lost);
        }
    }

    private byte[] flipped(String name, int bit) {
        byte[] bytes = good.get(name).clone();
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
        return bytes;
    }

    @Test
    @Tag("hardening-U5")
    void truncatedSegmentDoesNotAffectNextSegment() throws IOException {
        for (int length = 0; length < good.get(FIRST).length; length++) {
            byte[] cut = Arrays.copyOf(good.get(FIRST), length);
            RecoveryReport recovered = open(with(FIRST, cut));

            assertThat(replayed).as("cut to %d", length).endsWith("four", "five", "six");
            assertThat(ALL).containsAll(replayed);
            assertThat(recovered.isComplete() && recovered.torn() == 0)
                    .as("cut to %d", length)
                    .isFalse();
        }
    }

    @Test
    void truncatedNewestSegmentKeepsRecordsBeforeTheCut() throws IOException {
        for (int length = 0; length < good.get(SECOND).length; length++) {
            open(with(SECOND, Arrays.copyOf(good.get(SECOND), length)));

            assertThat(replayed).startsWith("one", "two", "three").isEqualTo(ALL.subList(0, replayed.size()));
        }
    }

    @Test
    void trailingZerosAreEndOfLog() throws IOException {
        byte[] longer = Arrays.copyOf(good.get(SECOND), 4000);

        RecoveryReport recovered = open(with(SECOND, longer));

        assertThat(replayed).isEqualTo(ALL);
        assertThat(recovered.torn()).isZero();
        assertThat(recovered.isComplete()).isTrue();
    }

    @Test
    @Tag("hardening-U5")
    void zerosInPlaceOfDurableRecordsAreDamage() throws IOException {
        byte[] zeros = good.get(FIRST).clone();
        Arrays.fill(zeros, LogSegment.HEAD, zeros.length, (byte) 0);

        assertThat(open(with(FIRST, zeros)).damaged()).isEqualTo(1);
        assertThat(replayed).containsExactly("four", "five", "six");
    }

    @Test
    @Tag("hardening-U5")
    void quarantinesSegmentsWithSwappedNames() throws IOException {
        Map<String, byte[]> swapped = with(FIRST, good.get(SECOND));
        swapped.put(SECOND, good.get(FIRST));

        assertThat(open(swapped).setAside()).isEqualTo(2);
        assertThat(replayed).isEmpty();
    }

    @Test
    void countsDeletedSegmentAsMissing() throws IOException {
        var disk = MemoryLogDirectory.of(good);
        SegmentLog log = SegmentLog.prepare(disk, RandomLogWorkload.SETTINGS, (position, content) -> {});
        log.append(ByteBuffer.allocate(3));
        log.writer().writeWaiting();
        disk.delete(SECOND);

        assertThat(open(disk).missing()).isEqualTo(1);
    }

    @Test
    void countsEmptyOrZeroedSegmentAsMissingIfLaterOneExists() throws IOException {
        for (int length : new int[] {0, 2000}) {
            RecoveryReport recovered = open(with(FIRST, new byte[length]));

            assertThat(recovered.missing()).isEqualTo(1);
            assertThat(recovered.torn()).isZero();
            assertThat(replayed).containsExactly("four", "five", "six");
        }
    }

    @Test
    @Tag("hardening-U5")
    void quarantinesFilesThatAreNoSegmentsOfThisLog() throws IOException {
        Map<String, byte[]> files = with(LogFileNames.segment(7), "something else".getBytes(StandardCharsets.UTF_8));
        files.put(LogFileNames.segment(8), version(0));
        files.put(LogFileNames.segment(9), version(2));
        files.put(LogFileNames.segment(10), good().get(FIRST));
        files.put("README", new byte[] {1});
        var disk = MemoryLogDirectory.of(files);

        assertThat(open(disk).setAside()).isEqualTo(4);
        assertThat(replayed).isEqualTo(ALL);
        assertThat(disk.list())
                .contains("README", LogFileNames.segment(9) + LogFileNames.QUARANTINE, LogFileNames.segment(11));
        assertThat(open(disk).setAside()).isZero();
    }

    @Test
    @Tag("hardening-U5")
    void quarantinesSegmentOfAnotherLog() throws IOException {
        byte[] foreign = good.get(SECOND).clone();
        SegmentHeader own = Objects.requireNonNull(
                SegmentHeader.decode(ByteBuffer.wrap(foreign)).header());
        ByteBuffer header = new SegmentHeader(UUID.randomUUID(), 7, own.secret(), 0, 0).encode();
        header.get(foreign, 0, header.remaining());

        assertThat(open(with(LogFileNames.segment(7), foreign)).setAside()).isEqualTo(1);
        assertThat(replayed).isEqualTo(ALL);
    }

    @Test
    @Tag("hardening-U5")
    void swappedRecordsAreDamage() throws IOException {
        byte[] swapped = good.get(FIRST).clone();
        int length = RecordFrame.HEAD + "one".length();
        System.arraycopy(good.get(FIRST), LogSegment.HEAD, swapped, LogSegment.HEAD + length, length);
        System.arraycopy(good.get(FIRST), LogSegment.HEAD + length, swapped, LogSegment.HEAD, length);

        assertThat(open(with(FIRST, swapped)).damaged()).isEqualTo(1);
        assertThat(replayed).isEqualTo(ALL.subList(2, ALL.size()));
    }

    private byte[] version(int version) {
        byte[] bytes = good.get(SECOND).clone();
        ByteBuffer.wrap(bytes).putInt(8, version).putInt(512 + 8, version);
        return bytes;
    }

    @Test
    void replaysSegmentsDespiteDamagedOwnerFile() throws IOException {
        open(with(LogFileNames.OWNER, new byte[] {1, 2, 3}));

        assertThat(replayed).isEqualTo(ALL);
    }

    @Test
    void recordEmbeddedInContentIsNotReplayed() throws IOException {
        var disk = new MemoryLogDirectory();
        SegmentLog log = SegmentLog.prepare(disk, RandomLogWorkload.SETTINGS, (position, content) -> {});
        log.append(ByteBuffer.wrap("before".getBytes(StandardCharsets.UTF_8)));
        log.writer().writeWaiting();
        byte[] copy = Arrays.copyOf(
                disk.content().get(FIRST), (int) log.segments().get(0).bytes());
        log.append(ByteBuffer.wrap(copy));
        log.append(ByteBuffer.wrap("behind".getBytes(StandardCharsets.UTF_8)));
        log.writer().writeWaiting();
        int second = copy.length;
        for (int i = second; i < second + RecordFrame.HEAD; i++) {
            Map<String, byte[]> files = disk.content();
            files.get(FIRST)[i] ^= 1;
            open(files);
            assertThat(replayed).containsExactly("before", "behind");
        }
    }

    @Test
    void logsOneLineWithLocationOfDamage() throws IOException {
        int second = LogSegment.HEAD + RecordFrame.HEAD + 3;
        open(with(FIRST, flipped(FIRST, (second + RecordFrame.HEAD) * 8)));

        assertThat(silence.said())
                .hasSize(1)
                .allMatch(line ->
                        line.contains("bytes " + second + " to " + (second + RecordFrame.HEAD + 3) + " of " + FIRST)
                                && line.contains("has a copy"));
    }

    @Test
    @Tag("hardening-U5")
    void refusesToOpenIfDamagedBytesCannotBeCopied() throws IOException {
        var disk = MemoryLogDirectory.of(with(FIRST, flipped(FIRST, (LogSegment.HEAD + RecordFrame.HEAD) * 8)));
        disk.fault = op -> {
            if (op instanceof LogDirectoryOperation.Create create
                    && create.name().contains(LogFileNames.QUARANTINE)) {
                throw new IOException("ENOSPC");
            }
        };
        assertThatThrownBy(() -> open(disk))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(FIRST + " are damaged", "cannot be written", "ENOSPC");
        assertThat(silence.said()).as("of a copy that is not there").isEmpty();
        disk.heal();
        assertThat(open(disk).damaged()).isEqualTo(1);
    }

    @Test
    void quarantinesUnderUnusedFileName() throws IOException {
        String strange = LogFileNames.segment(7);
        Map<String, byte[]> files = with(strange, new byte[] {1});
        files.put(strange + LogFileNames.QUARANTINE, new byte[] {2});
        files.put(strange + "-2" + LogFileNames.QUARANTINE, new byte[] {3});
        var disk = MemoryLogDirectory.of(files);
        open(disk);

        assertThat(disk.content().get(strange + "-3" + LogFileNames.QUARANTINE)).containsExactly(1);
        assertThat(disk.content().get(strange + "-2" + LogFileNames.QUARANTINE)).containsExactly(3);
        int renamed =
                disk.ops.indexOf(new LogDirectoryOperation.Rename(strange, strange + "-3" + LogFileNames.QUARANTINE));
        assertThat(disk.ops.get(renamed + 1)).isInstanceOf(LogDirectoryOperation.ForceFolder.class);
        assertThat(silence.said()).anyMatch(line -> line.contains(strange + " is no segment of a log; it is now "));
    }

    @Test
    void logsFileThatCannotBeQuarantined() throws IOException {
        var disk = MemoryLogDirectory.of(with(LogFileNames.segment(7), new byte[] {1}));
        disk.failOn(LogDirectoryOperation.Rename.class, new IOException("EIO"));
        assertThat(open(disk).setAside()).isEqualTo(1);
        assertThat(replayed).isEqualTo(ALL);
        assertThat(silence.said())
                .anyMatch(line -> line.contains("cannot be renamed"))
                .noneMatch(line -> line.contains(LogFileNames.QUARANTINE));
    }

    @Test
    void logsNameOfMissingSegment() throws IOException {
        Map<String, byte[]> files = with(FIRST, new byte[0]);
        open(files);

        assertThat(silence.said())
                .containsExactly("memory: " + FIRST + " is missing; " + FIRST + ".missing.quarantine marks it");
    }

    @Test
    void deletesZeroedNewestSegmentAsTornCreation() throws IOException {
        var disk = MemoryLogDirectory.of(with(LogFileNames.segment(3), new byte[2000]));
        RecoveryReport recovered = open(disk);

        assertThat(recovered.torn()).isEqualTo(1);
        assertThat(recovered.isComplete()).isTrue();
        assertThat(disk.list()).doesNotContain(LogFileNames.segment(3));
    }

    @Test
    void truncatesAndLogsTornWrite() throws IOException {
        int length = good.get(SECOND).length;
        byte[] torn = Arrays.copyOf(good.get(SECOND), length + 10);
        torn[length] = 1;
        var disk = MemoryLogDirectory.of(with(SECOND, torn));

        assertThat(open(disk).torn()).isEqualTo(1);
        assertThat(disk.content().get(SECOND)).hasSize(length);
        assertThat(silence.said()).containsExactly("memory: " + SECOND + " ends with a torn write");
    }

    @Test
    void quarantinesBytesAfterRecordsOfOlderSegment() throws IOException {
        int length = good.get(FIRST).length;
        byte[] torn = Arrays.copyOf(good.get(FIRST), length + 10);
        torn[length] = 1;
        Map<String, byte[]> files = with(FIRST, torn);
        files.put(SECOND, "something else".getBytes(StandardCharsets.UTF_8));
        var disk = MemoryLogDirectory.of(files);
        RecoveryReport recovered = open(disk);

        assertThat(replayed).containsExactly("one", "two", "three");
        assertThat(recovered.damaged()).isEqualTo(1);
        assertThat(recovered.torn()).isZero();
        assertThat(disk.content().get(FIRST + "." + length + "-" + (length + 10) + LogFileNames.QUARANTINE))
                .hasSize(10);
    }

    @Test
    void truncatesZerosAfterRecordsOfOlderSegment() throws IOException {
        int length = good.get(FIRST).length;
        Map<String, byte[]> files = with(FIRST, Arrays.copyOf(good.get(FIRST), length + 10));
        files.put(SECOND, "something else".getBytes(StandardCharsets.UTF_8));
        var disk = MemoryLogDirectory.of(files);

        assertThat(open(disk).damaged()).isZero();
        assertThat(disk.content().get(FIRST)).hasSize(length);
    }
}

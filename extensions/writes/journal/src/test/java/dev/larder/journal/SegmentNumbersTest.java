package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which numbers count, of all the files that look like segments. */
class SegmentNumbersTest {

    private static final String FIRST = LogFileNames.segment(1);
    private static final String SECOND = LogFileNames.segment(2);

    private final LoggerCapture silence = new LoggerCapture();
    private final Map<String, byte[]> good = SegmentCorruptionTest.good();
    private final List<String> replayed = new ArrayList<>();

    @AfterEach
    void speak() {
        silence.close();
    }

    private SegmentLog open(MemoryLogDirectory disk) throws IOException {
        disk.unlock();
        return SegmentLog.prepare(disk, RandomLogWorkload.SETTINGS, RandomLogWorkload.texts(replayed));
    }

    private SegmentLog open(Map<String, byte[]> files) throws IOException {
        return open(MemoryLogDirectory.of(files));
    }

    private Map<String, byte[]> with(String name, byte[] bytes) {
        Map<String, byte[]> files = new TreeMap<>(good);
        files.put(name, bytes);
        return files;
    }

    @Test
    @Tag("hardening-U2")
    void segmentNamesAreTheSameInEveryLocale() {
        Locale locale = Locale.getDefault();
        try {
            for (Locale other : List.of(Locale.forLanguageTag("fa-IR"), Locale.forLanguageTag("ar-EG"))) {
                Locale.setDefault(other);
                assertThat(LogFileNames.segment(12)).as("%s", other).isEqualTo("000000000000000012.segment");
            }
        } finally {
            Locale.setDefault(locale);
        }
    }

    @Test
    void quarantinesSegmentNamedWithNonAsciiDigits() throws IOException {
        String other = "\u06f0".repeat(17) + "\u06f3.segment";
        SegmentLog log = open(with(other, numbered(3)));
        assertThat(log.recovered().setAside()).isEqualTo(1);
        assertThat(log.recovered().isComplete()).isFalse();
    }

    @Test
    void deletesOnlyItsOwnTemporaryFiles() throws IOException {
        Map<String, byte[]> files = with("notes.tmp", new byte[] {1});
        files.put(LogFileNames.OWNER + "-2" + LogFileNames.TEMPORARY, new byte[] {2});
        files.put(FIRST + ".12-15.quarantine.tmp", new byte[] {3});
        var disk = MemoryLogDirectory.of(files);
        open(disk);
        assertThat(disk.list()).filteredOn(name -> name.endsWith(".tmp")).containsExactly("notes.tmp");
    }

    @Test
    void keepsLaterDamageInSeparateQuarantineFile() throws IOException {
        byte[] damaged = good.get(FIRST).clone();
        damaged[LogSegment.HEAD + RecordFrame.HEAD] ^= 1;
        var disk = MemoryLogDirectory.of(with(FIRST, damaged));
        assertThat(open(disk).recovered().damaged()).isEqualTo(1);
        damaged[LogSegment.HEAD + 2 * RecordFrame.HEAD + "one".length()] ^= 1;
        Map<String, byte[]> files = disk.content();
        files.put(FIRST, damaged);
        var later = MemoryLogDirectory.of(files);
        assertThat(open(later).recovered().damaged()).isEqualTo(1);
        assertThat(later.content()
                        .get(FIRST + "." + LogSegment.HEAD + "-" + (LogSegment.HEAD + 2 * RecordFrame.HEAD + 6)
                                + LogFileNames.QUARANTINE))
                .hasSize(2 * RecordFrame.HEAD + 6);
    }

    @Test
    @Tag("hardening-U5")
    void ignoresNumbersOfFilesThatAreNotOfThisLog() throws IOException {
        Map<String, byte[]> files = with("999999999999999999.segment", new byte[] {1});
        files.put("1000000000000000000.segment", new byte[] {1});
        files.put(LogFileNames.segment(LogFileNames.GREATEST), new byte[LogSegment.HEAD + 1]);
        files.put("99999999999999999999.segment", good.get(FIRST));
        files.put("2.segment", good.get(SECOND));
        var disk = MemoryLogDirectory.of(files);
        SegmentLog log = open(disk);
        assertThat(log.recovered().setAside()).isEqualTo(4);
        assertThat(log.life()).isEqualTo(3);
        log.append(ByteBuffer.wrap("seven".getBytes(StandardCharsets.UTF_8)));
        log.writer().writeWaiting();
        open(disk);
        assertThat(replayed).endsWith("six", "seven");
    }

    @Test
    void rejectsSegmentNumbersBeyondMaximum() throws IOException {
        long last = LogFileNames.GREATEST;
        assertThatThrownBy(() -> open(with(LogFileNames.segment(last + 1), numbered(last + 1))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(LogFileNames.segment(last + 1) + " has a number beyond " + last);
        var disk = MemoryLogDirectory.of(with(LogFileNames.segment(last), numbered(last)));
        SegmentLog log = open(disk);
        assertThat((1L << 62) + (log.life() << 32)).isPositive();
        var refused = log.append(ByteBuffer.allocate(1)).toCompletableFuture();
        log.writer().writeWaiting();
        assertThat(refused).isCompletedExceptionally();
    }

    private byte[] numbered(long number) {
        byte[] bytes = good.get(SECOND).clone();
        SegmentHeader own = Objects.requireNonNull(
                SegmentHeader.decode(ByteBuffer.wrap(bytes)).header());
        new SegmentHeader(own.owner(), number, own.secret(), 0, 0).encode().get(bytes, 0, LogSegment.HEAD);
        return bytes;
    }

    @Test
    void refusesToChooseBetweenSegmentsOfSeveralLogs() {
        byte[] foreign = good.get(SECOND).clone();
        SegmentHeader own = Objects.requireNonNull(
                SegmentHeader.decode(ByteBuffer.wrap(foreign)).header());
        new SegmentHeader(UUID.randomUUID(), 7, own.secret(), 0, 0).encode().get(foreign, 0, LogSegment.HEAD);
        Map<String, byte[]> files = with(LogFileNames.segment(7), foreign);
        files.remove(LogFileNames.OWNER);
        assertThatThrownBy(() -> open(files)).hasMessageContaining("segments of several logs");
    }
}

package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Of a folder with all that can be wrong: a start that is refused changes nothing, and one that is killed loses nothing. */
class RefusedStartTest {

    private static final String MISSING = LogFileNames.segment(1);
    private static final String DAMAGED = LogFileNames.segment(2);
    private static final String FOREIGN = LogFileNames.segment(7);
    private static final byte[] SOMETHING = "something else".getBytes(StandardCharsets.UTF_8);
    private static final int TIMES = 20;

    private final LoggerCapture silence = new LoggerCapture();
    private final List<String> replayed = new ArrayList<>();

    enum OwnerFile {
        GOOD,
        DAMAGED,
        GONE
    }

    @AfterEach
    void speak() {
        silence.close();
    }

    /** The first segment is zeros, the second damaged, the last one blank, one of somebody else's, and a start was killed. */
    private static Map<String, byte[]> folder(OwnerFile owner) throws IOException {
        var disk = new MemoryLogDirectory();
        SegmentLog log = SegmentLog.prepare(disk, RandomLogWorkload.SETTINGS, (position, content) -> {});
        for (String text : List.of("one", "two", "three", "four")) {
            log.append(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            log.append(ByteBuffer.wrap((text + " more").getBytes(StandardCharsets.UTF_8)));
            log.roll();
            log.writer().writeWaiting();
        }
        Map<String, byte[]> files = new TreeMap<>(disk.content());
        files.put(MISSING, new byte[2000]);
        files.get(DAMAGED)[LogSegment.HEAD + RecordFrame.HEAD] ^= 1;
        files.put(LogFileNames.segment(6), new byte[LogSegment.HEAD]);
        files.put(FOREIGN, SOMETHING);
        files.put(LogFileNames.OWNER + LogFileNames.TEMPORARY, new byte[] {1});
        files.put(MISSING + ".missing" + LogFileNames.QUARANTINE + LogFileNames.TEMPORARY, new byte[] {2});
        if (owner == OwnerFile.DAMAGED) {
            files.put(LogFileNames.OWNER, new byte[3]);
        } else if (owner == OwnerFile.GONE) {
            files.remove(LogFileNames.OWNER);
        }
        return files;
    }

    private SegmentLog open(LogDirectory disk) throws IOException {
        replayed.clear();
        return SegmentLog.prepare(disk, RandomLogWorkload.SETTINGS, RandomLogWorkload.texts(replayed));
    }

    /** The next start, with a disk that works. */
    private void assertNothingIsLost(MemoryLogDirectory disk, String where) throws IOException {
        disk.unlock();
        boolean quarantined = open(disk).recovered().quarantined();
        assertThat(replayed).as(where).containsExactly("two more", "three", "three more", "four", "four more");
        assertThat(quarantined).as("contents stay: " + where).isTrue();
        Map<String, byte[]> files = disk.content();
        assertThat(files).as(where).containsKey(MISSING + ".missing" + LogFileNames.QUARANTINE);
        assertThat(files.get(DAMAGED + "." + LogSegment.HEAD + "-" + (LogSegment.HEAD + RecordFrame.HEAD + 3)
                        + LogFileNames.QUARANTINE))
                .as(where)
                .hasSize(RecordFrame.HEAD + "two".length());
        assertThat(files.values()).as(where).anyMatch(bytes -> Arrays.equals(bytes, SOMETHING));
        assertThat(files.keySet()).as(where).noneMatch(name -> name.endsWith(LogFileNames.TEMPORARY));
    }

    private void assertRefusedOrOpened(Map<String, byte[]> before, FaultyLogDirectory.Fault fault, String where)
            throws IOException {
        MemoryLogDirectory disk = MemoryLogDirectory.of(before);
        try {
            open(FaultyLogDirectory.over(disk, fault));
        } catch (IOException refused) {
            assertThat(disk.content().keySet()).as(where).isEqualTo(before.keySet());
            disk.content()
                    .forEach((name, bytes) -> assertThat(bytes).as(where + name).isEqualTo(before.get(name)));
        }
        assertNothingIsLost(disk, where);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("hardening-U5")
    void changesNothingWhicheverOperationFails(OwnerFile owner) throws IOException {
        Map<String, byte[]> before = folder(owner);
        List<String> calls = new ArrayList<>();
        open(FaultyLogDirectory.over(MemoryLogDirectory.of(before), (call, file) -> calls.add(call + " " + file)));
        for (int failing = 0; failing < calls.size(); failing++) {
            int[] left = {failing};
            FaultyLogDirectory.Fault once = (call, file) -> {
                if (left[0]-- == 0) {
                    throw new IOException("EIO");
                }
            };
            assertRefusedOrOpened(before, once, "operation " + failing + ", " + calls.get(failing) + ": ");
        }
    }

    @ParameterizedTest
    @EnumSource
    void changesNothingWhicheverKindOfOperationFails(OwnerFile owner) throws IOException {
        Map<String, byte[]> before = folder(owner);
        Set<String> calls = new HashSet<>();
        open(FaultyLogDirectory.over(MemoryLogDirectory.of(before), (call, file) -> calls.add(call)));
        for (String failing : calls) {
            FaultyLogDirectory.Fault always = (call, file) -> {
                if (call.equals(failing)) {
                    throw new IOException("EIO");
                }
            };
            assertRefusedOrOpened(before, always, "every " + failing + ": ");
        }
    }

    @Test
    @Tag("hardening-U5")
    void startKilledAfterAnyOperationLosesNothing() throws IOException {
        long seed = Long.getLong("larder.crash.seed", System.nanoTime());
        System.out.println("refused starts: seed " + seed);
        for (OwnerFile owner : OwnerFile.values()) {
            Map<String, byte[]> before = folder(owner);
            MemoryLogDirectory disk = MemoryLogDirectory.of(before);
            open(disk);
            var crash = new CrashState(MemoryLogDirectory.of(before));
            for (int done = 0; done < disk.ops.size(); done++) {
                crash.happens(disk.ops.get(done));
                for (int time = 0; time < TIMES; time++) {
                    MemoryLogDirectory found = MemoryLogDirectory.of(crash.state(new Random(seed + time)));
                    assertNothingIsLost(found, "after operation " + done + ", seed " + (seed + time));
                }
            }
        }
    }
}

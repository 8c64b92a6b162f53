package dev.larder.journal;

import dev.larder.fuzz.FuzzAssertions;
import dev.larder.fuzz.FuzzInput;
import dev.larder.fuzz.OctetMutations;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A log of three segments, some of its files edited, cut or gone, opened again. What is replayed is what was written, in its
 * order; what is lost although a later segment knows of it is not passed over in silence; and the log goes on.
 */
public final class SegmentLogFuzz {

    private static final UUID OWNER = new UUID(0x6c61, 0x7264);
    private static final SegmentLogSettings SETTINGS =
            new SegmentLogSettings(1 << 16, 1 << 20, 1 << 12, 1 << 13, 1 << 20, 0);
    private static final int SEGMENTS = 3;
    private static final int RECORDS = 4;
    private static final NavigableMap<RecordPosition, String> WRITTEN = new TreeMap<>();
    private static final Map<String, byte[]> WHOLE = whole();

    /** Kept, so that it stays silent: each input has damage to tell of. */
    private static final Logger LOGGER = Logger.getLogger(SegmentLog.class.getPackageName());

    static {
        LOGGER.setLevel(Level.OFF);
    }

    private SegmentLogFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        Map<String, byte[]> files = new TreeMap<>(WHOLE);
        List<String> names = List.copyOf(files.keySet());
        for (int damaged = input.below(SEGMENTS); damaged >= 0; damaged--) {
            String name = input.oneOf(names);
            if (input.below(8) == 0) {
                files.remove(name);
            } else {
                files.computeIfPresent(name, (same, bytes) -> OctetMutations.apply(bytes, FuzzInput.of(input.bytes())));
            }
        }
        try {
            isRecovered(files);
        } catch (IOException e) {
            throw new AssertionError("the log cannot be opened", e);
        }
    }

    private static void isRecovered(Map<String, byte[]> files) throws IOException {
        var disk = new HeapDisk(files);
        Map<RecordPosition, String> replayed = new LinkedHashMap<>();
        SegmentLog log = open(disk, replayed);
        isSomeOfWhatWasWritten(replayed);
        untouchedSegmentsAreWhole(files, replayed);
        lossIsTold(files, replayed, log.recovered());
        Map<RecordPosition, String> again = new LinkedHashMap<>();
        SegmentLog second = open(new HeapDisk(disk.files()), again);
        FuzzAssertions.equal(again, replayed, () -> "what is replayed the second time");
        FuzzAssertions.equal(
                second.recovered().damaged() + second.recovered().setAside(), 0, () -> "damage counted twice");
        goesOn(log, disk, replayed);
    }

    private static SegmentLog open(LogDirectory disk, Map<RecordPosition, String> replayed) throws IOException {
        return SegmentLog.prepare(
                disk,
                SETTINGS,
                (position, content) -> FuzzAssertions.hold(
                        replayed.put(
                                        position,
                                        StandardCharsets.ISO_8859_1
                                                .decode(content)
                                                .toString())
                                == null,
                        () -> position + " is replayed twice"));
    }

    private static void isSomeOfWhatWasWritten(Map<RecordPosition, String> replayed) {
        replayed.forEach(
                (position, content) -> FuzzAssertions.equal(content, WRITTEN.get(position), position::toString));
        List<RecordPosition> order = new ArrayList<>(replayed.keySet());
        FuzzAssertions.equal(order, order.stream().sorted().toList(), () -> "the order");
    }

    private static void untouchedSegmentsAreWhole(Map<String, byte[]> files, Map<RecordPosition, String> replayed) {
        WRITTEN.keySet().stream()
                .filter(position -> isUntouched(files, position.segment()))
                .forEach(position -> FuzzAssertions.hold(replayed.containsKey(position), () -> position + " is lost"));
    }

    private static boolean isUntouched(Map<String, byte[]> files, long segment) {
        return Arrays.equals(WHOLE.get(LogFileNames.segment(segment)), files.get(LogFileNames.segment(segment)));
    }

    /** What is lost of the newest segment, or with the oldest ones, may never have been acknowledged, or have been dropped. */
    private static void lossIsTold(
            Map<String, byte[]> files, Map<RecordPosition, String> replayed, RecoveryReport recovered) {
        for (RecordPosition position : WRITTEN.keySet()) {
            boolean there = files.containsKey(LogFileNames.segment(position.segment()));
            boolean known = position.segment() < SEGMENTS && isUntouched(files, position.segment() + 1);
            boolean between = there || (position.segment() == 2 && isUntouched(files, 1));
            boolean lost = !replayed.containsKey(position);
            FuzzAssertions.hold(
                    !(lost && known && between) || !recovered.isComplete(),
                    () -> position + " is lost, and nobody is told: " + recovered);
        }
    }

    private static void goesOn(SegmentLog log, HeapDisk disk, Map<RecordPosition, String> replayed) throws IOException {
        var appended = log.append(ByteBuffer.wrap(new byte[] {'n', 'e', 'w'})).toCompletableFuture();
        log.writer().writeWaiting();
        RecordPosition position = appended.join();
        Map<RecordPosition, String> after = new LinkedHashMap<>();
        open(new HeapDisk(disk.files()), after);
        Map<RecordPosition, String> wanted = new LinkedHashMap<>(replayed);
        wanted.put(position, "new");
        FuzzAssertions.equal(after, wanted, () -> "what is replayed after another record");
    }

    private static Map<String, byte[]> whole() {
        Map<String, byte[]> files = new TreeMap<>();
        var owner = ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES)
                .putLong(OWNER.getMostSignificantBits())
                .putLong(OWNER.getLeastSignificantBits());
        files.put(
                LogFileNames.OWNER,
                owner.putInt(RecordFrame.crc(owner, 0, 2 * Long.BYTES)).array());
        int end = 0;
        for (int number = 1; number <= SEGMENTS; number++) {
            byte[] segment = segment(number, end);
            files.put(LogFileNames.segment(number), segment);
            end = segment.length;
        }
        return files;
    }

    private static byte[] segment(int number, int previousEnd) {
        long secret = 0x5ec2e7L * number;
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(new SegmentHeader(OWNER, number, secret, number - 1, previousEnd)
                .encode()
                .array());
        for (int i = 0; i < RECORDS; i++) {
            String content = number + "." + i + " " + "x".repeat(i * i * 20);
            byte[] record = content.getBytes(StandardCharsets.ISO_8859_1);
            var frame = ByteBuffer.allocate(RecordFrame.HEAD + record.length);
            WRITTEN.put(new RecordPosition(number, bytes.size(), record.length), content);
            RecordFrame.putHead(
                    frame,
                    secret,
                    bytes.size(),
                    record.length,
                    RecordFrame.crc(ByteBuffer.wrap(record), 0, record.length));
            bytes.writeBytes(frame.put(record).array());
        }
        return bytes.toByteArray();
    }
}

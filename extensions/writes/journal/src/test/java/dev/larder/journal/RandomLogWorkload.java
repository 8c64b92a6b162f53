package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Appends, rolls, drops and reopens a log at random, on a disk that may fail, and notes what has been promised. */
final class RandomLogWorkload {

    static final SegmentLogSettings SETTINGS = new SegmentLogSettings(4096, 40_000, 2_000, 1500, 100_000, 700);

    final Map<Integer, byte[]> records = new TreeMap<>();
    private final Map<Integer, RecordPosition> positions = new TreeMap<>();
    private final MemoryLogDirectory disk;
    private final Random random;
    private SegmentLog log;

    RandomLogWorkload(MemoryLogDirectory disk, Random random) throws IOException {
        this.disk = disk;
        this.random = random;
        if (random.nextInt(3) == 0) {
            disk.fault = this::maybeFail;
        }
        this.log = open();
    }

    /** A replay that adds each record, which is a text, to this list. */
    static RecordReplayHandler texts(List<String> replayed) {
        return (position, content) ->
                replayed.add(StandardCharsets.UTF_8.decode(content).toString());
    }

    private SegmentLog open() throws IOException {
        disk.unlock();
        MemoryLogDirectory.Fault fault = disk.fault;
        disk.fault = op -> {};
        try {
            return SegmentLog.prepare(disk, SETTINGS, (position, content) -> {});
        } finally {
            disk.fault = fault;
        }
    }

    private void maybeFail(LogDirectoryOperation op) throws IOException {
        if (random.nextInt(25) == 0
                && (op instanceof LogDirectoryOperation.Force || op instanceof LogDirectoryOperation.Write)) {
            throw random.nextBoolean() ? new IOException("EIO") : new NoSpaceException(new IOException("ENOSPC"));
        }
    }

    void run(int steps) throws IOException {
        for (int i = 0; i < steps; i++) {
            switch (random.nextInt(12)) {
                case 0 -> log.roll();
                case 1 -> drop();
                case 2 -> log = open();
                default -> appendSome();
            }
            log.writer().writeWaiting();
        }
    }

    private void appendSome() {
        for (int i = random.nextInt(5); i >= 0; i--) {
            int id = records.size();
            byte[] bytes = record(id);
            records.put(id, bytes);
            disk.note(LogDirectoryOperation.What.BEGUN, id);
            int middle = random.nextInt(bytes.length);
            log.append(ByteBuffer.wrap(bytes, 0, middle), ByteBuffer.wrap(bytes, middle, bytes.length - middle))
                    .whenComplete((position, fault) -> {
                        disk.note(
                                fault == null
                                        ? LogDirectoryOperation.What.ACKNOWLEDGED
                                        : LogDirectoryOperation.What.FAILED,
                                id);
                        if (fault == null) {
                            positions.put(id, position);
                        }
                    });
        }
    }

    private byte[] record(int id) {
        var bytes = new byte[4 + (random.nextInt(10) == 0 ? random.nextInt(1400) : random.nextInt(120))];
        random.nextBytes(bytes);
        ByteBuffer.wrap(bytes).putInt(0, id);
        return bytes;
    }

    private void drop() throws IOException {
        List<SegmentInfo> segments = new ArrayList<>(log.segments());
        if (segments.isEmpty()) {
            return;
        }
        long first = segments.get(random.nextInt(segments.size())).number();
        long newest = segments.get(segments.size() - 1).number();
        positions.entrySet().stream()
                .filter(each -> each.getValue().segment() < Math.min(first, newest))
                .mapToInt(Map.Entry::getKey)
                .max()
                .ifPresent(id -> disk.note(LogDirectoryOperation.What.DROPPED, id + 1));
        log.dropBefore(first);
    }
}

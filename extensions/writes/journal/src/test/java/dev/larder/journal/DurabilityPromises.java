package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What has been promised before a crash, and whether it is kept after it. */
final class DurabilityPromises {

    private final Map<Integer, byte[]> records;
    private final Set<Integer> begun = new HashSet<>();
    private final Set<Integer> failed = new HashSet<>();
    private final TreeSet<Integer> acknowledged = new TreeSet<>();
    private int dropped;

    DurabilityPromises(Map<Integer, byte[]> records) {
        this.records = records;
    }

    void happens(LogDirectoryOperation op) {
        if (op instanceof LogDirectoryOperation.Note note) {
            switch (note.what()) {
                case BEGUN -> begun.add(note.id());
                case ACKNOWLEDGED -> acknowledged.add(note.id());
                case FAILED -> failed.add(note.id());
                default -> dropped = Math.max(dropped, note.id());
            }
        }
    }

    /** Opens the log in what the crash has left, and checks what is replayed. */
    void check(MemoryLogDirectory disk, String crash) {
        List<Integer> found = new ArrayList<>();
        try {
            SegmentLog.prepare(disk, RandomLogWorkload.SETTINGS, (position, content) -> found.add(id(content, crash)));
        } catch (Exception e) {
            throw new AssertionError("the log does not open after " + crash, e);
        }
        for (int i = 1; i < found.size(); i++) {
            assertThat(found.get(i)).as(crash).isGreaterThan(found.get(i - 1));
        }
        if (!begun.containsAll(found)) {
            throw new AssertionError("records from the future: " + found + " after " + crash);
        }
        var present = new HashSet<>(found);
        for (int id : acknowledged.tailSet(dropped)) {
            if (!present.contains(id)) {
                throw new AssertionError("acknowledged " + id + " is lost, there are " + found + " after " + crash);
            }
        }
        for (int id : failed) {
            if (present.contains(id) && acknowledged.higher(id) != null) {
                throw new AssertionError("failed " + id + " is back after " + crash);
            }
        }
    }

    private int id(ByteBuffer content, String crash) {
        int id = content.getInt(content.position());
        byte[] expected = records.get(id);
        if (expected == null || !content.equals(ByteBuffer.wrap(expected))) {
            throw new AssertionError("record " + id + " is not what was appended, after " + crash);
        }
        return id;
    }
}

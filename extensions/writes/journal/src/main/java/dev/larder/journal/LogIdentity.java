package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a log, stored in a file of its own and in the header of each segment. */
final class LogIdentity {

    private static final System.Logger LOG = System.getLogger(LogIdentity.class.getName());
    private static final int LENGTH = 2 * Long.BYTES;

    private final LogDirectory disk;
    private final UUID id;
    private final boolean present;
    private final boolean intact;

    private LogIdentity(LogDirectory disk, UUID id, boolean present, boolean intact) {
        this.disk = disk;
        this.id = id;
        this.present = present;
        this.intact = intact;
    }

    /**
     * Returns the id of the file; otherwise that of the segments; otherwise a new one.
     *
     * @throws IOException also if the file is missing or damaged and the segments contradict each other
     */
    static LogIdentity of(LogDirectory disk, List<String> names) throws IOException {
        boolean present = names.contains(LogFileNames.OWNER);
        UUID known = present ? decode(new LogFileReader(disk).of(LogFileNames.OWNER, LENGTH + Integer.BYTES)) : null;
        return new LogIdentity(disk, known == null ? ofSegments(disk, names) : known, present, known != null);
    }

    private static UUID ofSegments(LogDirectory disk, List<String> names) throws IOException {
        var bytes = new LogFileReader(disk);
        Set<UUID> owners = new HashSet<>();
        for (String name : names) {
            if (LogFileNames.isSegment(name)) {
                SegmentHeader header =
                        SegmentHeader.decode(bytes.of(name, LogSegment.HEAD)).header();
                if (header != null) {
                    owners.add(header.owner());
                }
            }
        }
        if (owners.size() > 1) {
            throw new IOException(disk + " has segments of several logs " + owners + ", and its file "
                    + LogFileNames.OWNER + " is missing or damaged: move the segments of all but one log elsewhere");
        }
        return owners.stream().findAny().orElseGet(UUID::randomUUID);
    }

    UUID id() {
        return id;
    }

    /** Writes the file if it is missing; durable on return. */
    void writeIfMissing() throws IOException {
        if (!present) {
            AtomicFileWriter.write(disk, LogFileNames.OWNER, encode());
        }
    }

    /** Rewrites a damaged file. If that fails, the segments still have the id. */
    void mendIfDamaged() {
        if (!present || intact) {
            return;
        }
        try {
            disk.delete(LogFileNames.OWNER);
            AtomicFileWriter.write(disk, LogFileNames.OWNER, encode());
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, disk + ": the file " + LogFileNames.OWNER + " is damaged", e);
        }
    }

    private ByteBuffer encode() {
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH + Integer.BYTES);
        bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        return bytes.putInt(RecordFrame.crc(bytes, 0, LENGTH)).flip();
    }

    private static @Nullable UUID decode(ByteBuffer bytes) {
        if (bytes.limit() != LENGTH + Integer.BYTES || bytes.getInt(LENGTH) != RecordFrame.crc(bytes, 0, LENGTH)) {
            return null;
        }
        return new UUID(bytes.getLong(0), bytes.getLong(Long.BYTES));
    }
}

package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a log: in a file of its own, and in the head of each segment. */
final class Owner {

    private static final System.Logger LOG = System.getLogger(SegmentLog.class.getName());
    private static final int LENGTH = 2 * Long.BYTES;

    private final Disk disk;
    private final UUID id;
    private final boolean present;
    private final boolean intact;

    private Owner(Disk disk, UUID id, boolean present, boolean intact) {
        this.disk = disk;
        this.id = id;
        this.present = present;
        this.intact = intact;
    }

    /**
     * What the file says; else what the segments say; else a new one.
     *
     * @throws IOException also if only the segments say it, and they contradict each other
     */
    static Owner of(Disk disk, List<String> names) throws IOException {
        boolean present = names.contains(Names.OWNER);
        UUID known = present ? decode(new Bytes(disk).of(Names.OWNER, LENGTH + Integer.BYTES)) : null;
        return new Owner(disk, known == null ? ofSegments(disk, names) : known, present, known != null);
    }

    private static UUID ofSegments(Disk disk, List<String> names) throws IOException {
        var bytes = new Bytes(disk);
        Set<UUID> owners = new HashSet<>();
        for (String name : names) {
            if (Names.isSegment(name)) {
                Header header = Header.decode(bytes.of(name, Segment.HEAD)).header();
                if (header != null) {
                    owners.add(header.owner());
                }
            }
        }
        if (owners.size() > 1) {
            throw new IOException(disk + " has segments of several logs " + owners + ", and its file " + Names.OWNER
                    + " is missing or damaged: move the segments of all but one log elsewhere");
        }
        return owners.stream().findAny().orElseGet(UUID::randomUUID);
    }

    UUID id() {
        return id;
    }

    /** Writes the file if there is none; durable when this returns. */
    void writeIfMissing() throws IOException {
        if (!present) {
            Atomically.write(disk, Names.OWNER, encode());
        }
    }

    /** Writes a file that is damaged anew. If that does not work, the segments say the id, as they have just done. */
    void mendIfDamaged() {
        if (!present || intact) {
            return;
        }
        try {
            disk.delete(Names.OWNER);
            Atomically.write(disk, Names.OWNER, encode());
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, disk + ": the file " + Names.OWNER + " is damaged", e);
        }
    }

    private ByteBuffer encode() {
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH + Integer.BYTES);
        bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        return bytes.putInt(Frame.crc(bytes, 0, LENGTH)).flip();
    }

    private static @Nullable UUID decode(ByteBuffer bytes) {
        if (bytes.limit() != LENGTH + Integer.BYTES || bytes.getInt(LENGTH) != Frame.crc(bytes, 0, LENGTH)) {
            return null;
        }
        return new UUID(bytes.getLong(0), bytes.getLong(Long.BYTES));
    }
}

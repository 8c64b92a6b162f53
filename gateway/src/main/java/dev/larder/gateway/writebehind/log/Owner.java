package dev.larder.gateway.writebehind.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a log: in a file of its own, and in the head of each segment. */
final class Owner {

    private static final int LENGTH = 2 * Long.BYTES;

    private Owner() {}

    /** What the file says; else what the first good segment says; else a new one. Durable when this returns. */
    static UUID of(Disk disk, List<String> names) throws IOException {
        boolean present = names.contains(Names.OWNER);
        UUID known = present ? decode(new Bytes(disk).of(Names.OWNER, LENGTH + Integer.BYTES)) : null;
        if (known != null) {
            return known;
        }
        if (present) {
            disk.delete(Names.OWNER);
        }
        UUID owner = ofSegments(disk, names);
        Atomically.write(disk, Names.OWNER, encode(owner));
        return owner;
    }

    private static UUID ofSegments(Disk disk, List<String> names) throws IOException {
        var bytes = new Bytes(disk);
        for (String name : names) {
            if (Names.isSegment(name)) {
                Header header = Header.decode(bytes.of(name, Segment.HEAD)).header();
                if (header != null) {
                    return header.owner();
                }
            }
        }
        return UUID.randomUUID();
    }

    private static ByteBuffer encode(UUID owner) {
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH + Integer.BYTES);
        bytes.putLong(owner.getMostSignificantBits()).putLong(owner.getLeastSignificantBits());
        return bytes.putInt(Frame.crc(bytes, 0, LENGTH)).flip();
    }

    private static @Nullable UUID decode(ByteBuffer bytes) {
        if (bytes.limit() != LENGTH + Integer.BYTES || bytes.getInt(LENGTH) != Frame.crc(bytes, 0, LENGTH)) {
            return null;
        }
        return new UUID(bytes.getLong(0), bytes.getLong(Long.BYTES));
    }
}

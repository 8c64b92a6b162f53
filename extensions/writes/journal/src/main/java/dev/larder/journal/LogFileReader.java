package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads files. Unreadable data causes an exception, never a value. */
final class LogFileReader {

    private static final int AT_ONCE = 1 << 20;
    private static final int LONGEST = Integer.MAX_VALUE - Long.BYTES;

    private final LogDirectory disk;
    private ByteBuffer reused = ByteBuffer.allocate(0);

    LogFileReader(LogDirectory disk) {
        this.disk = disk;
    }

    /**
     * Reads the beginning of a file.
     *
     * @param most maximum length
     * @return valid until the next call
     */
    ByteBuffer of(String name, int most) throws LogUnreadableException {
        return read(name, 0, most, false);
    }

    /** Reads a whole file; valid until the next call. */
    ByteBuffer whole(String name) throws LogUnreadableException {
        return read(name, 0, LONGEST, true);
    }

    /** Reads between two positions of a file, or to its end; valid until the next call. */
    ByteBuffer part(String name, int from, int to) throws LogUnreadableException {
        return read(name, from, to, false);
    }

    private ByteBuffer read(String name, int from, int most, boolean whole) throws LogUnreadableException {
        try (LogDirectory.Input file = disk.open(name)) {
            long present = file.length();
            if (whole && present > most) {
                throw new IOException("it has " + present + " bytes");
            }
            int length = (int) Math.max(0, Math.min(most, present) - from);
            ByteBuffer bytes = ofLength(length);
            for (int at = 0; at < length; at += AT_ONCE) {
                if (!file.readAll(bytes.slice(at, Math.min(AT_ONCE, length - at)), (long) from + at)) {
                    throw new IOException("it ends before its length");
                }
            }
            return bytes;
        } catch (IOException e) {
            throw new LogUnreadableException(disk, name, e);
        }
    }

    private ByteBuffer ofLength(int length) {
        if (reused.capacity() < length) {
            reused = ByteBuffer.allocate(length);
        }
        return reused.clear().limit(length);
    }
}

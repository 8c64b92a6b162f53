package dev.larder.gateway.writebehind.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Reads files as a whole, as far as the disk lets it. */
final class Bytes {

    private static final int AT_ONCE = 1 << 20;
    private static final int PAGE = 4096;

    private final Disk disk;
    private ByteBuffer reused = ByteBuffer.allocate(0);
    private boolean unreadable;

    Bytes(Disk disk) {
        this.disk = disk;
    }

    /** Whether there has been anything that the disk did not read; it came as zeros. */
    boolean unreadable() {
        return unreadable;
    }

    /**
     * What a file begins with.
     *
     * @param most not more than this
     * @return valid until the next call
     */
    ByteBuffer of(String name, int most) {
        try (Disk.Input file = disk.open(name)) {
            int length = (int) Math.min(most, file.length());
            ByteBuffer bytes = ofLength(length);
            for (int at = 0; at < length; at += AT_ONCE) {
                read(file, bytes, at, Math.min(AT_ONCE, length - at));
            }
            return bytes;
        } catch (IOException e) {
            unreadable = true;
            return ofLength(0);
        }
    }

    private ByteBuffer ofLength(int length) {
        if (reused.capacity() < length) {
            reused = ByteBuffer.allocate(length);
        }
        return reused.clear().limit(length);
    }

    private void read(Disk.Input file, ByteBuffer bytes, int at, int length) {
        try {
            if (!file.readAll(bytes.slice(at, length), at)) {
                throw new IOException("the file is shorter than it says");
            }
        } catch (IOException e) {
            unreadable = true;
            for (int page = at; page < at + length; page += PAGE) {
                readPage(file, bytes, page, Math.min(PAGE, at + length - page));
            }
        }
    }

    private static void readPage(Disk.Input file, ByteBuffer bytes, int at, int length) {
        var page = new byte[length];
        try {
            file.readAll(ByteBuffer.wrap(page), at);
        } catch (IOException e) {
            Arrays.fill(page, (byte) 0);
        }
        bytes.put(at, page);
    }
}

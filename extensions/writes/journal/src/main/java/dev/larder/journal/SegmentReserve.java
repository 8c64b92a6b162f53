package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Space of the file system that belongs to records that free space: a file of zeros, which becomes the next segment where no other
 * can be created. It outlives the process. While it cannot be had, no ordinary record is taken. Used by the writing thread alone,
 * except {@link #bytes}.
 */
final class SegmentReserve {

    private static final int SMALLEST = 1 << 16;

    /** A log takes at most this fraction of what its file system holds for one segment, so that little has to end to free one. */
    private static final int SHARE = 16;

    /** Requests for the reserve until it is tried once more although the disk does not seem to have the space. */
    private static final int REQUESTS_PER_ATTEMPT = 64;

    private final LogDirectory disk;
    private final LogSegments segments;
    private final int segmentBytes;
    private LogDirectory.@Nullable Output file;
    private volatile int bytes;
    private int requests;

    SegmentReserve(LogDirectory disk, LogSegments segments, int segmentBytes) {
        this.disk = disk;
        this.segments = segments;
        this.segmentBytes = segmentBytes;
    }

    /** Takes over the file that an earlier process has left; without success it is deleted, as it may be too small. */
    void resume(List<String> names) {
        if (!names.contains(LogFileNames.RESERVE)) {
            return;
        }
        try {
            int length;
            try (LogDirectory.Input present = disk.open(LogFileNames.RESERVE)) {
                length = (int) Math.min(segmentBytes, present.length());
            }
            if (length < smallest()) {
                throw new IOException("the reserve is too small");
            }
            file = disk.reopen(LogFileNames.RESERVE);
            bytes = length;
        } catch (IOException unusable) {
            IoUtils.run(() -> disk.delete(LogFileNames.RESERVE));
        }
    }

    private int smallest() {
        return Math.min(SMALLEST, segmentBytes);
    }

    /** Returns the maximum bytes of a segment on this disk. */
    int segmentLimit() {
        long free = disk.free();
        if (free == Long.MAX_VALUE) {
            return segmentBytes;
        }
        return (int) Math.max(smallest(), Math.min(segmentBytes, (free + segments.bytes()) / SHARE));
    }

    /** Returns the reserved bytes. */
    int bytes() {
        return bytes;
    }

    boolean isTaken() {
        return file != null;
    }

    /** Whether the space is reserved, or the disk knows no limit; takes it if possible, which is tried rarely on a full disk. */
    boolean take() {
        if (file != null || disk.free() == Long.MAX_VALUE) {
            return true;
        }
        int wanted = segmentLimit();
        if (disk.free() < wanted && requests++ % REQUESTS_PER_ATTEMPT != 0) {
            return false;
        }
        try {
            file = fill(wanted);
            bytes = wanted;
            return true;
        } catch (IOException full) {
            return false;
        }
    }

    private LogDirectory.Output fill(int wanted) throws IOException {
        LogDirectory.Output created = disk.create(LogFileNames.RESERVE);
        try {
            ActiveSegment.fill(created, 0, wanted);
            created.force();
            disk.forceFolder();
            return created;
        } catch (IOException | RuntimeException e) {
            IoUtils.run(created::close);
            IoUtils.run(() -> disk.delete(LogFileNames.RESERVE));
            throw e;
        }
    }

    /** Makes the file a segment, which takes no space: its name changes only when its header is durable. */
    ActiveSegment use(LogSegment segment, ByteBuffer header) throws IOException {
        LogDirectory.Output used = file;
        if (used == null) {
            throw new IOException("there is no reserve");
        }
        int filled = bytes;
        file = null;
        bytes = 0;
        try {
            used.write(header, 0);
            used.force();
            disk.rename(LogFileNames.RESERVE, segment.name);
            disk.forceFolder();
            return new ActiveSegment(segment, used, new ActiveSegment.Extent(filled, filled, 0, segmentBytes));
        } catch (IOException | RuntimeException e) {
            IoUtils.run(used::close);
            IoUtils.run(() -> disk.delete(LogFileNames.RESERVE));
            IoUtils.run(() -> disk.delete(segment.name));
            throw e;
        }
    }

    void close() {
        LogDirectory.Output open = file;
        if (open != null) {
            IoUtils.run(open::close);
        }
    }
}

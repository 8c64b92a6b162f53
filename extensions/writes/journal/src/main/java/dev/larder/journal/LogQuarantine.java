package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps damaged data, and marks missing data, until the operator removes it. Nothing is changed before {@link #write},
 * which only adds files, and nothing is renamed before {@link #renameFiles}.
 */
final class LogQuarantine {

    private static final System.Logger LOG = System.getLogger(LogQuarantine.class.getName());

    private final LogDirectory disk;
    private final LogFileReader bytes;
    private final Set<String> names;
    private final List<Stretch> stretches = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private final List<Foreign> foreign = new ArrayList<>();
    private final List<String> written = new ArrayList<>();

    /** A range of a segment; the bytes before {@code present} exist. */
    private record Stretch(String segment, int from, int to, int present) {

        String copy() {
            return segment + "." + from + "-" + to + LogFileNames.QUARANTINE;
        }

        @Override
        public String toString() {
            return "bytes " + from + " to " + to + " of " + segment + " are damaged";
        }
    }

    private record Foreign(String name, String other, String why) {}

    /**
     * Creates the quarantine of a folder.
     *
     * @param names of its files
     */
    LogQuarantine(LogDirectory disk, Iterable<String> names) {
        this.disk = disk;
        this.bytes = new LogFileReader(disk);
        this.names = new HashSet<>();
        names.forEach(this.names::add);
    }

    int stretches() {
        return stretches.size();
    }

    int files() {
        return foreign.size();
    }

    int missing() {
        return missing.size();
    }

    /** Whether there is a quarantined file, of this start or of an earlier one. */
    boolean isOccupied() {
        return names.stream().anyMatch(name -> name.endsWith(LogFileNames.QUARANTINE));
    }

    /**
     * Schedules a range of a segment to be copied, unless it has been copied before.
     *
     * @param present end of the part of the range that exists
     */
    void keep(String segment, int from, int to, int present) {
        var stretch = new Stretch(segment, from, to, present);
        if (names.add(stretch.copy())) {
            stretches.add(stretch);
        }
    }

    /** Schedules a mark for a missing segment, which outlives the segment that refers to it. */
    void missed(String segment) {
        if (names.add(mark(segment))) {
            missing.add(segment);
        }
    }

    private static String mark(String segment) {
        return segment + ".missing" + LogFileNames.QUARANTINE;
    }

    /** Schedules a file to be renamed, so that it is not read again. */
    void setAside(String name, String why) {
        String other = name + LogFileNames.QUARANTINE;
        for (int i = 2; !names.add(other); i++) {
            other = name + "-" + i + LogFileNames.QUARANTINE;
        }
        foreign.add(new Foreign(name, other, why));
    }

    /**
     * Writes copies and marks; durable on return.
     *
     * @throws IOException if that fails: a range would be lost with its segment. Then {@link #undo} must be called
     */
    void write() throws IOException {
        for (Stretch stretch : stretches) {
            int from = Math.min(stretch.from, stretch.present);
            write(stretch.copy(), bytes.part(stretch.segment, from, stretch.present), stretch.toString());
        }
        for (String segment : missing) {
            write(mark(segment), ByteBuffer.allocate(0), segment + " is missing");
        }
        stretches.forEach(stretch -> log(stretch + "; " + stretch.copy() + " has a copy", null));
        missing.forEach(segment -> log(segment + " is missing; " + mark(segment) + " marks it", null));
    }

    private void write(String name, ByteBuffer content, String what) throws IOException {
        try {
            AtomicFileWriter.write(disk, name, content);
        } catch (IOException e) {
            throw new IOException(disk + ": " + what + ", and " + name + " cannot be written: " + e, e);
        }
        written.add(name);
    }

    /** Reverts {@link #write}, because the log is not opened after all. */
    void undo() {
        written.forEach(name -> IoUtils.run(() -> disk.delete(name)));
        written.clear();
        IoUtils.run(disk::forceFolder);
    }

    /** Renames the scheduled files. */
    void renameFiles() {
        foreign.forEach(this::rename);
    }

    private void rename(Foreign file) {
        String what = file.name + " " + file.why;
        try {
            disk.rename(file.name, file.other);
            disk.forceFolder();
            log(what + "; it is now " + file.other, null);
        } catch (IOException | RuntimeException e) {
            log(what + "; it is left as it is, since it cannot be renamed", e);
        }
    }

    private void log(String what, @Nullable Exception fault) {
        LOG.log(System.Logger.Level.ERROR, disk + ": " + what, fault);
    }
}

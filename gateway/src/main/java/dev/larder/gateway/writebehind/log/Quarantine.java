package dev.larder.gateway.writebehind.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps what is damaged, and marks what is missing, until the operator takes it away. */
final class Quarantine {

    private static final System.Logger LOG = System.getLogger(SegmentLog.class.getName());

    private final Disk disk;
    private final Set<String> names;
    private int stretches;
    private int files;

    /**
     * Of a folder.
     *
     * @param names of its files
     */
    Quarantine(Disk disk, Iterable<String> names) {
        this.disk = disk;
        this.names = new HashSet<>();
        names.forEach(this.names::add);
    }

    int stretches() {
        return stretches;
    }

    int files() {
        return files;
    }

    /** Whether there is anything in it, of this start or of an earlier one. */
    boolean isOccupied() {
        return names.stream().anyMatch(name -> name.endsWith(Names.QUARANTINE));
    }

    /**
     * Copies a stretch of a segment, unless that has been done before.
     *
     * @param present what is left of the stretch
     * @throws IOException if it cannot: the stretch would be lost with its segment
     */
    void keep(String segment, int from, int to, ByteBuffer present) throws IOException {
        String name = segment + "." + from + Names.QUARANTINE;
        if (names.add(name)) {
            write(name, present, "bytes " + from + " to " + to + " of " + segment + " are damaged");
            stretches++;
            log("bytes " + from + " to " + to + " of " + segment + " are damaged; " + name + " has a copy", null);
        }
    }

    /** Leaves a mark of a segment that should be there, which outlives the segment that names it. */
    void missed(String segment) throws IOException {
        String name = segment + ".missing" + Names.QUARANTINE;
        names.add(name);
        write(name, ByteBuffer.allocate(0), segment + " is missing");
        log(segment + " is missing; " + name + " marks it", null);
    }

    private void write(String name, ByteBuffer content, String what) throws IOException {
        try {
            Atomically.write(disk, name, content);
        } catch (IOException e) {
            throw new IOException(disk + ": " + what + ", and " + name + " cannot be written: " + e, e);
        }
    }

    /** Renames a file, so that it is not looked at again. */
    void setAside(String name, String why) {
        String other = name + Names.QUARANTINE;
        for (int i = 2; !names.add(other); i++) {
            other = name + "-" + i + Names.QUARANTINE;
        }
        files++;
        try {
            disk.rename(name, other);
            disk.forceFolder();
            log(name + " " + why + "; it is now " + other, null);
        } catch (IOException | RuntimeException e) {
            log(name + " " + why + "; it is left as it is, since it cannot be renamed", e);
        }
    }

    private void log(String what, @Nullable Exception fault) {
        LOG.log(System.Logger.Level.ERROR, disk + ": " + what, fault);
    }
}

package dev.larder.gateway.writebehind.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps what is damaged for somebody to look at. Never fails: what cannot be kept is logged. */
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

    /**
     * Copies a stretch of a segment, unless that has been done before.
     *
     * @param present what is left of the stretch
     */
    void keep(String segment, int from, int to, ByteBuffer present) {
        String name = segment + "." + from + Names.QUARANTINE;
        if (!names.add(name)) {
            return;
        }
        stretches++;
        log("bytes " + from + " to " + to + " of " + segment + " are damaged; " + name + " has a copy", null);
        try {
            Atomically.write(disk, name, present);
        } catch (IOException | RuntimeException e) {
            log(name + " cannot be written", e);
        }
    }

    /** Renames a file, so that it is not looked at again. */
    void setAside(String name, String why) {
        String other = name + Names.QUARANTINE;
        for (int i = 2; !names.add(other); i++) {
            other = name + "-" + i + Names.QUARANTINE;
        }
        files++;
        log(name + " " + why + "; it is now " + other, null);
        try {
            disk.rename(name, other);
            disk.forceFolder();
        } catch (IOException | RuntimeException e) {
            log(name + " cannot be renamed", e);
        }
    }

    private void log(String what, @Nullable Exception fault) {
        LOG.log(System.Logger.Level.ERROR, disk + ": " + what, fault);
    }
}

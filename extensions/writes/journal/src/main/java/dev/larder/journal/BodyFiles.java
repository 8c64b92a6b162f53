package dev.larder.journal;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;

/** Contents that are too large for records, each in a file of its own, which exists completely or not at all. */
public final class BodyFiles {

    private static final Pattern NAME = Pattern.compile("[0-9a-f]{32}\\.body");
    private static final String SUFFIX = ".body";

    private final LogDirectory disk;
    private static final SecureRandom RANDOM = new SecureRandom();

    private BodyFiles(LogDirectory disk) {
        this.disk = disk;
    }

    /** Uses the folder {@code bodies} in the folder of a log, which must be open before a content is written or deleted. */
    public static BodyFiles in(LogDirectory log) throws IOException {
        return new BodyFiles(log.folder("bodies"));
    }

    /**
     * Starts a new content.
     *
     * @throws NoSpaceException if the disk is full
     */
    public BodySink begin() throws IOException {
        var id = new byte[16];
        RANDOM.nextBytes(id);
        return new BodySink(disk, HexFormat.of().formatHex(id) + SUFFIX);
    }

    /** Opens a content for positional reads; to be closed by the caller. */
    public LogDirectory.Input open(String name) throws IOException {
        return disk.open(checked(name));
    }

    /** Deletes a content; if it reappears after a crash, {@link #sweep} finds it. */
    public void delete(String name) throws IOException {
        disk.delete(checked(name));
    }

    private static String checked(String name) throws IOException {
        if (!NAME.matcher(name).matches()) {
            throw new IOException("no content has such a name");
        }
        return name;
    }

    /**
     * Deletes unreferenced contents. Must be called before the first {@link #begin}.
     *
     * @param referenced names of the contents to keep
     * @return the number of deleted files
     */
    public int sweep(Set<String> referenced) throws IOException {
        int deleted = 0;
        for (String name : disk.list()) {
            boolean temporary = name.endsWith(SUFFIX + LogFileNames.TEMPORARY);
            boolean orphan = NAME.matcher(name).matches() && !referenced.contains(name);
            if (temporary || orphan) {
                disk.delete(name);
                deleted++;
            }
        }
        return deleted;
    }
}

package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Writes small files completely or not at all. */
final class AtomicFileWriter {

    private AtomicFileWriter() {}

    /** Writes a file that does not exist yet. It is durable on return; after a failure nothing is left. */
    static void write(LogDirectory disk, String name, ByteBuffer content) throws IOException {
        String temporary = unused(disk.list(), name);
        try {
            try (LogDirectory.Output file = disk.create(temporary)) {
                file.write(content.duplicate(), 0);
                file.force();
            }
            disk.rename(temporary, name);
            disk.forceFolder();
        } catch (IOException | RuntimeException e) {
            IoUtils.run(() -> disk.delete(temporary));
            IoUtils.run(() -> disk.delete(name));
            throw e;
        }
    }

    /** An earlier run may have left a temporary file, which stays until all files have been read. */
    private static String unused(List<String> names, String name) {
        String temporary = name + LogFileNames.TEMPORARY;
        for (int i = 2; names.contains(temporary); i++) {
            temporary = name + "-" + i + LogFileNames.TEMPORARY;
        }
        return temporary;
    }
}

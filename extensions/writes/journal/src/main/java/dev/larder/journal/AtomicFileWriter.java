package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Writes small files as a whole, or not at all. */
final class AtomicFileWriter {

    private AtomicFileWriter() {}

    /** Durable when this returns; if it fails, nothing is left. There must be no such file. */
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

    /** An earlier life may have left a temporary file, which stays until all has been read. */
    private static String unused(List<String> names, String name) {
        String temporary = name + LogFileNames.TEMPORARY;
        for (int i = 2; names.contains(temporary); i++) {
            temporary = name + "-" + i + LogFileNames.TEMPORARY;
        }
        return temporary;
    }
}

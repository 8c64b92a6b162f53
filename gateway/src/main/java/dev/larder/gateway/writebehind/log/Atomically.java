package dev.larder.gateway.writebehind.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Writes small files as a whole, or not at all. */
final class Atomically {

    private Atomically() {}

    /** Durable when this returns. There must be no such file. */
    static void write(Disk disk, String name, ByteBuffer content) throws IOException {
        String temporary = name + Names.TEMPORARY;
        try {
            try (Disk.Output file = disk.create(temporary)) {
                file.write(content.duplicate(), 0);
                file.force();
            }
            disk.rename(temporary, name);
            disk.forceFolder();
        } catch (IOException | RuntimeException e) {
            Quietly.run(() -> disk.delete(temporary));
            throw e;
        }
    }
}

package dev.larder.compare.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Directories of this run, deleted at its end. */
final class TemporaryDirectories {

    private final List<Path> directories = new CopyOnWriteArrayList<>();

    void add(Path directory) {
        directories.add(directory);
    }

    /** Deletes what can be deleted; what a dying process still writes is left to the system. */
    void run() {
        directories.forEach(TemporaryDirectories::delete);
        directories.clear();
    }

    private static void delete(Path directory) {
        try (var files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException gone) {
            // Nothing is left to delete, or nothing that may be.
        }
    }
}

package dev.larder.policies.eviction;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder {@code shared} of traces and reference figures, which lies beside the working copy and is no part of it. Found
 * by the system property {@code larder.shared}, or in the nearest directory above that has one.
 */
public final class SharedTraces {

    private SharedTraces() {}

    /** A file of that folder; skips the test, visibly, where there is none. */
    public static Path file(String name) {
        Optional<Path> file = folders()
                .map(folder -> folder.resolve(name))
                .filter(Files::exists)
                .findFirst();
        assumeThat(file).as("shared/%s beside the working copy", name).isPresent();
        return file.orElseThrow();
    }

    private static Stream<Path> folders() {
        String named = System.getProperty("larder.shared");
        if (named != null) {
            return Stream.of(Path.of(named));
        }
        return Stream.iterate(Path.of("").toAbsolutePath(), directory -> directory != null, Path::getParent)
                .map(directory -> directory.resolve("shared"));
    }
}

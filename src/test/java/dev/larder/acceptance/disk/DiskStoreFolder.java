package dev.larder.acceptance.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The folder of a store on disk, seen from outside: an index, and one file for each body. */
record DiskStoreFolder(Path path) {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** The index. */
    Path index() {
        return path.resolve("index.mv");
    }

    /** The sizes of the files with bodies, in ascending order (bytes). */
    List<Long> sizes() {
        return bodies().values().stream().sorted().toList();
    }

    /** The one file with a body of that size (bytes). */
    Path bodyOf(long size) {
        List<Path> files = bodies().entrySet().stream()
                .filter(body -> body.getValue() == size)
                .map(Map.Entry::getKey)
                .toList();
        if (files.size() != 1) {
            throw new AssertionError(files.size() + " files have " + size + " bytes: " + bodies());
        }
        return files.get(0);
    }

    /** Looks at the sizes again and again, with something to do in between, until they are as wanted or the patience is over. */
    List<Long> await(Predicate<List<Long>> wanted, Runnable meanwhile) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        List<Long> sizes = sizes();
        while (!wanted.test(sizes) && System.nanoTime() < deadline) {
            meanwhile.run();
            sizes = sizes();
        }
        return sizes;
    }

    private Map<Path, Long> bodies() {
        Map<Path, Long> bodies = new TreeMap<>();
        Path blobs = path.resolve("blobs");
        try {
            if (Files.exists(blobs)) {
                Files.walkFileTree(blobs, new Sizes(bodies));
            }
            return bodies;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Sizes extends SimpleFileVisitor<Path> {

        private final Map<Path, Long> bodies;

        Sizes(Map<Path, Long> bodies) {
            this.bodies = bodies;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bodies.put(file, attributes.size());
            return FileVisitResult.CONTINUE;
        }

        /** It was deleted meanwhile. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
        }
    }
}

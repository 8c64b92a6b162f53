package dev.larder.soak.watch;

import dev.larder.compare.process.CommandRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** A file system of its own, in memory, that can be filled; only root can mount one. */
public final class SmallDisk implements AutoCloseable {

    private static final int PIECE = 64 * 1024;

    private final Path at;
    private final Path filler;

    private SmallDisk(Path at) {
        this.at = at;
        this.filler = at.resolve("filler");
    }

    /** Of so many megabytes in that directory; none where it cannot be mounted. */
    public static Optional<SmallDisk> at(Path directory, int megabytes) throws IOException, InterruptedException {
        var before = Files.getFileStore(directory).name();
        CommandRunner.output("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "soak", directory.toString());
        return Files.getFileStore(directory).name().equals(before)
                ? Optional.empty()
                : Optional.of(new SmallDisk(directory));
    }

    /** Takes all the room there is by now. */
    public void fill() {
        try (var out = Files.newOutputStream(filler, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (Files.getFileStore(at).getUsableSpace() > 0) {
                out.write(new byte[PIECE]);
            }
        } catch (IOException full) {
            // That is what it is for.
        }
    }

    /** Gives the room back. */
    public void free() {
        try {
            Files.deleteIfExists(filler);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Unmounts it, at the latest once nobody uses it any more. */
    @Override
    public void close() {
        try {
            CommandRunner.output("umount", "--lazy", at.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

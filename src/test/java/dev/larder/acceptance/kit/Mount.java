package dev.larder.acceptance.kit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A file system that is mounted until it is closed; only root can have one. */
public record Mount(Path at) implements AutoCloseable {

    /** One in memory that holds so many megabytes; empty where it cannot be mounted. */
    public static Optional<Mount> small(Path at, int megabytes) {
        return run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", at.toString())
                ? Optional.of(new Mount(at))
                : Optional.empty();
    }

    /** The same files as before, which nobody can change any more; empty where it cannot be mounted. */
    public static Optional<Mount> readOnly(Path at) {
        if (!run("mount", "--bind", at.toString(), at.toString())) {
            return Optional.empty();
        }
        Mount mount = new Mount(at);
        if (run("mount", "-o", "remount,bind,ro", at.toString())) {
            return Optional.of(mount);
        }
        mount.close();
        return Optional.empty();
    }

    /** Unmounts it, at the latest once nobody uses it any more. */
    @Override
    public void close() {
        if (!run("umount", at.toString()) && !run("umount", "--lazy", at.toString())) {
            throw new AssertionError(at + " is still mounted");
        }
    }

    private static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(List.of(command))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            // The system has no such program.
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}

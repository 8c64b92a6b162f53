package dev.larder.acceptance.kit;

import java.nio.file.Path;
import java.util.Optional;

/** A file system that is mounted until it is closed; only root can have one. */
public record MountedFileSystem(Path at) implements AutoCloseable {

    /** One in memory that holds so many megabytes; empty where it cannot be mounted. */
    public static Optional<MountedFileSystem> small(Path at, int megabytes) {
        return SystemPrograms.succeeds("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", at.toString())
                ? Optional.of(new MountedFileSystem(at))
                : Optional.empty();
    }

    /** The same files as before, which nobody can change any more; empty where it cannot be mounted. */
    public static Optional<MountedFileSystem> readOnly(Path at) {
        if (!SystemPrograms.succeeds("mount", "--bind", at.toString(), at.toString())) {
            return Optional.empty();
        }
        MountedFileSystem mount = new MountedFileSystem(at);
        if (SystemPrograms.succeeds("mount", "-o", "remount,bind,ro", at.toString())) {
            return Optional.of(mount);
        }
        mount.close();
        return Optional.empty();
    }

    /** Unmounts it, at the latest once nobody uses it any more. */
    @Override
    public void close() {
        if (!SystemPrograms.succeeds("umount", at.toString())
                && !SystemPrograms.succeeds("umount", "--lazy", at.toString())) {
            throw new AssertionError(at + " is still mounted");
        }
    }
}

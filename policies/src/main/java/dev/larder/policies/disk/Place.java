package dev.larder.policies.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** Where the parts of a folder lie. */
record Place(Path folder) {

    Path index() {
        return folder.resolve("index.mv");
    }

    Path blobs() {
        return folder.resolve("blobs");
    }

    /** Makes sure that there is such a folder, for its owner only if that can be said. */
    void create() {
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + folder + " for stored responses cannot be created", e);
        }
        try {
            var view = Files.getFileAttributeView(folder, PosixFileAttributeView.class);
            if (view != null) {
                view.setPermissions(PosixFilePermissions.fromString("rwx------"));
            }
        } catch (IOException e) {
            System.getLogger(Place.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot restrict who reads " + folder, e);
        }
    }

    /**
     * Takes the folder for this process.
     *
     * @throws IOException if nothing can be written there
     */
    FileChannel lock() throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean locked = false;
        try {
            locked = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            throw new FolderInUseException(folder);
        } finally {
            if (!locked) {
                channel.close();
            }
        }
        if (!locked) {
            throw new FolderInUseException(folder);
        }
        return channel;
    }

    static void unlock(@Nullable FileChannel lock) {
        if (lock != null) {
            BlobWriter.closeQuietly(lock);
        }
    }

    void createBlobs() throws IOException {
        if (!Files.isDirectory(blobs())) {
            Files.createDirectory(blobs());
        }
    }

    void deleteIndex() throws IOException {
        Files.deleteIfExists(index());
    }
}

package dev.larder.disk.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Paths of the parts of a folder. */
record FolderLayout(Path folder) {

    private static final System.Logger LOG = System.getLogger(FolderLayout.class.getName());
    private static final String FOLDER = "rwx------";
    private static final String FILE = "rw-------";
    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString(FOLDER);

    Path index() {
        return folder.resolve("index.mv");
    }

    Path blobs() {
        return folder.resolve("blobs");
    }

    /** Ensures that the folder exists: a new one is for its owner only, an existing one is unchanged. */
    void create() {
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder, only(FOLDER));
            } else if (hasOthers()) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0} is open to other users. The responses in it are not; users that may write to the folder can"
                                + " delete them. To close it: chmod 700 {0}",
                        folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + folder + " for stored responses cannot be created", e);
        }
    }

    private boolean hasOthers() throws IOException {
        var view = Files.getFileAttributeView(folder, PosixFileAttributeView.class);
        return view != null && !OWNER.containsAll(view.readAttributes().permissions());
    }

    /** Removes the access of other users that an earlier version has left; not through a link, whose target may be any file. */
    private static void close(Path part, String permissions) {
        Set<PosixFilePermission> only = PosixFilePermissions.fromString(permissions);
        try {
            Path real = part.toRealPath();
            var view = Files.getFileAttributeView(real, PosixFileAttributeView.class);
            if (view == null || only.containsAll(view.readAttributes().permissions())) {
                return;
            }
            if (Files.isSymbolicLink(part)) {
                throw new IOException(part + " is a link to " + real);
            }
            view.setPermissions(only);
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    part + " is open to other users, and that cannot be changed: " + e.getMessage()
                            + ". Change the mode to " + permissions + " where it lies");
        }
    }

    /** Returns permissions for a new file or folder; none if the file system has none. */
    private FileAttribute<?>[] only(String permissions) {
        return Files.getFileAttributeView(folder, PosixFileAttributeView.class) == null
                ? new FileAttribute<?>[0]
                : new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                };
    }

    /**
     * Locks the folder for this process.
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
            BlobFiles.closeQuietly(lock);
        }
    }

    /** Creates the parts with access for their owner only, whatever the folder's permissions. */
    void createParts() throws IOException {
        if (!Files.isDirectory(blobs())) {
            Files.createDirectory(blobs(), only(FOLDER));
        }
        if (Files.notExists(index())) {
            Files.createFile(index(), only(FILE));
        }
        close(blobs(), FOLDER);
        close(index(), FILE);
    }

    void deleteIndex() throws IOException {
        Files.deleteIfExists(index());
    }
}

package dev.larder.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A folder of the file system, with mode 0700 if created here, and files of mode 0600. */
public final class LocalLogDirectory implements LogDirectory {

    private static final System.Logger LOG = System.getLogger(LocalLogDirectory.class.getName());

    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private final Path folder;
    private final boolean posix;

    private LocalLogDirectory(Path folder, boolean posix) {
        this.folder = folder;
        this.posix = posix;
    }

    /**
     * Opens the folder, which is created with access for its owner only if it does not exist. An existing folder is not
     * changed; access by others is logged. Files of a log in it become accessible to their owner only.
     *
     * @throws IOException if that fails
     */
    public static LocalLogDirectory at(Path folder) throws IOException {
        Path whole = folder.toAbsolutePath().normalize();
        boolean posix = whole.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (!Files.isDirectory(whole)) {
            create(whole, posix);
        } else if (posix) {
            warnIfShared(whole);
            closeFiles(whole);
        }
        return new LocalLogDirectory(whole, posix);
    }

    private static void create(Path folder, boolean posix) throws IOException {
        if (!posix) {
            Files.createDirectories(folder);
            return;
        }
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER));
        Path parent = folder.getParent();
        if (parent != null) {
            force(parent);
        }
    }

    private static void warnIfShared(Path folder) throws IOException {
        Set<PosixFilePermission> present = Files.getPosixFilePermissions(folder);
        if (!FOLDER.containsAll(present)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} is open to other users ({1}). The files in it are not; users that may write to the folder can delete"
                            + " them. To close it: chmod 700 {0}",
                    folder,
                    PosixFilePermissions.toString(present));
        }
    }

    /** Copies and earlier versions may have left files accessible. */
    private static void closeFiles(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, LocalLogDirectory::isOfLog)) {
            files.forEach(file -> close(file, FILE));
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static boolean isOfLog(Path file) {
        String name = String.valueOf(file.getFileName());
        return LogFileNames.isSegment(name)
                || name.equals(LogFileNames.OWNER)
                || name.equals(LogFileNames.RESERVE)
                || name.endsWith(LogFileNames.QUARANTINE);
    }

    private static void close(Path part, Set<PosixFilePermission> permissions) {
        var view = Files.getFileAttributeView(part, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        try {
            PosixFileAttributes present = view.readAttributes();
            if (!present.isSymbolicLink() && !permissions.containsAll(present.permissions())) {
                view.setPermissions(permissions);
            }
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} is open to other users, and that cannot be changed ({1}). Change its mode to {2}",
                    part,
                    e,
                    PosixFilePermissions.toString(permissions));
        }
    }

    private static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private FileChannel channel(String name, OpenOption... options) throws IOException {
        FileAttribute<?>[] attributes =
                posix ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(FILE)} : new FileAttribute<?>[0];
        Set<OpenOption> all = new HashSet<>(List.of(options));
        all.add(LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(folder.resolve(name), all, attributes);
    }

    @Override
    public Output create(String name) throws IOException {
        try {
            return new LocalFileOutput(
                    channel(name, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), this::free);
        } catch (IOException e) {
            throw LocalFileOutput.typed(e, free(), 1);
        }
    }

    @Override
    public Output reopen(String name) throws IOException {
        return new LocalFileOutput(channel(name, StandardOpenOption.WRITE), this::free);
    }

    @Override
    public long free() {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    @Override
    public Input open(String name) throws IOException {
        return new LocalFileInput(channel(name, StandardOpenOption.READ));
    }

    @Override
    public void truncate(String name, long length) throws IOException {
        try (FileChannel channel = channel(name, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    @Override
    public void force(String name) throws IOException {
        try (FileChannel channel = channel(name, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    @Override
    public List<String> list() throws IOException {
        try (var all = Files.list(folder)) {
            return all.filter(file -> !Files.isDirectory(file))
                    .map(file -> folder.relativize(file).toString())
                    .toList();
        }
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(folder.resolve(from), folder.resolve(to));
    }

    @Override
    public void delete(String name) throws IOException {
        Files.delete(folder.resolve(name));
    }

    @Override
    public void forceFolder() throws IOException {
        if (posix) {
            force(folder);
        }
    }

    @Override
    public Closeable lock(String name) throws IOException {
        return DirectoryLock.of(
                folder.toRealPath(), () -> channel(name, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    }

    @Override
    public LogDirectory folder(String name) throws IOException {
        Path part = folder.resolve(name);
        if (posix && Files.isDirectory(part)) {
            close(part, FOLDER);
        }
        return at(part);
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}

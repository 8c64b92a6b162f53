package dev.larder.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A lock on a folder. Locks of this process are checked before the file is opened, because closing any channel of a
 * locked file would release its lock.
 */
final class DirectoryLock implements Closeable {

    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel channel;

    private DirectoryLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /** Opens the file to be locked. */
    interface Opening extends Callable<FileChannel> {

        @Override
        FileChannel call() throws IOException;
    }

    static DirectoryLock of(Path folder, Opening opening) throws IOException {
        if (!HELD.add(folder)) {
            throw new LogInUseException(folder.toString());
        }
        try {
            return new DirectoryLock(folder, locked(folder, opening.call()));
        } catch (IOException | RuntimeException e) {
            HELD.remove(folder);
            throw e;
        }
    }

    private static FileChannel locked(Path folder, FileChannel channel) throws IOException {
        boolean locked = false;
        try {
            locked = channel.tryLock() != null;
        } finally {
            if (!locked) {
                channel.close();
            }
        }
        if (!locked) {
            throw new LogInUseException(folder.toString());
        }
        return channel;
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD.remove(folder);
        }
    }
}

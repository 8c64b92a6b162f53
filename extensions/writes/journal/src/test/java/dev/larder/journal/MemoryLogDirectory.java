package dev.larder.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A disk in memory that notes what is done to it, and can fail. */
final class MemoryLogDirectory implements LogDirectory {

    /** Throws what the disk shall throw. */
    interface Fault {

        void before(LogDirectoryOperation op) throws IOException;
    }

    /** A file. */
    static final class Inode {
        final int id;
        byte[] bytes;

        Inode(int id, byte[] bytes) {
            this.id = id;
            this.bytes = bytes;
        }
    }

    final List<LogDirectoryOperation> ops = new ArrayList<>();
    final Map<String, Inode> files = new TreeMap<>();
    final Map<String, MemoryLogDirectory> folders = new TreeMap<>();
    final Set<Integer> failed = new HashSet<>();
    int forcedAfterFailure;
    int openFiles;
    Fault fault = op -> {};
    long capacity = Long.MAX_VALUE;
    private boolean locked;
    private int inodes;

    static MemoryLogDirectory of(Map<String, byte[]> content) {
        var disk = new MemoryLogDirectory();
        content.forEach((name, bytes) -> disk.files.put(name, new Inode(disk.inodes++, bytes.clone())));
        return disk;
    }

    /** What is in it now. */
    synchronized Map<String, byte[]> content() {
        Map<String, byte[]> content = new TreeMap<>();
        files.forEach((name, inode) -> content.put(name, inode.bytes.clone()));
        return content;
    }

    /** The process that has it locked is no more. */
    synchronized void unlock() {
        locked = false;
    }

    /** From now on each operation of this kind fails. */
    void failOn(Class<? extends LogDirectoryOperation> kind, IOException failure) {
        fault = op -> {
            if (kind.isInstance(op)) {
                throw failure;
            }
        };
    }

    /** Nothing fails any more. */
    void heal() {
        fault = op -> {};
    }

    synchronized void note(LogDirectoryOperation.What what, int id) {
        ops.add(new LogDirectoryOperation.Note(what, id));
    }

    private synchronized void closed() {
        openFiles--;
    }

    private void happens(LogDirectoryOperation op) throws IOException {
        fault.before(op);
        ops.add(op);
    }

    private Inode inode(String name) throws IOException {
        Inode inode = files.get(name);
        if (inode == null) {
            throw new NoSuchFileException(name);
        }
        return inode;
    }

    @Override
    public synchronized Output create(String name) throws IOException {
        if (files.containsKey(name)) {
            throw new IOException("there is a file " + name);
        }
        var inode = new Inode(inodes++, new byte[0]);
        happens(new LogDirectoryOperation.Create(name, inode.id));
        files.put(name, inode);
        openFiles++;
        return new MemoryOutput(inode);
    }

    @Override
    public synchronized Output reopen(String name) throws IOException {
        Inode inode = inode(name);
        openFiles++;
        return new MemoryOutput(inode);
    }

    @Override
    public synchronized long free() {
        return capacity == Long.MAX_VALUE
                ? capacity
                : capacity
                        - files.values().stream()
                                .mapToLong(inode -> inode.bytes.length)
                                .sum();
    }

    @Override
    public synchronized Input open(String name) throws IOException {
        Inode inode = inode(name);
        openFiles++;
        return new Input() {
            @Override
            public long length() {
                return inode.bytes.length;
            }

            @Override
            public int read(ByteBuffer into, long at) throws IOException {
                synchronized (MemoryLogDirectory.this) {
                    if (at >= inode.bytes.length) {
                        return -1;
                    }
                    int count = Math.min(into.remaining(), inode.bytes.length - (int) at);
                    into.put(inode.bytes, (int) at, count);
                    return count;
                }
            }

            @Override
            public void close() {
                closed();
            }
        };
    }

    @Override
    public synchronized void truncate(String name, long length) throws IOException {
        new MemoryOutput(inode(name)).truncate(length);
    }

    @Override
    public synchronized void force(String name) throws IOException {
        happens(new LogDirectoryOperation.Force(inode(name).id));
    }

    @Override
    public synchronized List<String> list() {
        return List.copyOf(files.keySet());
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        Inode inode = inode(from);
        happens(new LogDirectoryOperation.Rename(from, to));
        files.remove(from);
        files.put(to, inode);
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        inode(name);
        happens(new LogDirectoryOperation.Delete(name));
        files.remove(name);
    }

    @Override
    public synchronized void forceFolder() throws IOException {
        happens(new LogDirectoryOperation.ForceFolder());
    }

    @Override
    public synchronized Closeable lock(String name) throws IOException {
        if (locked) {
            throw new LogInUseException("memory");
        }
        locked = true;
        return this::unlock;
    }

    @Override
    public synchronized LogDirectory folder(String name) {
        return folders.computeIfAbsent(name, any -> new MemoryLogDirectory());
    }

    @Override
    public String toString() {
        return "memory";
    }

    private final class MemoryOutput implements Output {
        private final Inode inode;

        MemoryOutput(Inode inode) {
            this.inode = inode;
        }

        @Override
        public void write(ByteBuffer bytes, long at) throws IOException {
            synchronized (MemoryLogDirectory.this) {
                var copy = new byte[bytes.remaining()];
                bytes.get(copy);
                if (at + copy.length - inode.bytes.length > free()) {
                    throw new NoSpaceException(new IOException("no space left on device"));
                }
                happens(new LogDirectoryOperation.Write(inode.id, (int) at, copy));
                inode.bytes = CrashState.written(inode.bytes, (int) at, copy);
            }
        }

        @Override
        public void truncate(long length) throws IOException {
            synchronized (MemoryLogDirectory.this) {
                if (length < inode.bytes.length) {
                    happens(new LogDirectoryOperation.Truncate(inode.id, (int) length));
                    inode.bytes = Arrays.copyOf(inode.bytes, (int) length);
                }
            }
        }

        @Override
        public void force() throws IOException {
            synchronized (MemoryLogDirectory.this) {
                if (failed.contains(inode.id)) {
                    forcedAfterFailure++;
                }
                try {
                    happens(new LogDirectoryOperation.Force(inode.id));
                } catch (IOException e) {
                    failed.add(inode.id);
                    throw e;
                }
            }
        }

        @Override
        public void close() {
            closed();
        }
    }
}

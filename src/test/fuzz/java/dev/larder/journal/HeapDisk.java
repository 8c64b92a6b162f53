package dev.larder.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A folder of files in the heap. */
final class HeapDisk implements LogDirectory {

    private final Map<String, byte[]> files;

    HeapDisk(Map<String, byte[]> files) {
        this.files = new TreeMap<>(files);
    }

    Map<String, byte[]> files() {
        return new TreeMap<>(files);
    }

    private byte[] existing(String name) throws IOException {
        byte[] bytes = files.get(name);
        if (bytes == null) {
            throw new IOException("no file " + name);
        }
        return bytes;
    }

    @Override
    public Output create(String name) throws IOException {
        if (files.putIfAbsent(name, new byte[0]) != null) {
            throw new IOException("there is a file " + name);
        }
        return new HeapOutput(name);
    }

    @Override
    public Output reopen(String name) throws IOException {
        existing(name);
        return new HeapOutput(name);
    }

    @Override
    public Input open(String name) throws IOException {
        byte[] bytes = existing(name);
        return new Input() {
            @Override
            public long length() {
                return bytes.length;
            }

            @Override
            public int read(ByteBuffer into, long at) {
                int count = (int) Math.min(into.remaining(), bytes.length - at);
                if (count <= 0) {
                    return -1;
                }
                into.put(bytes, (int) at, count);
                return count;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void truncate(String name, long length) throws IOException {
        files.put(name, Arrays.copyOf(existing(name), (int) Math.min(length, existing(name).length)));
    }

    @Override
    public void force(String name) throws IOException {
        existing(name);
    }

    @Override
    public List<String> list() {
        return List.copyOf(files.keySet());
    }

    @Override
    public void rename(String from, String to) throws IOException {
        files.put(to, existing(from));
        files.remove(from);
    }

    @Override
    public void delete(String name) throws IOException {
        existing(name);
        files.remove(name);
    }

    @Override
    public void forceFolder() {}

    @Override
    public Closeable lock(String name) {
        return () -> {};
    }

    @Override
    public LogDirectory folder(String name) {
        return new HeapDisk(Map.of());
    }

    @Override
    public String toString() {
        return "heap";
    }

    private final class HeapOutput implements Output {

        private final String name;

        private HeapOutput(String name) {
            this.name = name;
        }

        @Override
        public void write(ByteBuffer bytes, long at) throws IOException {
            byte[] before = existing(name);
            byte[] after = Arrays.copyOf(before, Math.max(before.length, (int) at + bytes.remaining()));
            bytes.get(after, (int) at, bytes.remaining());
            files.put(name, after);
        }

        @Override
        public void truncate(long length) throws IOException {
            HeapDisk.this.truncate(name, length);
        }

        @Override
        public void force() {}

        @Override
        public void close() {}
    }
}

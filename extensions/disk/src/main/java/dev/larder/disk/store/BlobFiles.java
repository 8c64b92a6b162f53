package dev.larder.disk.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;

/** The files of a folder: each has a number that no other file ever had, and exists as long as it has a holder. */
final class BlobFiles {

    /** Space reserved for the index, in bytes: writing the index must not fail for lack of it. */
    static final long ROOM_TO_LEAVE = 4 << 20;

    private static final int PIECE = 1 << 16;
    private static final HexFormat HEX = HexFormat.of();

    private final Path root;
    private final DiskFaults faults;
    private final Executor later;
    private final Map<Long, BlobUsage> holds = new ConcurrentHashMap<>();

    /** Modification times of the files whose bytes this process has verified; unused if it always verifies. */
    private final Map<Long, Long> verified = new ConcurrentHashMap<>();

    private final Numbers numbers;

    /** Supplies numbers for new files. */
    interface Numbers {
        long next() throws IOException;
    }

    /** Creates the files of this folder; {@code later} deletes them for threads that must not block. */
    BlobFiles(Path root, DiskFaults faults, Executor later, Numbers numbers) {
        this.root = root;
        this.faults = faults;
        this.later = later;
        this.numbers = numbers;
    }

    DiskFaults faults() {
        return faults;
    }

    static String nameOf(long id) {
        return HEX.toHexDigits(id);
    }

    static String folderOf(long id) {
        return HEX.toHexDigits((byte) id);
    }

    Path path(long id) {
        return root.resolve(folderOf(id)).resolve(nameOf(id));
    }

    /** Returns the number of a new file, for which there is room. */
    long nextId() throws IOException {
        long id = numbers.next();
        checkRoom();
        return id;
    }

    /** Creates a file, which its creator holds. */
    FileChannel create(long id) throws IOException {
        FileChannel channel = newFile(id);
        holds.put(id, BlobUsage.CREATED);
        return channel;
    }

    static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            System.getLogger(BlobFiles.class.getName()).log(System.Logger.Level.DEBUG, "cannot close a file", e);
        }
    }

    private FileChannel newFile(long id) throws IOException {
        Path path = path(id);
        try {
            return newFile(path);
        } catch (NoSuchFileException e) {
            Files.createDirectories(path.getParent());
            return newFile(path);
        }
    }

    private static FileChannel newFile(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** Throws unless there is more free space than is reserved for the index. */
    void checkRoom() throws IOException {
        long room = root.toFile().getUsableSpace();
        if (room < ROOM_TO_LEAVE) {
            throw new IOException("no room: " + room + " bytes are free where " + root + " lies");
        }
    }

    IOException failed(IOException e) {
        faults.happened(DiskFaults.Kind.WRITE, "a content cannot be written to " + root + " and is not stored", e);
        return e;
    }

    /** Keeps the file until it is unpinned; false if it is being deleted. */
    boolean pin(long id) {
        var pinned = new AtomicBoolean();
        holds.compute(id, (same, now) -> {
            BlobUsage held = now == null ? BlobUsage.AT_REST : now;
            pinned.set(!held.going());
            return held.going() ? held : held.pin(1);
        });
        return pinned.get();
    }

    /** Removes a pin; deletes the file and returns true if that was the last hold. */
    boolean unpin(long id) {
        return updateUsage(id, held -> held.pin(-1), Runnable::run);
    }

    void unpinLater(long id) {
        updateUsage(id, held -> held.pin(-1), later);
    }

    /** Ends the creator's hold; deletes the file if that was the last hold. */
    void releaseNow(long id) {
        updateUsage(id, BlobUsage::release, Runnable::run);
    }

    /** Ends the creator's hold; deletes the file later if that was the last hold. */
    void release(long id) {
        updateUsage(id, BlobUsage::release, later);
    }

    /** Assigns the file, which is created or pinned, to an entry; false if another entry has it. */
    boolean enter(long id) {
        var entered = new AtomicBoolean();
        holds.computeIfPresent(id, (same, held) -> {
            entered.set(!held.entered() && !held.going());
            return entered.get() ? held.enter(true) : held;
        });
        return entered.get();
    }

    /** Undoes {@link #enter}; the file is still created or pinned. */
    void takeBack(long id) {
        updateUsage(id, held -> held.enter(false), later);
    }

    /** Turns the hold of the file's entry, which leaves, into a pin. */
    void leave(long id) {
        holds.compute(id, (same, now) -> {
            BlobUsage held = now == null ? BlobUsage.AT_REST : now;
            return held.enter(false).pin(1);
        });
    }

    /** Whether some entry has the file, which is created or pinned. */
    boolean isEntered(long id) {
        BlobUsage held = holds.get(id);
        return held == null || held.entered();
    }

    private boolean updateUsage(long id, UnaryOperator<BlobUsage> step, Executor deleter) {
        BlobUsage after = holds.compute(id, (same, now) -> {
            BlobUsage next = step.apply(now == null ? BlobUsage.AT_REST : now);
            if (next.equals(BlobUsage.AT_REST)) {
                return null;
            }
            return next.isNobody() ? next.go() : next;
        });
        boolean goes = after != null && after.going();
        if (goes) {
            deleter.execute(() -> delete(id));
        }
        return goes;
    }

    private void delete(long id) {
        verified.remove(id);
        try {
            Files.deleteIfExists(path(id));
            holds.remove(id);
        } catch (IOException e) {
            faults.happened(DiskFaults.Kind.WRITE, "a content that is not needed any more cannot be deleted", e);
        }
    }

    /** Ends the holds of all entries. */
    void forgetEntries() {
        for (Long id : holds.keySet()) {
            if (pin(id)) {
                updateUsage(id, held -> held.enter(false), Runnable::run);
                unpin(id);
            }
        }
    }

    boolean isHeld(long id) {
        return holds.containsKey(id);
    }

    /** Returns the bytes of a file, after verifying all of them. */
    byte[] read(BlobRef ref) throws IOException {
        try (var channel = open(ref)) {
            var bytes = ByteBuffer.allocate(Math.toIntExact(ref.length()));
            int read;
            do {
                read = channel.read(bytes);
            } while (read >= 0 && bytes.hasRemaining());
            var crc = new CRC32C();
            crc.update(bytes.array(), 0, bytes.position());
            check(ref, crc);
            return bytes.array();
        }
    }

    /** Opens the file, after verifying all of its bytes unless this process has done so. */
    FileChannel openChecked(BlobRef ref) throws IOException {
        FileChannel channel = open(ref);
        boolean right = false;
        try {
            Long changed = changed(ref.id());
            if (!changed.equals(verified.get(ref.id()))) {
                check(ref, crcOf(channel));
                verified.put(ref.id(), changed);
            }
            right = true;
            return channel;
        } finally {
            if (!right) {
                channel.close();
            }
        }
    }

    /** Records that this process has verified the bytes of the file. */
    void verified(BlobRef ref) throws IOException {
        verified.put(ref.id(), changed(ref.id()));
    }

    private Long changed(long id) throws IOException {
        return Files.getLastModifiedTime(path(id), LinkOption.NOFOLLOW_LINKS).to(TimeUnit.NANOSECONDS);
    }

    private FileChannel open(BlobRef ref) throws IOException {
        FileChannel channel = FileChannel.open(path(ref.id()), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        long length = channel.size();
        if (length != ref.length()) {
            channel.close();
            throw new DamagedFileException(path(ref.id()) + " has " + length + " bytes, not " + ref.length());
        }
        return channel;
    }

    private static CRC32C crcOf(FileChannel channel) throws IOException {
        var crc = new CRC32C();
        var piece = ByteBuffer.allocate(PIECE);
        long at = 0;
        for (int read = channel.read(piece, at); read >= 0; read = channel.read(piece.clear(), at)) {
            crc.update(piece.flip());
            at += read;
        }
        return crc;
    }

    private void check(BlobRef ref, CRC32C found) throws DamagedFileException {
        if (found.getValue() != ref.checksum()) {
            throw new DamagedFileException(path(ref.id()) + " has bytes that were never written to it");
        }
    }
}

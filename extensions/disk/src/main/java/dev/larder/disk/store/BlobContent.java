package dev.larder.disk.store;

import dev.larder.cache.spi.EntryContent;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A complete content in a file of a {@link DiskFolder}. Equal to another if both are the same file. */
public final class BlobContent implements EntryContent {

    private final BlobFiles files;
    private final BlobRef ref;
    private final AtomicReference<@Nullable FileChannel> creation;
    private volatile @Nullable BlobOwner owner;

    /** Creates the content of a file that its creator still holds, and writes through this channel. */
    BlobContent(BlobFiles files, BlobRef ref, FileChannel creation) {
        this.files = files;
        this.ref = ref;
        this.creation = new AtomicReference<>(creation);
    }

    /** Creates the content of an entry's file. */
    BlobContent(BlobFiles files, BlobRef ref, BlobOwner owner) {
        this.files = files;
        this.ref = ref;
        this.creation = new AtomicReference<>();
        this.owner = owner;
    }

    @Override
    public long length() {
        return ref.length();
    }

    /** Returns the CRC32C of the content. */
    public long checksum() {
        return ref.checksum();
    }

    /**
     * Opens the file, which then stays until it is closed. Blocks: checks the length, and all bytes unless this process has
     * written or checked them.
     *
     * @return empty if the file has gone with its entry, is damaged, or cannot be read; the last two are counted
     */
    public Optional<OpenBlob> open() {
        if (!files.pin(ref.id())) {
            return Optional.empty();
        }
        boolean opened = false;
        try {
            var open = new OpenBlob(files, ref, files.openChecked(ref));
            opened = true;
            return Optional.of(open);
        } catch (NoSuchFileException | DamagedFileException e) {
            damaged(e);
        } catch (IOException e) {
            files.faults().happened(DiskFaults.Kind.READ, "a stored content cannot be read", e);
        } finally {
            if (!opened) {
                unpin();
            }
        }
        return Optional.empty();
    }

    /** Reports damage. A missing file whose entry has left is none: entries leave before their files do. */
    private void damaged(IOException e) {
        BlobOwner known = owner;
        if (known == null || known.isOwnerOf(ref.id()) || e instanceof DamagedFileException) {
            files.faults().happened(DiskFaults.Kind.DAMAGED, "a stored content is damaged and was dropped", e);
        }
        if (known != null) {
            known.drop(ref.id());
        }
    }

    /** Ends the creator's hold: the file stays only while an entry or a reader holds it. Idempotent. */
    public void release() {
        FileChannel channel = creation.getAndSet(null);
        if (channel != null) {
            BlobFiles.closeQuietly(channel);
            files.release(ref.id());
        }
    }

    /** Like {@link #release}, for threads that may block: a file without holders is deleted on return. */
    void releaseNow() {
        FileChannel channel = creation.getAndSet(null);
        if (channel != null) {
            BlobFiles.closeQuietly(channel);
            files.releaseNow(ref.id());
        }
    }

    void unpin() {
        files.unpinLater(ref.id());
    }

    void ownedBy(BlobOwner entry) {
        owner = entry;
    }

    boolean isOf(BlobFiles others) {
        return files == others;
    }

    BlobRef ref() {
        return ref;
    }

    Path path() {
        return files.path(ref.id());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BlobContent that && files == that.files && ref.id() == that.ref.id();
    }

    @Override
    public int hashCode() {
        return Long.hashCode(ref.id());
    }

    @Override
    public String toString() {
        return "blob " + ref.id() + " of " + ref.length() + " bytes";
    }
}

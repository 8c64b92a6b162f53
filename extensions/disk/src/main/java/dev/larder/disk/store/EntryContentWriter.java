package dev.larder.disk.store;

import dev.larder.cache.spi.EntryContent;
import dev.larder.cache.spi.HeapContent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Writes the contents of an entry to be stored into files, and holds the files until it is closed. */
final class EntryContentWriter implements AutoCloseable {

    private static final int PIECE = 1 << 16;

    private final BlobFiles files;
    private final List<BlobRef> current;
    private final List<BlobContent> blobs = new ArrayList<>(1);
    private final List<BlobContent> created = new ArrayList<>(1);
    private final List<BlobContent> pinned = new ArrayList<>(1);
    private final Map<BlobContent, HeapContent> written = new HashMap<>(2);

    /** Creates a writer without contents, for a key that currently has this record. */
    EntryContentWriter(BlobFiles files, @Nullable DiskRecord current) {
        this.files = files;
        this.current = current == null ? List.of() : current.blobs();
    }

    /**
     * Writes the content unless it is in a file already; blocks.
     *
     * @throws IOException if it cannot be written, or its file has gone
     */
    void add(EntryContent content) throws IOException {
        if (content instanceof HeapContent heap) {
            add(heap);
        } else if (content instanceof BlobContent blob) {
            add(blob);
        } else {
            throw new IllegalArgumentException("a content is in the heap or in a file, not a " + content.getClass());
        }
    }

    private void add(HeapContent heap) throws IOException {
        if (heap.kept() instanceof BlobContent kept && isCurrent(kept) && pin(kept)) {
            blobs.add(kept);
            return;
        }
        BlobWriter writer = BlobWriter.create(files);
        try {
            writer.write(ByteBuffer.wrap(heap.bytes()));
            written.put(finished(writer), heap);
        } finally {
            writer.abort();
        }
    }

    private BlobContent finished(BlobWriter writer) throws IOException {
        BlobContent blob = writer.finish();
        created.add(blob);
        blobs.add(blob);
        return blob;
    }

    private void add(BlobContent blob) throws IOException {
        boolean here = blob.isOf(files);
        if (here && (!pin(blob) || !Files.exists(blob.path()))) {
            throw new NoSuchFileException(blob.toString(), null, "it left with its entry");
        }
        if (here && (isCurrent(blob) || !files.isEntered(blob.ref().id()))) {
            blobs.add(blob);
        } else {
            copy(blob);
        }
    }

    private void copy(BlobContent blob) throws IOException {
        BlobWriter writer = BlobWriter.create(files);
        try (OpenBlob open = blob.open().orElseThrow(() -> new NoSuchFileException(blob.toString()))) {
            var piece = ByteBuffer.allocate(PIECE);
            while (open.channel().read(piece.clear(), writer.written()) >= 0) {
                writer.write(piece.flip());
            }
            finished(writer);
        } finally {
            writer.abort();
        }
    }

    private boolean isCurrent(BlobContent blob) {
        return blob.isOf(files) && blob.ref().isIn(current);
    }

    private boolean pin(BlobContent blob) {
        boolean there = files.pin(blob.ref().id());
        if (there) {
            pinned.add(blob);
        }
        return there;
    }

    List<BlobRef> refs() {
        return blobs.stream().map(BlobContent::ref).toList();
    }

    /** Records that the contents are stored in this entry. */
    void stored(BlobOwner owner) {
        blobs.forEach(blob -> blob.ownedBy(owner));
        written.forEach((blob, heap) -> heap.keptAs(blob));
    }

    /** Releases the files; those that no entry has taken are deleted. */
    @Override
    public void close() {
        created.forEach(BlobContent::releaseNow);
        pinned.forEach(blob -> files.unpin(blob.ref().id()));
    }

    /** Returns the reference that the index would hold for a content. */
    static BlobRef formOf(EntryContent content) {
        if (content instanceof BlobContent blob) {
            return blob.ref();
        }
        if (content instanceof HeapContent heap) {
            var crc = new CRC32C();
            crc.update(heap.bytes());
            return new BlobRef(0, heap.length(), crc.getValue());
        }
        return new BlobRef(0, content.length(), -1);
    }
}

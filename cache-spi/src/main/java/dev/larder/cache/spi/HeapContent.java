package dev.larder.cache.spi;

import org.jspecify.annotations.Nullable;

/** A content on the heap. A store that also keeps it elsewhere may record where, to avoid writing it twice. */
public final class HeapContent implements EntryContent {

    private final byte[] bytes;
    private volatile @Nullable EntryContent kept;

    /** Creates a content of these bytes, which must not change afterwards. */
    public HeapContent(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the bytes themselves, not a copy. Read only. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the store's own copy of this content; null if there is none. */
    public @Nullable EntryContent kept() {
        return kept;
    }

    /** Records the store's own copy of this content. */
    public void keptAs(EntryContent elsewhere) {
        kept = elsewhere;
    }

    @Override
    public long length() {
        return bytes.length;
    }
}

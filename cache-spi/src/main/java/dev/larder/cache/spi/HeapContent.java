package dev.larder.cache.spi;

import org.jspecify.annotations.Nullable;

/** A content in the heap. A store that keeps it elsewhere too may note where, so that it is not written twice. */
public final class HeapContent implements EntryContent {

    private final byte[] bytes;
    private volatile @Nullable EntryContent kept;

    /** A content of these bytes, which nobody changes any more. */
    public HeapContent(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The bytes themselves, not a copy: read only. */
    public byte[] bytes() {
        return bytes;
    }

    /** The same content as a store keeps it; null if none does. */
    public @Nullable EntryContent kept() {
        return kept;
    }

    /** Notes the same content as a store keeps it. */
    public void keptAs(EntryContent elsewhere) {
        kept = elsewhere;
    }

    @Override
    public long length() {
        return bytes.length;
    }
}

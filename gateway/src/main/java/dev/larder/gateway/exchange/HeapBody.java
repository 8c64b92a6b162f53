package dev.larder.gateway.exchange;

import dev.larder.gateway.rfc9111.StoredBody;
import java.util.List;

/** A complete body in the heap. Its bytes are never changed. */
final class HeapBody implements StoredBody {

    private final byte[] bytes;

    private HeapBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /** One body of these chunks, {@code length} bytes in all. */
    static HeapBody of(List<byte[]> chunks, int length) {
        if (chunks.size() == 1) {
            return new HeapBody(chunks.get(0));
        }
        byte[] whole = new byte[length];
        int at = 0;
        for (byte[] chunk : chunks) {
            System.arraycopy(chunk, 0, whole, at, chunk.length);
            at += chunk.length;
        }
        return new HeapBody(whole);
    }

    /** The bytes themselves, not a copy: read only. */
    byte[] bytes() {
        return bytes;
    }

    @Override
    public long length() {
        return bytes.length;
    }
}

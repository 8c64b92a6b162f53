package dev.larder.cache.spi;

import java.util.List;
import java.util.Optional;

/**
 * Encodes values that leave the process as versioned bytes, and decodes them. Contents stay separate: a store may put
 * each into a file.
 *
 * @param <V> type of the values
 */
public interface EntryCodec<V> {

    /**
     * The parts of an encoded value.
     *
     * @param head the value without its contents; begins with a version
     * @param contents in the order in which the head refers to them
     */
    record EntryParts(EntryHead head, List<EntryContent> contents) {}

    /** The bytes of a value without its contents. */
    final class EntryHead {

        private final byte[] bytes;

        /** Creates a head of these bytes, which must not change afterwards. */
        public EntryHead(byte[] bytes) {
            this.bytes = bytes;
        }

        /** Returns the bytes themselves, not a copy. Read only. */
        public byte[] bytes() {
            return bytes;
        }
    }

    /** Encodes a value. */
    EntryParts encode(V value);

    /**
     * Decodes a value.
     *
     * @param contents as many as {@link #encode} returned, each as {@link HeapContent} or as the store's own type
     * @return empty (a miss) if the version is unknown or the bytes are malformed
     */
    Optional<V> decode(EntryHead head, List<EntryContent> contents);
}

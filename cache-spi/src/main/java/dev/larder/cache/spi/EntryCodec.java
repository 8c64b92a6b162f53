package dev.larder.cache.spi;

import java.util.List;
import java.util.Optional;

/**
 * Turns values into versioned bytes, where they leave the process, and back. Contents are kept apart: a store may put each
 * into a file.
 *
 * @param <V> type of the values
 */
public interface EntryCodec<V> {

    /**
     * A value taken apart.
     *
     * @param head all of it but its contents; begins with a version
     * @param contents in the order in which the head refers to them
     */
    record EntryParts(EntryHead head, List<EntryContent> contents) {}

    /** Bytes of a value without its contents. */
    final class EntryHead {

        private final byte[] bytes;

        /** Of these bytes, which nobody changes any more. */
        public EntryHead(byte[] bytes) {
            this.bytes = bytes;
        }

        /** The bytes themselves, not a copy: read only. */
        public byte[] bytes() {
            return bytes;
        }
    }

    /** Takes a value apart. */
    EntryParts encode(V value);

    /**
     * Puts a value together.
     *
     * @param contents as many as the value was taken apart into, each as {@link HeapContent} or as its store has it
     * @return empty if the version is unknown, or the bytes are not those of a value: a miss
     */
    Optional<V> decode(EntryHead head, List<EntryContent> contents);
}

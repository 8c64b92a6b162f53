package dev.larder.dictionaries;

import dev.larder.gateway.store.ContentMemory;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What has been encoded, by dictionary and version. Of more octets than the maximum, or than there is memory for, what has not been
 * asked for longest is dropped.
 */
final class EncodedResponses {

    private final long maxBytes;
    private final ContentMemory.Claim memory;
    private final Map<Pair, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /**
     * A dictionary, and a version that is encoded with it.
     *
     * @param path what both belong to
     * @param version what tells the content from others of its path
     */
    record Pair(ContentHash dictionary, String path, String version) {

        private long weight() {
            return 2L * (path.length() + version.length()) + DictionaryLimits.OVERHEAD;
        }
    }

    /** @param encoded empty if encoding saves nothing */
    private record Entry(byte[] content, Optional<byte[]> encoded) {

        long weight(Pair pair) {
            return pair.weight()
                    + content.length
                    + encoded.map(octets -> octets.length).orElse(0);
        }
    }

    EncodedResponses(long maxBytes, ContentMemory.Claim memory) {
        this.maxBytes = maxBytes;
        this.memory = memory;
    }

    /** Returns whether a version has been encoded. */
    synchronized boolean has(Pair pair) {
        return entries.containsKey(pair);
    }

    /** Returns the encoded content, if it is that of the version: an origin may give two contents one tag. */
    Optional<byte[]> find(Pair pair, byte[] content) {
        Entry entry;
        synchronized (this) {
            entry = entries.get(pair);
        }
        return entry != null && Arrays.equals(entry.content(), content) ? entry.encoded() : Optional.empty();
    }

    synchronized void add(Pair pair, byte[] content, Optional<byte[]> encoded) {
        var entry = new Entry(content, encoded);
        Entry before = entries.put(pair, entry);
        bytes += entry.weight(pair) - (before == null ? 0 : before.weight(pair));
        Iterator<Map.Entry<Pair, Entry>> eldest = entries.entrySet().iterator();
        while (bytes > maxBytes || !memory.tryGrowTo(bytes)) {
            Map.Entry<Pair, Entry> dropped = eldest.next();
            bytes -= dropped.getValue().weight(dropped.getKey());
            eldest.remove();
        }
        memory.keep(bytes);
    }
}

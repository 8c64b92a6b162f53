package dev.larder.dictionaries;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Contents of earlier responses, by path and hash. Of too many for one path the oldest is dropped, of too many octets the path
 * that has not been asked for longest. One lock, held for a few map operations.
 */
final class DictionaryTable {

    private final long maxBytes;
    private final Map<String, Map<ContentHash, Entry>> paths = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /** Content with the version that it was known by. */
    private record Entry(String version, byte[] content) {

        long weight(String path) {
            return content.length + version.length() + path.length() + (long) DictionaryLimits.OVERHEAD;
        }
    }

    DictionaryTable(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    synchronized Optional<byte[]> find(String path, ContentHash hash) {
        Map<ContentHash, Entry> known = paths.get(path);
        return known == null || !known.containsKey(hash)
                ? Optional.empty()
                : Optional.of(known.get(hash).content());
    }

    /** Returns whether the content of a version is here, or was said to be the same as one that is. */
    synchronized boolean hasVersion(String path, String version) {
        Map<ContentHash, Entry> known = paths.get(path);
        return known != null
                && known.values().stream().anyMatch(entry -> entry.version().equals(version));
    }

    synchronized void add(String path, String version, ContentHash hash, byte[] content) {
        var entry = new Entry(version, content);
        if (entry.weight(path) > maxBytes) {
            return;
        }
        Map<ContentHash, Entry> known = paths.computeIfAbsent(path, added -> new LinkedHashMap<>());
        Entry before = known.remove(hash);
        bytes += entry.weight(path) - (before == null ? 0 : before.weight(path));
        known.put(hash, entry);
        if (known.size() > DictionaryLimits.DICTIONARIES_OF_A_PATH) {
            Iterator<Entry> oldest = known.values().iterator();
            bytes -= oldest.next().weight(path);
            oldest.remove();
        }
        evict();
    }

    private void evict() {
        Iterator<Map.Entry<String, Map<ContentHash, Entry>>> eldest =
                paths.entrySet().iterator();
        while (bytes > maxBytes) {
            Map.Entry<String, Map<ContentHash, Entry>> path = eldest.next();
            Iterator<Entry> contents = path.getValue().values().iterator();
            while (bytes > maxBytes && contents.hasNext()) {
                bytes -= contents.next().weight(path.getKey());
                contents.remove();
            }
            if (path.getValue().isEmpty()) {
                eldest.remove();
            }
        }
    }

    /** Returns the octets of all dictionaries. */
    synchronized long bytes() {
        return bytes;
    }

    /** Returns the same, added up anew. */
    synchronized long countedBytes() {
        return paths.entrySet().stream()
                .mapToLong(path -> path.getValue().values().stream()
                        .mapToLong(entry -> entry.weight(path.getKey()))
                        .sum())
                .sum();
    }
}

package dev.larder.entitytags;

import dev.larder.rfc9111.HeaderFields;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The entity tags of one pool, the least recently used first. Not thread-safe. */
final class PoolEntityTags {

    /** Maximum number of tags of one resource, by the fields in its Vary; more evict the oldest. */
    static final int MAX_VARIANTS = 16;

    private final Map<EntityTagKey, List<StoredEntityTag>> tags = new LinkedHashMap<>(16, 0.75f, true);
    private int count;
    private long bytes;

    int count() {
        return count;
    }

    long bytes() {
        return bytes;
    }

    /** Returns the newest tag that the request selects, and counts that as a use. */
    Optional<StoredEntityTag> find(EntityTagKey key, HeaderFields request) {
        return StoredEntityTag.selected(tags.getOrDefault(key, List.of()), request);
    }

    /** Stores a tag; it replaces the one for the same selecting fields. */
    void put(EntityTagKey key, StoredEntityTag tag) {
        List<StoredEntityTag> newestFirst = new ArrayList<>();
        newestFirst.add(tag);
        tags.getOrDefault(key, List.of()).stream()
                .filter(older -> !older.selecting().equals(tag.selecting()))
                .limit(MAX_VARIANTS - 1)
                .forEach(newestFirst::add);
        remove(key);
        tags.put(key, List.copyOf(newestFirst));
        add(key, newestFirst, 1);
    }

    void remove(EntityTagKey key) {
        List<StoredEntityTag> removed = tags.remove(key);
        if (removed != null) {
            add(key, removed, -1);
        }
    }

    /** Evicts the least recently used tag. */
    void forgetOne() {
        Iterator<Map.Entry<EntityTagKey, List<StoredEntityTag>>> eldest =
                tags.entrySet().iterator();
        if (eldest.hasNext()) {
            Map.Entry<EntityTagKey, List<StoredEntityTag>> forgotten = eldest.next();
            eldest.remove();
            add(forgotten.getKey(), forgotten.getValue(), -1);
        }
    }

    /** Whether count and bytes match a recount. */
    boolean isConsistent() {
        long weight = tags.entrySet().stream()
                .mapToLong(entry -> weight(entry.getKey(), entry.getValue()))
                .sum();
        return weight == bytes && tags.values().stream().mapToInt(List::size).sum() == count;
    }

    private void add(EntityTagKey key, List<StoredEntityTag> changed, int sign) {
        count += sign * changed.size();
        bytes += sign * weight(key, changed);
    }

    private static long weight(EntityTagKey key, List<StoredEntityTag> of) {
        return key.weight() + of.stream().mapToLong(StoredEntityTag::weight).sum();
    }
}

package dev.larder.entitytags;

import dev.larder.rfc9111.HeaderFields;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The entity tags of one pool, the least recently used first. Not for use by several threads. */
final class PoolEntityTags {

    /** Tags of one resource, by what its Vary names; more of them push out the oldest. */
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

    /** The newest that the request selects; that is a use of it. */
    Optional<StoredEntityTag> find(EntityTagKey key, HeaderFields request) {
        return StoredEntityTag.selected(tags.getOrDefault(key, List.of()), request);
    }

    /** Keeps a tag, in the place of the one for the same selecting fields. */
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

    /** Forgets what was kept or used longest ago. */
    void forgetOne() {
        Iterator<Map.Entry<EntityTagKey, List<StoredEntityTag>>> eldest =
                tags.entrySet().iterator();
        if (eldest.hasNext()) {
            Map.Entry<EntityTagKey, List<StoredEntityTag>> forgotten = eldest.next();
            eldest.remove();
            add(forgotten.getKey(), forgotten.getValue(), -1);
        }
    }

    /** Count and bytes, counted anew. */
    boolean adds() {
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

package dev.larder.gateway.demo;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** The learning data in memory. Knows nothing of HTTP or threads; an id is never given twice. */
final class LearningRepository {

    private final Map<LearningCollection, Table> tables = new EnumMap<>(LearningCollection.class);

    /** Starts with empty collections, all last modified at {@code now}. */
    LearningRepository(Instant now) {
        for (var collection : LearningCollection.values()) {
            tables.put(collection, new Table(now));
        }
    }

    /** All items by ascending id, and when the collection last changed. */
    Listing list(LearningCollection collection) {
        var table = table(collection);
        return new Listing(List.copyOf(table.items.values()), table.modified);
    }

    Optional<DemoItem> find(LearningCollection collection, long id) {
        return Optional.ofNullable(table(collection).items.get(id));
    }

    /** Adds an item under the next free id. */
    DemoItem create(LearningCollection collection, Map<String, Object> fields, Instant now) {
        var table = table(collection);
        return table.write(new DemoItem(++table.lastId, fields, now));
    }

    /** Replaces the fields of an item that {@link #find} returned. */
    DemoItem replace(LearningCollection collection, long id, Map<String, Object> fields, Instant now) {
        return table(collection).write(new DemoItem(id, fields, now));
    }

    /** Forgets an item; its id stays used. */
    void delete(LearningCollection collection, long id, Instant now) {
        var table = table(collection);
        table.items.remove(id);
        table.modified = now;
    }

    private Table table(LearningCollection collection) {
        return Objects.requireNonNull(tables.get(collection));
    }

    /** A consistent view of a collection. */
    record Listing(List<DemoItem> items, Instant modified) {}

    private static final class Table {
        private final TreeMap<Long, DemoItem> items = new TreeMap<>();
        private Instant modified;
        private long lastId;

        Table(Instant modified) {
            this.modified = modified;
        }

        DemoItem write(DemoItem item) {
            items.put(item.id(), item);
            modified = item.modified();
            return item;
        }
    }
}

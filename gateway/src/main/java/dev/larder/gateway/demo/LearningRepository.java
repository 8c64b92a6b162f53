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

    private final Map<Learning, Table> tables = new EnumMap<>(Learning.class);

    /** Starts with empty collections, all last modified at {@code now}. */
    LearningRepository(Instant now) {
        for (var collection : Learning.values()) {
            tables.put(collection, new Table(now));
        }
    }

    /** All items by ascending id, and when the collection last changed. */
    Listing list(Learning collection) {
        var table = table(collection);
        return new Listing(List.copyOf(table.items.values()), table.modified);
    }

    Optional<Item> find(Learning collection, long id) {
        return Optional.ofNullable(table(collection).items.get(id));
    }

    /** Adds an item under the next free id. */
    Item create(Learning collection, Map<String, Object> fields, Instant now) {
        var table = table(collection);
        return table.write(new Item(++table.lastId, fields, now));
    }

    /** Replaces the fields of an item that {@link #find} returned. */
    Item replace(Learning collection, long id, Map<String, Object> fields, Instant now) {
        return table(collection).write(new Item(id, fields, now));
    }

    /** Forgets an item; its id stays used. */
    void delete(Learning collection, long id, Instant now) {
        var table = table(collection);
        table.items.remove(id);
        table.modified = now;
    }

    private Table table(Learning collection) {
        return Objects.requireNonNull(tables.get(collection));
    }

    /** A consistent view of a collection. */
    record Listing(List<Item> items, Instant modified) {}

    private static final class Table {
        private final TreeMap<Long, Item> items = new TreeMap<>();
        private Instant modified;
        private long lastId;

        Table(Instant modified) {
            this.modified = modified;
        }

        Item write(Item item) {
            items.put(item.id(), item);
            modified = item.modified();
            return item;
        }
    }
}

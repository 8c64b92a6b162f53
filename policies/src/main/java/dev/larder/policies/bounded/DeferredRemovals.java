package dev.larder.policies.bounded;

import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.policies.EntryNode;
import java.util.ArrayList;
import java.util.List;

/** Collects the entries removed while the lock is held, to notify the listener after it is released. */
final class DeferredRemovals<V> {

    private record Departure<V>(EntryNode<V> node, RemovalCause cause) {}

    private List<Departure<V>> departures = List.of();

    void add(EntryNode<V> node, RemovalCause cause) {
        if (departures.isEmpty()) {
            departures = new ArrayList<>(2);
        }
        departures.add(new Departure<>(node, cause));
    }

    void tell(RemovalListener<V> listener) {
        for (var departure : departures) {
            listener.onRemoval(departure.node.key, departure.node.entry, departure.cause);
        }
    }
}

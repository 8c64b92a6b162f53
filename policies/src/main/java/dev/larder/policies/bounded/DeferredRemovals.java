package dev.larder.policies.bounded;

import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.policies.EntryNode;
import java.util.ArrayList;
import java.util.List;

/** Who left while the lock was held, for the listener to be told after it. */
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

package dev.larder.invalidation;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Pools that a write to one pool invalidates as well, and with them the pools coupled to those. Couplings may be mutual and
 * cyclic; names are case-insensitive.
 *
 * @param direct for each pool the pools that a write to it invalidates
 */
public record Couplings(Map<String, Set<String>> direct) {

    /** No couplings: a write affects its own pool only. */
    public static final Couplings NONE = new Couplings(Map.of());

    public Couplings {
        direct = direct.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(pool -> lower(pool.getKey()), pool -> lower(pool.getValue())));
    }

    /**
     * Returns the pools that a write invalidates besides its own.
     *
     * @param pool the pool written to
     * @param more pools that this write invalidates besides the declared ones
     */
    public Set<String> reached(String pool, Collection<String> more) {
        var reached = new LinkedHashSet<>(direct.getOrDefault(lower(pool), Set.of()));
        reached.addAll(lower(more));
        close(reached);
        reached.remove(lower(pool));
        return reached;
    }

    private static String lower(String pool) {
        return pool.toLowerCase(Locale.ROOT);
    }

    private static Set<String> lower(Collection<String> pools) {
        return pools.stream().map(Couplings::lower).collect(Collectors.toUnmodifiableSet());
    }

    private void close(Set<String> reached) {
        var open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            for (String next : direct.getOrDefault(open.remove(), Set.of())) {
                if (reached.add(next)) {
                    open.add(next);
                }
            }
        }
    }
}

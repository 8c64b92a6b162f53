package dev.larder.invalidation;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which pools a write to one pool makes wrong beside it. May be mutual and cyclic; case does not count.
 *
 * @param direct to each pool the pools that a write to it makes wrong
 * @param transitive whether what makes another pool wrong also makes wrong what that one would
 */
public record Couplings(Map<String, Set<String>> direct, boolean transitive) {

    /** No write reaches beyond its pool. */
    public static final Couplings NONE = new Couplings(Map.of(), true);

    public Couplings {
        direct = direct.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(pool -> lower(pool.getKey()), pool -> lower(pool.getValue())));
    }

    /**
     * The pools that a write makes wrong beside its own.
     *
     * @param pool the pool written to
     * @param more pools that this write reaches beside those declared
     */
    public Set<String> reached(String pool, Collection<String> more) {
        var reached = new LinkedHashSet<>(direct.getOrDefault(lower(pool), Set.of()));
        reached.addAll(lower(more));
        if (transitive) {
            close(reached);
        }
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

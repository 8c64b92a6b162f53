package dev.larder.insight.audit;

import dev.larder.gateway.rule.ResourceTags;
import dev.larder.insight.audit.PoolEvidence.Place;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/** The evidence of all pools, and the checks of all routes. Pools beyond a limit are counted together. */
final class AuditEvidence {

    private static final int MAX_POOLS = 1_000;

    private final Map<String, PoolEvidenceCollector> pools = new ConcurrentHashMap<>();
    private final Map<String, AtomicLongArray> routes = new ConcurrentHashMap<>();

    /** Returns the evidence of a request's pool, created if absent. */
    PoolEvidenceCollector of(ResourceTags tags, String rawPath) {
        String name = PoolNames.name(tags.pool());
        PoolEvidenceCollector known = pools.get(name);
        if (known != null) {
            return known;
        }
        String listed = pools.size() < MAX_POOLS ? name : PoolNames.OTHERS;
        return pools.computeIfAbsent(listed, pool -> new PoolEvidenceCollector(pool, place(tags, rawPath)));
    }

    /** Returns the evidence of a pool, if there is any. */
    Optional<PoolEvidenceCollector> known(String pool) {
        PoolEvidenceCollector known = pools.get(PoolNames.name(pool));
        return Optional.ofNullable(known != null || pools.size() < MAX_POOLS ? known : pools.get(PoolNames.OTHERS));
    }

    @SuppressWarnings("EnumOrdinal") // a counter for each outcome, never stored or sent
    void checked(String route, AuditOutcome outcome) {
        routes.computeIfAbsent(route, id -> new AtomicLongArray(AuditOutcome.values().length))
                .incrementAndGet(outcome.ordinal());
    }

    /** Returns the evidence of each pool, by name. */
    List<PoolEvidence> evidence() {
        return pools.values().stream()
                .map(PoolEvidenceCollector::evidence)
                .sorted(Comparator.comparing(PoolEvidence::pool))
                .toList();
    }

    /** Returns the number of checks of all routes with this outcome. */
    @SuppressWarnings("EnumOrdinal") // a counter for each outcome, never stored or sent
    long checks(AuditOutcome outcome) {
        return routes.values().stream()
                .mapToLong(counts -> counts.get(outcome.ordinal()))
                .sum();
    }

    /** Returns the number of checks by route and outcome. */
    Map<String, long[]> routes() {
        var counts = new ConcurrentHashMap<String, long[]>();
        routes.forEach((route, counted) -> {
            long[] copy = new long[counted.length()];
            for (int i = 0; i < copy.length; i++) {
                copy[i] = counted.get(i);
            }
            counts.put(route, copy);
        });
        return counts;
    }

    private static Place place(ResourceTags tags, String rawPath) {
        String pool = tags.defaultPoolPath();
        boolean spelt = rawPath.regionMatches(true, 0, pool, 0, pool.length());
        return new Place(
                tags.rule().name(),
                (spelt ? rawPath : pool).substring(1, pool.length()),
                tags.rule().invalidationScope());
    }
}

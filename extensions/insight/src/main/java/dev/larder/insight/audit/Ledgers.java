package dev.larder.insight.audit;

import dev.larder.gateway.route.Reach;
import dev.larder.insight.audit.Evidence.Place;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/** The evidence of all pools, and the checks of all routes. Pools beyond a number are counted together. */
final class Ledgers {

    private static final int MOST_POOLS = 1_000;

    private final Map<String, PoolLedger> pools = new ConcurrentHashMap<>();
    private final Map<String, AtomicLongArray> routes = new ConcurrentHashMap<>();

    /** The ledger of the pool that a request reaches. */
    PoolLedger of(Reach reach, String rawPath) {
        String name = Pools.name(reach.pool());
        PoolLedger known = pools.get(name);
        if (known != null) {
            return known;
        }
        String listed = pools.size() < MOST_POOLS ? name : Pools.OTHERS;
        return pools.computeIfAbsent(listed, pool -> new PoolLedger(pool, place(reach, rawPath)));
    }

    /** The ledger of a pool, if something has been seen of it. */
    Optional<PoolLedger> known(String pool) {
        PoolLedger known = pools.get(Pools.name(pool));
        return Optional.ofNullable(known != null || pools.size() < MOST_POOLS ? known : pools.get(Pools.OTHERS));
    }

    @SuppressWarnings("EnumOrdinal") // a counter for each outcome, never stored or sent
    void checked(String route, Outcome outcome) {
        routes.computeIfAbsent(route, id -> new AtomicLongArray(Outcome.values().length))
                .incrementAndGet(outcome.ordinal());
    }

    /** What has been seen of each pool, by name. */
    List<Evidence> evidence() {
        return pools.values().stream()
                .map(PoolLedger::evidence)
                .sorted(Comparator.comparing(Evidence::pool))
                .toList();
    }

    /** The checks of all routes with this outcome. */
    @SuppressWarnings("EnumOrdinal") // a counter for each outcome, never stored or sent
    long checks(Outcome outcome) {
        return routes.values().stream()
                .mapToLong(counts -> counts.get(outcome.ordinal()))
                .sum();
    }

    /** The checks of a route. */
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

    private static Place place(Reach reach, String rawPath) {
        String first = first(rawPath);
        boolean spelt = first.toLowerCase(Locale.ROOT).equals(reach.path().firstSegment());
        return new Place(
                reach.rule().name(),
                spelt ? first : reach.path().firstSegment(),
                reach.rule().invalidationScope());
    }

    private static String first(String rawPath) {
        int end = rawPath.indexOf('/', 1);
        return rawPath.startsWith("/") ? rawPath.substring(1, end < 0 ? rawPath.length() : end) : "";
    }
}

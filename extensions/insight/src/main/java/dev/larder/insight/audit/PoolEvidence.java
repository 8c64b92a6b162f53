package dev.larder.insight.audit;

import dev.larder.invalidation.InvalidationScope;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Evidence of one pool, on which recommendations are based.
 *
 * @param report the part shown to operators
 * @param place the configuration of the pool
 * @param stale for each proven stale hit with remembered writes, the pools written to since it was fetched
 * @param agreedDespite by pool, number of responses that agreed although that pool was written to since they were fetched
 * @param narrower effect of narrower scopes on its responses that were invalidated and fetched again
 * @param droppedBy by pool, those of them that only writes to that pool had invalidated
 */
record PoolEvidence(
        PoolReport report,
        Place place,
        List<Set<String>> stale,
        Map<String, Long> agreedDespite,
        Map<InvalidationScope, NarrowerScopeEffect> narrower,
        Map<String, RefetchCounts> droppedBy) {

    /**
     * The configuration of a pool.
     *
     * @param rule name of its rule; empty if there is none
     * @param path with what its paths begin, without the slash before it, as clients spell it
     * @param scope how much of it a write invalidates
     */
    record Place(String rule, String path, InvalidationScope scope) {}

    /** Returns the pool's name. */
    String pool() {
        return report.pool();
    }
}

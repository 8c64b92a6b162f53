package dev.larder.insight.audit;

import dev.larder.invalidation.InvalidationScope;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What has been seen of one pool, and what advice on it rests on.
 *
 * @param report what operators see of it
 * @param place what configures it
 * @param stale of each proven stale hit whose writes are remembered, the pools written to since it was fetched
 * @param agreedDespite by pool, how many answers agreed although that pool was written to since they were fetched
 * @param narrower what narrower scopes would have made of its responses that were dropped and fetched again
 * @param droppedBy by pool, those of them that writes to that pool alone had dropped
 */
record PoolEvidence(
        PoolReport report,
        Place place,
        List<Set<String>> stale,
        Map<String, Long> agreedDespite,
        Map<InvalidationScope, NarrowerScopeEffect> narrower,
        Map<String, RefetchCounts> droppedBy) {

    /**
     * What configures a pool.
     *
     * @param rule name of its rule; empty if none is for it
     * @param segment the first segment of its paths, as clients spell it
     * @param scope how much of it a write makes wrong
     */
    record Place(String rule, String segment, InvalidationScope scope) {}

    /** Its name. */
    String pool() {
        return report.pool();
    }
}

package dev.larder.insight.audit;

import java.util.List;
import java.util.Map;

/**
 * Findings of the auditor so far.
 *
 * @param policy how much is checked
 * @param total all checked responses from the store
 * @param routes the same by route
 * @param pools evidence of each pool
 * @param staleHits the latest responses proven stale
 * @param advice recommended changes
 */
public record AuditReport(
        AuditPolicy policy,
        AuditCounts total,
        Map<String, AuditCounts> routes,
        List<PoolReport> pools,
        List<StaleHit> staleHits,
        List<AuditRecommendation> advice) {}

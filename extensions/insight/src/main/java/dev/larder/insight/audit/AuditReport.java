package dev.larder.insight.audit;

import java.util.List;
import java.util.Map;

/**
 * What the auditor has found so far.
 *
 * @param policy how much is checked
 * @param total all answers from the store that were checked
 * @param routes the same by route
 * @param pools what was seen of each pool
 * @param staleHits the latest answers that were proven wrong
 * @param advice what to change
 */
public record AuditReport(
        AuditPolicy policy,
        AuditCounts total,
        Map<String, AuditCounts> routes,
        List<PoolReport> pools,
        List<StaleHit> staleHits,
        List<AuditRecommendation> advice) {}

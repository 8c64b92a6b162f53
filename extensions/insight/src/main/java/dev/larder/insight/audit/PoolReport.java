package dev.larder.insight.audit;

/**
 * What has been seen of one pool.
 *
 * @param pool its name
 * @param reads requests for it that were looked at
 * @param hits those of them that were answered from the store
 * @param checked its answers from the store that were checked
 * @param refetched its responses that writes had dropped and that were fetched again
 */
public record PoolReport(String pool, long reads, long hits, AuditCounts checked, RefetchCounts refetched) {}

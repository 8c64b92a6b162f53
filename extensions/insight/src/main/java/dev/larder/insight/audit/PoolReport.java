package dev.larder.insight.audit;

/**
 * Observations of one pool.
 *
 * @param pool its name
 * @param reads number of sampled requests
 * @param hits number of those answered from the store
 * @param checked checks of its responses from the store
 * @param refetched its responses that writes had invalidated and that were fetched again
 */
public record PoolReport(String pool, long reads, long hits, AuditCounts checked, RefetchCounts refetched) {}

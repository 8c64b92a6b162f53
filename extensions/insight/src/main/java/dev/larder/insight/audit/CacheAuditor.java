package dev.larder.insight.audit;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.metrics.LogSafeText;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.store.CacheKeys;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.InvalidationScope;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records how often responses from the store are stale, and what writes invalidate needlessly. It sends no requests to origins;
 * its callers report the results of checks.
 */
public final class CacheAuditor {

    private static final Logger log = LoggerFactory.getLogger("dev.larder.gateway.audit");
    private static final int WRITES = 10_000;
    private static final int STALE_HITS = 100;
    private static final int NAMED = 5;

    private final AuditPolicy policy;
    private final Couplings couplings;
    private final AuditSampler sampler;
    private final RecentWrites writes;
    private final AuditEvidence auditEvidence = new AuditEvidence();
    private final Deque<StaleHit> staleHits = new ArrayDeque<>();

    /**
     * Creates an auditor without evidence.
     *
     * @param couplings the configured ones, which recommendations extend
     * @param random numbers from 0 to 1, which select the sample
     */
    public CacheAuditor(AuditPolicy policy, Couplings couplings, DoubleSupplier random) {
        this.policy = policy;
        this.couplings = couplings;
        this.sampler = new AuditSampler(policy, random);
        this.writes = new RecentWrites(policy.isEnabled() ? WRITES : 0);
    }

    /** Returns the settings of checks. */
    public AuditPolicy policy() {
        return policy;
    }

    /** Returns the latest writes, to be notified of each write. */
    RecentWrites writes() {
        return writes;
    }

    /** Draws whether an event is in the sample. */
    public boolean shouldSample() {
        return policy.isEnabled() && sampler.shouldSample();
    }

    /**
     * Whether a hit that could be answered without its route must take it: because it is sampled and can be checked now, or is
     * sampled and the first of its pool. Counts a sampled hit that need not.
     */
    public boolean needsRoute(CacheKey key, String pool, Instant now) {
        if (!shouldSample()) {
            return false;
        }
        Optional<PoolEvidenceCollector> ledger =
                sampler.allows(key, now) ? Optional.empty() : auditEvidence.known(pool);
        ledger.ifPresent(known -> known.read(true));
        return ledger.isEmpty();
    }

    /**
     * Returns a check of the response under this key, if it is to be made now; to be closed with the check.
     *
     * @param drawn whether the request is in the sample already
     */
    public Optional<AuditCheck> admit(CacheKey key, boolean drawn, Instant now) {
        return policy.isEnabled() ? sampler.admit(key, drawn, now) : Optional.empty();
    }

    /**
     * Records a lookup.
     *
     * @param hit whether it is answered from the store
     * @param drawn whether it is in the sample already
     */
    public void read(ResourceTags tags, String rawPath, boolean hit, boolean drawn) {
        if (drawn || shouldSample()) {
            auditEvidence.of(tags, rawPath).read(hit);
        }
    }

    /** Records the outcome of checking a response from the store. */
    public void checked(AuditedResponse subject, AuditOutcome outcome) {
        Optional<List<AuditedWrite>> since = writes.since(subject.stamp().epoch());
        PoolEvidenceCollector ledger = auditEvidence.of(subject.resourceTags(), subject.rawPath());
        auditEvidence.checked(subject.route(), outcome);
        ledger.checked(outcome, since);
        if (outcome == AuditOutcome.DIFFERS) {
            proven(
                    subject,
                    ledger.likeliest(since.orElse(List.of())).stream()
                            .limit(NAMED)
                            .toList());
        }
    }

    /**
     * Records that a response invalidated by a write has been fetched again.
     *
     * @param stamp of the invalidated response
     * @param changed whether the new response differs
     */
    public void refetched(ResourceTags tags, String rawPath, EpochStamp stamp, boolean changed) {
        List<AuditedWrite> since = writes.since(stamp.epoch()).orElse(List.of());
        List<AuditedWrite> droppers =
                since.stream().filter(write -> write.hasInvalidated(stamp)).toList();
        if (droppers.isEmpty()) {
            return;
        }
        PoolEvidenceCollector ledger = auditEvidence.of(tags, rawPath);
        ledger.refetched(changed, droppers, kept(tags, stamp, droppers));
    }

    /** Returns the narrower scopes of a pool under which no write would have invalidated entries with this stamp. */
    private static Set<InvalidationScope> kept(ResourceTags tags, EpochStamp stamp, List<AuditedWrite> droppers) {
        String pool = PoolNames.name(tags.pool());
        Set<InvalidationScope> kept = EnumSet.noneOf(InvalidationScope.class);
        for (InvalidationScope scope :
                InvalidationScopeAdvisor.narrower(tags.rule().invalidationScope())) {
            if (droppers.stream().allMatch(write -> write.pool().equals(pool) && !write.matches(scope, stamp))) {
                kept.add(scope);
            }
        }
        return kept;
    }

    /** Returns the number of checks with this outcome so far. */
    public long checks(AuditOutcome outcome) {
        return auditEvidence.checks(outcome);
    }

    /** Returns the findings and recommendations so far. */
    public AuditReport report() {
        List<PoolEvidence> evidence = auditEvidence.evidence();
        List<PoolEvidence> pools = evidence.stream()
                .filter(pool -> !pool.pool().equals(PoolNames.OTHERS))
                .toList();
        long[] total = new long[AuditOutcome.values().length];
        Map<String, AuditCounts> routes = new TreeMap<>();
        auditEvidence.routes().forEach((route, counts) -> {
            routes.put(route, AuditCounts.of(counts));
            for (int i = 0; i < total.length; i++) {
                total[i] += counts[i];
            }
        });
        return new AuditReport(
                policy,
                AuditCounts.of(total),
                routes,
                evidence.stream().map(PoolEvidence::report).toList(),
                latest(),
                AuditAdvisor.advise(pools, couplings));
    }

    private List<StaleHit> latest() {
        synchronized (staleHits) {
            return List.copyOf(staleHits);
        }
    }

    private void proven(AuditedResponse subject, List<String> writtenSince) {
        var hit = new StaleHit(
                subject.route(),
                PoolNames.name(subject.resourceTags().pool()),
                LogSafeText.line(CacheKeys.name(subject.key())),
                subject.age().toSeconds(),
                writtenSince);
        log.warn(
                "Proven stale hit: key {}, age {} s, pool {}. {}",
                LogSafeText.line(CacheKeys.nameInLogs(subject.key())),
                hit.ageSeconds(),
                hit.pool(),
                missing(hit));
        synchronized (staleHits) {
            if (staleHits.size() == STALE_HITS) {
                staleHits.removeFirst();
            }
            staleHits.addLast(hit);
        }
    }

    private static String missing(StaleHit hit) {
        return hit.writtenSince().isEmpty()
                ? "No write has passed since it was fetched: something else has changed it."
                : "What should have dropped it: a write to one of " + String.join(", ", hit.writtenSince())
                        + ", the likeliest first.";
    }
}

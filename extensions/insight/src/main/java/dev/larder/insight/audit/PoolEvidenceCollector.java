package dev.larder.insight.audit;

import dev.larder.insight.audit.PoolEvidence.Place;
import dev.larder.invalidation.InvalidationScope;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Collects the evidence of one pool, in bounded memory. */
final class PoolEvidenceCollector {

    private static final int MAX_FINDINGS = 1_000;
    private static final int MAX_POOLS = 1_000;

    private final String pool;
    private final Place place;
    private final long[] outcomes = new long[AuditOutcome.values().length];
    private final Deque<Set<String>> stale = new ArrayDeque<>();
    private final Map<String, Long> agreedDespite = new HashMap<>();
    private final Map<InvalidationScope, NarrowerScopeEffect> narrower = new EnumMap<>(InvalidationScope.class);
    private final Map<String, RefetchCounts> droppedBy = new HashMap<>();
    private long reads;
    private long hits;
    private RefetchCounts refetched = RefetchCounts.NONE;

    PoolEvidenceCollector(String pool, Place place) {
        this.pool = pool;
        this.place = place;
    }

    synchronized void read(boolean hit) {
        reads++;
        hits += hit ? 1 : 0;
    }

    /** @param since writes since the response was fetched; empty if some are forgotten */
    @SuppressWarnings("EnumOrdinal") // a counter for each outcome, never stored or sent
    synchronized void checked(AuditOutcome outcome, Optional<List<AuditedWrite>> since) {
        outcomes[outcome.ordinal()]++;
        if (outcome == AuditOutcome.AGREES) {
            since.ifPresent(writes -> settled(writes).forEach(this::agreedDespite));
        } else if (outcome == AuditOutcome.DIFFERS) {
            since.ifPresent(writes -> differed(pools(writes)));
        }
    }

    private void agreedDespite(String written) {
        if (agreedDespite.size() < MAX_POOLS || agreedDespite.containsKey(written)) {
            agreedDespite.merge(written, 1L, Long::sum);
        }
    }

    private void differed(Set<String> written) {
        if (stale.size() == MAX_FINDINGS) {
            stale.removeFirst();
        }
        stale.addLast(written);
    }

    /**
     * Records that an invalidated response was fetched again.
     *
     * @param droppers the writes that invalidated it
     * @param kept the narrower scopes that would not have
     */
    synchronized void refetched(boolean changed, List<AuditedWrite> droppers, Set<InvalidationScope> kept) {
        refetched = refetched.and(changed);
        kept.forEach(scope -> narrower.compute(
                scope, (same, before) -> (before == null ? NarrowerScopeEffect.NONE : before).and(changed)));
        Set<String> by = pools(droppers);
        if (by.size() == 1
                && (droppedBy.size() < MAX_POOLS
                        || droppedBy.containsKey(by.iterator().next()))) {
            droppedBy.compute(
                    by.iterator().next(),
                    (same, before) -> (before == null ? RefetchCounts.NONE : before).and(changed));
        }
    }

    /** Returns the pools of these writes, those with the fewest agreeing responses first. */
    synchronized List<String> likeliest(List<AuditedWrite> writes) {
        return pools(writes).stream()
                .sorted(Comparator.comparingLong(written -> agreedDespite.getOrDefault(written, 0L)))
                .toList();
    }

    synchronized PoolEvidence evidence() {
        return new PoolEvidence(
                new PoolReport(pool, reads, hits, AuditCounts.of(outcomes), refetched),
                place,
                List.copyOf(stale),
                Map.copyOf(agreedDespite),
                Map.copyOf(narrower),
                Map.copyOf(droppedBy));
    }

    static Set<String> pools(List<AuditedWrite> writes) {
        return writes.stream().map(AuditedWrite::pool).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> settled(List<AuditedWrite> writes) {
        return pools(writes.stream().filter(write -> !write.isInFlight()).toList());
    }
}

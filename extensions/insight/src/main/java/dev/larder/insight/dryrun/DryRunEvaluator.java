package dev.larder.insight.dryrun;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.metrics.RuleScope;
import dev.larder.insight.dryrun.KeyedHashes.Name;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.StoreVerdict;
import dev.larder.rfc9111.StoredResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Evaluates what the cache would have done with requests that were all forwarded. Keeps digests, heads and hashes, no contents,
 * up to {@link #MAX_BYTES}; evicts the least recently used first, as if it had never been stored. Not thread-safe; see {@link
 * DryRunQueue}.
 */
public final class DryRunEvaluator implements DryRunLookup.Entries {

    /** Approximate limit of all memory, in bytes. */
    public static final long MAX_BYTES = 24L << 20;

    private static final long LEDGERS = MAX_BYTES / 3;
    private static final int MAX_SECTIONS = (int) (LEDGERS / RuleScopeEvidenceCollector.MAX_BYTES);
    private static final long EACH_TABLE = (MAX_BYTES - LEDGERS) / 3;
    private static final int MAX_SAMPLES = 6;

    /** How long a response without a lifetime is compared with others. */
    private static final Duration WITHOUT_LIFETIME = Duration.ofMinutes(1);

    private final Supplier<DryRunFindings.FindingSettings> asked;
    private final BoundedLruMap<Name, DryRunEntry> kept = new BoundedLruMap<>(EACH_TABLE, DryRunEntry::weight);
    private final BoundedLruMap<Name, List<ResponseSample>> samples = new BoundedLruMap<>(
            EACH_TABLE, list -> list.stream().mapToLong(ResponseSample::weight).sum());
    private final BoundedLruMap<Name, List<Sibling>> siblings = new BoundedLruMap<>(
            EACH_TABLE,
            list -> list.stream()
                    .mapToLong(sibling -> sibling.sample().weight())
                    .sum());
    private final Map<RuleScope, RuleScopeEvidenceCollector> ledgers = new HashMap<>();

    private record Sibling(long value, ResponseSample sample) {}

    /**
     * Creates an evaluator without evidence.
     *
     * @param staleness share of responses that may be stale
     * @param rules returns the names of all rules
     */
    public DryRunEvaluator(double staleness, Supplier<Set<String>> rules) {
        this.asked = () -> new DryRunFindings.FindingSettings(staleness, rules.get());
    }

    @Override
    public Optional<DryRunEntry> find(CacheKey key) {
        return kept.find(KeyedHashes.name(key));
    }

    @Override
    public void keep(CacheKey key, DryRunEntry now) {
        kept.put(KeyedHashes.name(key), now);
    }

    /** Records a request that the cache would not have handled. */
    public void passed(RuleScope scope, Reason reason) {
        ledger(scope).passed(reason);
    }

    /**
     * Records a request that the origin has answered, and its predicted outcome.
     *
     * @param stands whether no write since can have changed the response with this stamp: responses are not compared across
     *     writes
     */
    public void sent(
            DryRunRequest watched, ExpectedOutcome expected, DryRunResponse sent, Predicate<EpochStamp> stands) {
        RuleScopeEvidenceCollector evidenceCollector = ledger(watched.section());
        evidenceCollector.judged(watched, expected, sent);
        sample(watched, sent).ifPresent(now -> {
            Name name = KeyedHashes.name(watched.key()).with(variant(sent));
            learn(evidenceCollector, name, now, stands);
            watched.features().names().forEach(part -> {
                var group = new Name(watched.features().without(part), variant(sent));
                long value = watched.features().parts().getOrDefault(part, 0L);
                compare(evidenceCollector, part, group, new Sibling(value, now), stands);
            });
        });
    }

    private RuleScopeEvidenceCollector ledger(RuleScope scope) {
        boolean room = ledgers.size() < MAX_SECTIONS || ledgers.containsKey(scope);
        return ledgers.computeIfAbsent(room ? scope : RuleScope.OTHERS, RuleScopeEvidenceCollector::new);
    }

    private static Optional<ResponseSample> sample(DryRunRequest watched, DryRunResponse sent) {
        Optional<BodyDigest> body = sent.body().filter(BodyDigest::isRead);
        if (body.isEmpty()) {
            return Optional.empty();
        }
        Optional<Duration> lifetime = lifetime(sent);
        return lifetime.map(known -> new ResponseSample(
                body.get(),
                sent.head().status(),
                sent.at(),
                known,
                watched.features().traits(),
                sent.stamp()));
    }

    /** Returns the lifetime; includes responses that would be reused without validation if a rule gave them a ttl. */
    private static Optional<Duration> lifetime(DryRunResponse sent) {
        if (sent.verdict() instanceof StoreVerdict.Store store) {
            Duration lifetime = store.response().freshnessLifetime();
            return Optional.of(lifetime.isZero() && !sent.stated() ? WITHOUT_LIFETIME : lifetime);
        }
        return sent.verdict().equals(new StoreVerdict.DoNotStore(Reason.NO_FRESHNESS))
                ? Optional.of(WITHOUT_LIFETIME)
                : Optional.empty();
    }

    /** Returns a hash of the selecting fields; only responses with the same are compared. */
    private static long variant(DryRunResponse sent) {
        return sent.verdict() instanceof StoreVerdict.Store store ? variant(store.response()) : 0;
    }

    private static long variant(StoredResponse response) {
        return response.varyKey().isEmpty()
                ? 0
                : KeyedHashes.of(response.varyKey().entrySet().stream()
                        .flatMap(field -> List.of(field.getKey(), field.getValue()).stream())
                        .toArray(String[]::new));
    }

    private void learn(
            RuleScopeEvidenceCollector evidenceCollector, Name name, ResponseSample now, Predicate<EpochStamp> stands) {
        List<ResponseSample> known = samples.find(name).orElse(List.of()).stream()
                .filter(before -> stands.test(before.stamp()))
                .toList();
        known.stream()
                .filter(before -> evidenceCollector.areAlike(before, now))
                .max(Comparator.comparing(ResponseSample::at))
                .ifPresent(before -> evidenceCollector.lived(before.age(now.at()), !before.hasSameBody(now)));
        known.stream()
                .filter(before -> before.isUsable(now.at()))
                .forEach(before -> evidenceCollector.compared(before, now));
        samples.put(name, latest(known, now));
    }

    private static List<ResponseSample> latest(List<ResponseSample> known, ResponseSample now) {
        var next = new ArrayList<ResponseSample>(MAX_SAMPLES);
        next.add(now);
        for (ResponseSample before : known) {
            if (next.size() < MAX_SAMPLES && !before.traits().equals(now.traits())) {
                next.add(before);
            }
        }
        return List.copyOf(next);
    }

    private void compare(
            RuleScopeEvidenceCollector evidenceCollector,
            KeyPart part,
            Name group,
            Sibling now,
            Predicate<EpochStamp> stands) {
        List<Sibling> known = siblings.find(group).orElse(List.of()).stream()
                .filter(before -> stands.test(before.sample().stamp()))
                .toList();
        for (Sibling before : known) {
            if (before.sample().isUsable(now.sample().at())
                    && evidenceCollector.areAlike(before.sample(), now.sample())) {
                evidenceCollector.compared(
                        part, before.value() == now.value(), before.sample().hasSameBody(now.sample()));
            }
        }
        var next = new ArrayList<Sibling>(MAX_SAMPLES);
        next.add(now);
        for (Sibling before : known) {
            if (next.size() < MAX_SAMPLES && before.value() != now.value()) {
                next.add(before);
            }
        }
        siblings.put(group, List.copyOf(next));
    }

    /**
     * Returns the findings and recommendations so far.
     *
     * @param dropped number of observations dropped for lack of space
     * @param faults number of faults of the observer itself
     */
    DryRunReport report(long dropped, long faults) {
        var unwatched = new DryRunReport.Unwatched(dropped, faults);
        return DryRunFindings.report(
                ledgers.values().stream()
                        .map(RuleScopeEvidenceCollector::evidence)
                        .toList(),
                asked.get(),
                unwatched);
    }

    /** Returns the approximate bytes in use. */
    long weight() {
        return kept.weight()
                + samples.weight()
                + siblings.weight()
                + (long) RuleScopeEvidenceCollector.MAX_BYTES * ledgers.size();
    }
}

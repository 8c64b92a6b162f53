package dev.larder.insight.dryrun;

import dev.larder.gateway.metrics.RuleScope;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.insight.dryrun.DryRunResponse.Agreement;
import dev.larder.insight.dryrun.RuleScopeEvidence.LifetimeEvidence;
import dev.larder.insight.dryrun.RuleScopeEvidence.PairEvidence;
import dev.larder.insight.lifetime.BodyAgeHistogram;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.StoreVerdict;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** Collects the evidence of one section. Not thread-safe. */
final class RuleScopeEvidenceCollector {

    /** Approximate limit of its memory in bytes: the names it follows, at maximum length, and a few kilobytes of counts. */
    static final int MAX_BYTES = 48 << 10;

    /** Evicts the part with the fewest pairs first, and parts known to matter last, as those must not be forgotten. */
    private static final Comparator<Map.Entry<KeyPart, ResponsePairCounts>> LEAST = Comparator.comparing(
                    (Map.Entry<KeyPart, ResponsePairCounts> part) ->
                            part.getValue().bothDiffer() > 0)
            .thenComparing(part -> part.getValue().all());

    private final RuleScope scope;
    private final Map<Reason, Long> forwarded = new EnumMap<>(Reason.class);
    private final Map<Reason, Long> notStored = new EnumMap<>(Reason.class);
    private final TraitPairCounter.Unfollowed unfollowed = new TraitPairCounter.Unfollowed();
    private final TraitPairCounter traits = new TraitPairCounter(unfollowed);
    private final Map<KeyPart, ResponsePairCounts> parts = new HashMap<>();
    private final BodyAgeHistogram ages = new BodyAgeHistogram();
    private KeySettings settings = KeySettings.PLAIN;
    private DryRunCounts counts = DryRunCounts.NONE;
    private Duration longest = Duration.ZERO;
    private boolean stated;

    RuleScopeEvidenceCollector(RuleScope scope) {
        this.scope = scope;
    }

    /** Records a request that the cache would not have handled. */
    void passed(Reason reason) {
        counts = counts.forwarded();
        forwarded.merge(reason, 1L, Long::sum);
    }

    /** Records a request that would have been looked up. */
    void judged(DryRunRequest watched, ExpectedOutcome expected, DryRunResponse sent) {
        settings = watched.settings();
        watched.features().leftOut().forEach(unfollowed::add);
        stated |= sent.stated();
        if (expected.served().isEmpty()) {
            passed(expected.reason());
        } else {
            Agreement agreement = sent.agrees(expected.served().get());
            counts = counts.hit(agreement != Agreement.UNKNOWN, agreement == Agreement.DIFFERENT);
        }
        if (sent.verdict() instanceof StoreVerdict.DoNotStore no && expected.asks()) {
            notStored.merge(no.reason(), 1L, Long::sum);
        } else if (sent.verdict() instanceof StoreVerdict.Store store) {
            Duration lifetime = store.response().freshnessLifetime();
            longest = lifetime.compareTo(longest) > 0 ? lifetime : longest;
        }
    }

    /** Records two responses under one key. */
    void compared(ResponseSample before, ResponseSample now) {
        boolean sameBody = before.hasSameBody(now);
        before.compare(now, (trait, sameValue) -> traits.count(trait, sameValue, sameBody));
    }

    /** Records two responses whose keys differ in at most one part. */
    void compared(KeyPart part, boolean sameValue, boolean sameBody) {
        if (parts.size() >= TraitPairCounter.MAX_NAMES && !parts.containsKey(part)) {
            KeyPart least = Collections.min(parts.entrySet(), LEAST).getKey();
            unfollowed.add(KeyedHashes.of(least.toString()));
            parts.remove(least);
        }
        parts.merge(part, ResponsePairCounts.NONE.and(sameValue, sameBody), ResponsePairCounts::plus);
    }

    /** Whether the requests differ in nothing that may matter, as far as known now. */
    boolean areAlike(ResponseSample before, ResponseSample now) {
        var alike = new boolean[] {true};
        before.compare(
                now, (trait, same) -> alike[0] &= same || traits.of(trait).isNegligible());
        return alike[0];
    }

    /** Records whether the body of a repeated request has changed. */
    void lived(Duration age, boolean changed) {
        ages.add(age, changed);
    }

    RuleScopeEvidence evidence() {
        return new RuleScopeEvidence(
                scope,
                settings,
                counts,
                forwarded,
                notStored,
                new PairEvidence(traits.pairs(), parts, unfollowed.names()),
                new LifetimeEvidence(ages.plus(new BodyAgeHistogram()), longest, stated));
    }
}

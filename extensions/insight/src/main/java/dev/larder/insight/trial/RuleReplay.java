package dev.larder.insight.trial;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleSnapshot;
import dev.larder.insight.dryrun.BodyDigest;
import dev.larder.insight.dryrun.DryRunEntry;
import dev.larder.insight.dryrun.DryRunLookup;
import dev.larder.insight.dryrun.DryRunResponse;
import dev.larder.insight.dryrun.DryRunResponse.Agreement;
import dev.larder.insight.dryrun.ExpectedOutcome;
import dev.larder.insight.dryrun.KeyedHashes;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import dev.larder.rfc9111.StoredResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Replays traffic under some rules, beginning with an empty store: requests are looked up when they began, and responses stored when
 * they arrived, so that those under way do not help one another. Writes invalidate when they ended. Used once, by one thread.
 */
final class RuleReplay {

    private static final int NOT_MODIFIED = 304;

    /** Statuses by which an origin refuses a requester: a stored response to another one must not be sent in their place. */
    private static final Set<Integer> REFUSALS = Set.of(401, 403, 407);

    private final RuleSnapshot rules;
    private final Context context;
    private final StoredEntries entries = new StoredEntries();
    private final Map<Long, Long> invalidated = new HashMap<>();
    private long epoch;

    /**
     * What a replay needs beside rules.
     *
     * @param bears whether a response of this length may be stored under a rule
     * @param originTags tags that responses name themselves
     */
    record Context(BiPredicate<OptionalLong, RequestRule> bears, OriginTags originTags) {}

    /** A request under way. */
    private record UnderWay(
            int index, SampledExchange exchange, ResourceTags tags, EpochStamp stamp, Optional<DryRunLookup> lookup) {

        Instant ends() {
            return exchange.times().responseTime();
        }
    }

    private RuleReplay(RuleSnapshot rules, Context context) {
        this.rules = rules;
        this.context = context;
    }

    /** Returns what these rules would have made of each exchange, in the order of the sample. */
    static List<ReplayedExchange> of(RuleSnapshot rules, List<SampledExchange> sample, Context context) {
        return new RuleReplay(rules, context).run(sample);
    }

    private List<ReplayedExchange> run(List<SampledExchange> sample) {
        ReplayedExchange[] replayed = new ReplayedExchange[sample.size()];
        List<Integer> order = new ArrayList<>(sample.size());
        for (int i = 0; i < sample.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparing(i -> sample.get(i).times().requestTime()));
        var underWay = new PriorityQueue<>(Comparator.comparing(UnderWay::ends).thenComparing(UnderWay::index));
        for (int i : order) {
            SampledExchange exchange = sample.get(i);
            end(underWay, exchange.times().requestTime(), replayed);
            underWay.add(begin(i, exchange));
        }
        end(underWay, Instant.MAX, replayed);
        return List.of(replayed);
    }

    private void end(PriorityQueue<UnderWay> underWay, Instant now, ReplayedExchange[] replayed) {
        for (UnderWay first = underWay.peek(); first != null && !first.ends().isAfter(now); first = underWay.peek()) {
            underWay.remove();
            replayed[first.index()] = ended(first);
        }
    }

    private UnderWay begin(int index, SampledExchange exchange) {
        ResourceTags tags = exchange.request().reach(rules);
        RequestRule rule = tags.rule();
        boolean looked =
                !rule.handling().dryRun() && exchange.request().obstacle(rule).isEmpty();
        EpochStamp stamp = EpochStamp.of(epoch, looked ? tags.ofResponse() : Set.of());
        Optional<DryRunLookup> lookup = looked
                ? Optional.of(DryRunLookup.of(
                        entries,
                        exchange.request().head(rule),
                        exchange.request().key(rule),
                        exchange.request().policy(rule),
                        stored -> !isUsable(stored),
                        exchange.times().requestTime()))
                : Optional.empty();
        return new UnderWay(index, exchange, tags, stamp, lookup);
    }

    private boolean isUsable(EpochStamp stamp) {
        for (int i = 0; i < stamp.size(); i++) {
            if (invalidated.getOrDefault(stamp.tag(i), 0L) > stamp.epoch()) {
                return false;
            }
        }
        return true;
    }

    private ReplayedExchange ended(UnderWay request) {
        if (request.lookup().isPresent()) {
            return answered(request, request.lookup().get());
        }
        RequestRule rule = request.tags().rule();
        String method = request.exchange().request().head().method();
        if (request.exchange().isWrite() && !rule.policy().methods().contains(method)) {
            invalidate(request);
        }
        return new ReplayedExchange(rule, Optional.empty(), Optional.empty(), Agreement.UNKNOWN, false);
    }

    private void invalidate(UnderWay write) {
        Set<CacheTag> tags = new HashSet<>(write.tags().ofWrite());
        RequestHead head = write.exchange().request().head();
        tags.addAll(context.originTags()
                .ofWrite(
                        head,
                        write.tags(),
                        List.of(head.target()),
                        write.exchange().response()));
        epoch++;
        tags.forEach(tag -> invalidated.put(tag.id(), epoch));
    }

    private ReplayedExchange answered(UnderWay request, DryRunLookup lookup) {
        SampledExchange exchange = request.exchange();
        RequestRule rule = request.tags().rule();
        ResponseHead head = rule.handling().fields().apply(exchange.response());
        CachePolicy policy = lookup.policy();
        var sent = new DryRunResponse(
                head,
                exchange.body(),
                verdict(lookup, head, exchange, rule),
                Storability.hasExplicitFreshness(head, policy, exchange.times().wall()),
                request.ends(),
                stamp(request, head));
        ExpectedOutcome expected = lookup.expected();
        boolean stored = expected.asks()
                && isUsable(sent.stamp())
                && lookup.fill(entries, sent, exchange.times(), new Invalidations(request));
        CacheKey key = lookup.key();
        return new ReplayedExchange(
                rule,
                Optional.of(KeyedHashes.name(key)),
                expected.served(),
                expected.served().map(served -> agreement(served, sent)).orElse(Agreement.UNKNOWN),
                stored && head.status() != NOT_MODIFIED);
    }

    /** Returns whether the origin has refused the requester. */
    static boolean isRefusal(ResponseHead head) {
        return REFUSALS.contains(head.status());
    }

    private static Agreement agreement(StoredResponse served, DryRunResponse sent) {
        int status = sent.head().status();
        boolean refused = isRefusal(sent.head()) && served.head().status() != status;
        boolean addressed = status / 100 == 3 && status != NOT_MODIFIED
                || sent.head().fields().contains("Set-Cookie");
        boolean other = sent.body().filter(body -> !body.equals(served.body())).isPresent();
        return refused || addressed && other ? Agreement.DIFFERENT : sent.agrees(served);
    }

    private StoreVerdict verdict(DryRunLookup lookup, ResponseHead head, SampledExchange exchange, RequestRule rule) {
        StoreVerdict verdict = Storability.judge(lookup.request(), head, lookup.policy(), exchange.times());
        OptionalLong length =
                exchange.body().map(BodyDigest::length).map(OptionalLong::of).orElse(OptionalLong.empty());
        return verdict instanceof StoreVerdict.Store && !context.bears().test(length, rule)
                ? new StoreVerdict.DoNotStore(Reason.TOO_LARGE)
                : verdict;
    }

    private EpochStamp stamp(UnderWay request, ResponseHead head) {
        Set<CacheTag> tags = context.originTags().ofResponse(head.fields());
        return request.stamp().and(EpochStamp.of(request.stamp().epoch(), tags));
    }

    /** A store with room for everything: the sample is bounded. */
    private static final class StoredEntries implements DryRunLookup.Entries {

        private final Map<KeyedHashes.Name, DryRunEntry> entries = new HashMap<>();

        @Override
        public Optional<DryRunEntry> find(CacheKey key) {
            return Optional.ofNullable(entries.get(KeyedHashes.name(key)));
        }

        @Override
        public void keep(CacheKey key, DryRunEntry now) {
            entries.put(KeyedHashes.name(key), now);
        }
    }

    private final class Invalidations implements DryRunLookup.Invalidations {

        private final UnderWay request;

        Invalidations(UnderWay request) {
            this.request = request;
        }

        @Override
        public boolean isUsable(EpochStamp stamp) {
            return RuleReplay.this.isUsable(stamp);
        }

        @Override
        public EpochStamp stamp(ResponseHead head) {
            return RuleReplay.this.stamp(request, head);
        }

        @Override
        public boolean isShareable(EpochStamp stamp) {
            return RuleReplay.this.isUsable(stamp);
        }
    }
}

package dev.larder.insight.trial;

import dev.larder.gateway.rule.RequestRule;
import dev.larder.insight.dryrun.BodyDigest;
import dev.larder.insight.dryrun.KeyedHashes;
import dev.larder.insight.dryrun.RequestFeatures;
import dev.larder.insight.dryrun.RequestTrait;
import dev.larder.rfc9111.RequestHead;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the hits of a replay that would have crossed between users: another content than the client got, which this requester was
 * never sent, and which is not known to be shared. A content is shared if an anonymous request got it; or if several requesters got
 * it, of whom one later got the content of this request too: then it has changed, and is nobody's own.
 */
final class CrossedResponses {

    private static final String PRINCIPAL = "key.user: principal";

    private final List<SampledExchange> sample;
    private final List<ReplayedExchange> replayed;
    private final Map<Content, Receivers> receivers = new HashMap<>();
    private final long[] requesters;
    private final Map<Change, Boolean> meet = new HashMap<>();
    private final BitSet crossed = new BitSet();

    private record Content(KeyedHashes.Name key, BodyDigest body) {}

    /** Two contents under one key. */
    private record Change(Optional<BodyDigest> served, Content now) {}

    /**
     * Who got a content.
     *
     * @param first index of the first request that got it
     */
    private record Receivers(int first, Set<Long> requesters) {}

    /** @param replayed the outcome of each exchange of the sample */
    CrossedResponses(List<SampledExchange> sample, List<ReplayedExchange> replayed) {
        this.sample = sample;
        this.replayed = replayed;
        this.requesters = new long[sample.size()];
        for (int i = 0; i < requesters.length; i++) {
            requesters[i] =
                    Requester.of(sample.get(i).request(), replayed.get(i).rule());
        }
        for (int i = 0; i < sample.size(); i++) {
            int index = i;
            content(i)
                    .ifPresent(content -> receivers
                            .computeIfAbsent(content, none -> new Receivers(index, new HashSet<>()))
                            .requesters()
                            .add(requesters[index]));
        }
        for (int i = 0; i < sample.size(); i++) {
            crossed.set(i, isCrossed(i));
        }
    }

    /** Returns the content that a client got, with its key under the replayed rules. */
    private Optional<Content> content(int index) {
        return replayed.get(index).key().flatMap(key -> sample.get(index).body().map(body -> new Content(key, body)));
    }

    private boolean isCrossed(int index) {
        ReplayedExchange outcome = replayed.get(index);
        if (!outcome.hasDifferentContent()) {
            return false;
        }
        Set<Long> others = servedTo(outcome).map(Receivers::requesters).orElse(Set.of());
        if (others.isEmpty() || others.contains(requesters[index]) || others.contains(Requester.ANONYMOUS)) {
            return false;
        }
        return others.size() == 1
                || RuleReplay.isRefusal(sample.get(index).response())
                || content(index)
                        .map(now -> !meet.computeIfAbsent(
                                new Change(outcome.servedBody(), now),
                                change -> hasCommonRequester(
                                        others,
                                        Objects.requireNonNull(receivers.get(now))
                                                .requesters())))
                        .orElse(true);
    }

    private static boolean hasCommonRequester(Set<Long> one, Set<Long> other) {
        Set<Long> fewer = one.size() < other.size() ? one : other;
        Set<Long> more = one.size() < other.size() ? other : one;
        return fewer.stream().anyMatch(more::contains);
    }

    private Optional<Receivers> servedTo(ReplayedExchange outcome) {
        return outcome.key()
                .flatMap(key -> outcome.servedBody().map(body -> new Content(key, body)))
                .map(receivers::get);
    }

    /** Returns the indices of the requests that would have got another user's response. */
    BitSet indices() {
        return (BitSet) crossed.clone();
    }

    /** Returns the setting by which most of these requests would have had another key than who got the response; empty if none. */
    String separator(BitSet indices) {
        Map<String, Long> votes = new HashMap<>();
        indices.stream().forEach(index -> settings(index).forEach(setting -> votes.merge(setting, 1L, Long::sum)));
        return votes.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.<String, Long>comparingByKey().reversed()))
                .map(Map.Entry::getKey)
                .orElse("");
    }

    private Set<String> settings(int index) {
        ReplayedExchange outcome = replayed.get(index);
        Optional<Integer> first = servedTo(outcome).map(Receivers::first);
        Set<String> settings = new HashSet<>();
        if (first.isPresent()) {
            RequestRule rule = outcome.rule();
            Map<RequestTrait, Long> own = traits(index, rule);
            Map<RequestTrait, Long> other = traits(first.get(), rule);
            Set<RequestTrait> all = new HashSet<>(own.keySet());
            all.addAll(other.keySet());
            all.stream()
                    .filter(trait -> !Objects.equals(own.get(trait), other.get(trait)))
                    .filter(trait ->
                            trait.kind() != RequestTrait.Kind.HEADER || Requester.mayIdentifyUser(trait.name()))
                    .forEach(trait -> settings.add(setting(trait)));
            if (!sample.get(index)
                    .request()
                    .user()
                    .equals(sample.get(first.get()).request().user())) {
                settings.add(PRINCIPAL);
            }
        }
        return settings;
    }

    private Map<RequestTrait, Long> traits(int index, RequestRule rule) {
        var request = sample.get(index).request();
        RequestHead head = request.head(rule);
        String query = Objects.requireNonNullElse(request.head().target().getRawQuery(), "");
        return RequestFeatures.of(head, query, rule.key(), Set.of()).traits();
    }

    private static String setting(RequestTrait trait) {
        return switch (trait.kind()) {
            case AUTHORIZATION -> "key.headers: Authorization";
            case COOKIE -> "key.cookies: " + trait.name();
            case HEADER -> "key.headers: " + trait.name();
            case PARAMETER -> "the parameter " + trait.name() + " (key.query)";
        };
    }
}

package dev.larder.gateway.actuate;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.invalidation.EntryStatus;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.StoredResponse;
import dev.larder.rfc9111.Vary;
import java.net.URI;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Creates the operators' views of entries. Without side effects. */
public final class EntryViewFactory {

    private static final Set<String> NEGOTIATION =
            Set.of("accept", "accept-charset", "accept-encoding", "accept-language");
    private static final Set<String> DECIDING = Set.of(
            "cache-control",
            "cache-groups",
            "cdn-cache-control",
            "content-encoding",
            "content-language",
            "content-length",
            "content-range",
            "content-type",
            "date",
            "etag",
            "expires",
            "larder-cache-control",
            "last-modified",
            "vary");

    private final Set<String> shown;

    /** Creates a factory that also shows the fields in which origins name tags. */
    public EntryViewFactory(OriginTags originTags) {
        this.shown = new TreeSet<>(DECIDING);
        originTags.fields().forEach(field -> shown.add(field.toLowerCase(Locale.ROOT)));
    }

    EntryView of(EntryReference candidate, CacheEntry<ResponseVariants> entry, EntryStatus standing, Instant now) {
        ResourceTags tags = candidate.resourceTags();
        var judge = new Judge(
                candidate.named().method(), candidate.target(), tags.rule().policy(), standing, now);
        return new EntryView(
                candidate.named().authority(),
                candidate.target().toString(),
                tags.pool(),
                tags.rule().name(),
                candidate.named().route(),
                new EntryView.Metadata(
                        entry.weight(),
                        TimeUnit.NANOSECONDS.toMillis(entry.cost()),
                        entry.stamp().epoch(),
                        entry.stamp().size(),
                        standing.name().toLowerCase(Locale.ROOT)),
                judge.verdict(HeaderFields.EMPTY, entry.value()),
                entry.value().responses().stream()
                        .map(response -> variant(response, judge))
                        .toList());
    }

    private EntryView.Variant variant(StoredResponse response, Judge judge) {
        HeaderFields fields = response.head().fields();
        return new EntryView.Variant(
                response.head().status(),
                selectedBy(response.varyKey()),
                fields.stream().map(HeaderField::name).distinct().toList(),
                deciding(fields),
                response.body().length(),
                new EntryView.RemainingFreshness(
                        response.freshnessLifetime().toSeconds(),
                        response.currentAge(judge.now()).toSeconds(),
                        response.ttl(judge.now()).toSeconds()),
                judge.verdict(selecting(response), ResponseVariants.of(selectable(response))));
    }

    /** Values of content negotiation fields are not secret; any others may be. */
    private static Map<String, String> selectedBy(Map<String, String> varyKey) {
        Map<String, String> visible = new TreeMap<>();
        varyKey.forEach((name, value) -> visible.put(
                name, value.equals(Vary.ABSENT) ? "(absent)" : NEGOTIATION.contains(name) ? value : "(not shown)"));
        return visible;
    }

    /** Returns the response as a client sees it whose credentials select it: they are not known here. */
    private static StoredResponse selectable(StoredResponse response) {
        Map<String, String> known = new TreeMap<>(response.varyKey());
        if (!known.keySet().removeIf(Vary::isDigest)) {
            return response;
        }
        StoredResponse selectable = StoredResponse.restore(
                response.head(),
                known,
                response.body(),
                response.responseTime(),
                response.correctedInitialAge(),
                response.freshnessLifetime());
        return response.isSoftPurged() ? selectable.restoredAsPurged() : selectable;
    }

    /** Returns fields of a request that selects a response, and accepts its coding. */
    private static HeaderFields selecting(StoredResponse response) {
        var fields = HeaderFields.builder();
        if (!response.varyKey().containsKey("accept-encoding")) {
            fields.add("accept-encoding", "*");
        }
        response.varyKey()
                .forEach((name, value) -> Optional.of(value)
                        .filter(present -> !present.equals(Vary.ABSENT))
                        .ifPresent(present -> fields.add(name, present)));
        return fields.build();
    }

    private Map<String, String> deciding(HeaderFields fields) {
        Map<String, String> deciding = new TreeMap<>();
        fields.stream()
                .map(HeaderField::name)
                .filter(name -> shown.contains(name.toLowerCase(Locale.ROOT)))
                .forEach(name -> deciding.put(name, fields.combined(name)));
        return deciding;
    }

    private record Judge(String method, URI target, CachePolicy policy, EntryStatus standing, Instant now) {

        EntryView.Verdict verdict(HeaderFields request, ResponseVariants stored) {
            ReuseVerdict verdict = Reuse.judge(
                    new RequestHead(method, target, request),
                    Optional.of(stored),
                    standing != EntryStatus.USABLE,
                    policy,
                    now);
            return new EntryView.Verdict(
                    VerdictText.reason(verdict, standing).token(), VerdictText.of(verdict, standing, now));
        }
    }
}

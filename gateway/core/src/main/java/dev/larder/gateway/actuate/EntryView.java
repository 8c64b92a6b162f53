package dev.larder.gateway.actuate;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;

/**
 * One entry of the store: everything but contents, and field values that may be secret.
 *
 * @param authority the authority that clients name
 * @param target the URI that is forwarded to the origin
 * @param rule name of the rule that applies; empty if none does
 * @param route id of the route that shares it
 * @param metadata data of the store beside the responses
 * @param plainGet verdict on a GET without further fields
 * @param variants the stored responses, most recent first
 */
public record EntryView(
        String authority,
        String target,
        String pool,
        String rule,
        String route,
        @JsonUnwrapped Metadata metadata,
        Verdict plainGet,
        List<Variant> variants) {

    public EntryView {
        variants = List.copyOf(variants);
    }

    /**
     * Data of the store about an entry, beside its responses.
     *
     * @param weight size in bytes
     * @param costMillis time that a hit saves
     * @param epoch epoch before the request was forwarded
     * @param tags number of tags
     * @param standing whether writes allow its use
     */
    public record Metadata(long weight, long costMillis, long epoch, int tags, String standing) {}

    /**
     * How a request is answered now.
     *
     * @param reason the reason as in Cache-Status
     * @param sentence the same as a sentence
     */
    public record Verdict(String reason, String sentence) {}

    /**
     * A stored response.
     *
     * @param selectedBy the request fields that select it; values are included for content negotiation only
     * @param fieldNames names of all its fields
     * @param fields the fields that determine its use
     * @param bytes length of its content
     * @param freshness its freshness
     * @param verdict verdict on a GET that selects it
     */
    public record Variant(
            int status,
            Map<String, String> selectedBy,
            List<String> fieldNames,
            Map<String, String> fields,
            long bytes,
            @JsonUnwrapped RemainingFreshness freshness,
            Verdict verdict) {

        public Variant {
            selectedBy = Map.copyOf(selectedBy);
            fieldNames = List.copyOf(fieldNames);
            fields = Map.copyOf(fields);
        }
    }

    /**
     * Freshness of a stored response.
     *
     * @param ttlSeconds rest of its freshness lifetime; negative once stale
     */
    public record RemainingFreshness(long freshnessLifetimeSeconds, long currentAgeSeconds, long ttlSeconds) {}
}

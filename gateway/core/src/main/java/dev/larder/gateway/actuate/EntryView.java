package dev.larder.gateway.actuate;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;

/**
 * One entry of the store: everything but contents, and values of fields that may be secret.
 *
 * @param authority the authority that clients name
 * @param target the URI that is asked of the origin
 * @param rule name of the rule that is for it; empty if there is none
 * @param route id of the route that it is public to
 * @param metadata what the store knows of it beside its responses
 * @param plainGet what becomes of a GET without any further field
 * @param variants what is stored, most recent first
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
     * What the store knows of an entry beside its responses.
     *
     * @param weight bytes
     * @param costMillis what a hit saves
     * @param epoch the epoch before it was asked for
     * @param tags how many tags it has
     * @param standing whether writes allow its use
     */
    public record Metadata(long weight, long costMillis, long epoch, int tags, String standing) {}

    /**
     * What becomes of a request now.
     *
     * @param reason as in Cache-Status
     * @param sentence the same for people
     */
    public record Verdict(String reason, String sentence) {}

    /**
     * A stored response.
     *
     * @param selectedBy the request fields that select it, with values where they are about content negotiation only
     * @param fieldNames names of all its fields
     * @param fields those fields that decide about its use
     * @param bytes length of its content
     * @param freshness how fresh it is
     * @param verdict what becomes of a GET that selects it
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
     * How fresh a stored response is.
     *
     * @param ttlSeconds what is left of its freshness lifetime; negative once stale
     */
    public record RemainingFreshness(long freshnessLifetimeSeconds, long currentAgeSeconds, long ttlSeconds) {}
}

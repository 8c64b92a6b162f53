package dev.larder.gateway.actuate;

import java.util.List;
import java.util.Map;

/**
 * One entry of the store: everything but contents, and values of fields that may be secret.
 *
 * @param authority the authority that clients name
 * @param target the URI that is asked of the origin
 * @param rule name of the rule that is for it; empty if there is none
 * @param route id of the route that it is public to
 * @param weight bytes
 * @param costMillis what a hit saves
 * @param epoch the epoch before it was asked for
 * @param tags how many tags it has
 * @param standing whether writes allow its use
 * @param plainGet what becomes of a GET without any further field
 * @param variants what is stored, most recent first
 */
public record EntryView(
        String authority,
        String target,
        String pool,
        String rule,
        String route,
        long weight,
        long costMillis,
        long epoch,
        int tags,
        String standing,
        Verdict plainGet,
        List<Variant> variants) {

    public EntryView {
        variants = List.copyOf(variants);
    }

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
     * @param ttlSeconds what is left of its freshness lifetime; negative once stale
     * @param verdict what becomes of a GET that selects it
     */
    public record Variant(
            int status,
            Map<String, String> selectedBy,
            List<String> fieldNames,
            Map<String, String> fields,
            long bytes,
            long freshnessLifetimeSeconds,
            long currentAgeSeconds,
            long ttlSeconds,
            Verdict verdict) {

        public Variant {
            selectedBy = Map.copyOf(selectedBy);
            fieldNames = List.copyOf(fieldNames);
            fields = Map.copyOf(fields);
        }
    }
}

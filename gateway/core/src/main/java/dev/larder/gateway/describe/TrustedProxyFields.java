package dev.larder.gateway.describe;

import dev.larder.gateway.message.ForwardedField;
import dev.larder.rfc9111.CachePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/**
 * Fields in which a trusted proxy describes the client's request (RFC 7239, and the X-Forwarded fields before it). The origin
 * receives them, so they are part of the key, except {@link #ADDRESSES}: addresses differ for each client, and an origin that
 * responds depending on them must list them in Vary.
 *
 * @param keyed the text that becomes part of a key; empty if there is none
 */
public record TrustedProxyFields(String keyed) {

    /** Request fields to which the gateway adds, behind the cache, what no key contains: the version of the client's protocol. */
    private static final Set<String> AMENDED = Set.of("via");

    /**
     * Lower-case names of all fields to which the gateway adds, behind the cache, what no key contains: to these for a trusted proxy,
     * whose address it adds. Requests that are equal here may differ for the origin, so that a response that varies by one of these is
     * for no other request. What the gateway says of scheme, authority, port and prefix is part of the key ({@link RouteKeyParts}).
     */
    public static final Set<String> AMENDED_FOR_PROXIES = Set.of("via", "forwarded", "x-forwarded-for");

    /** Fields that contain only addresses: forwarded to the origin, but not part of any key. */
    static final Set<String> ADDRESSES = Set.of(
            "x-forwarded-for",
            "x-forwarded-by",
            "x-real-ip",
            "true-client-ip",
            "x-client-ip",
            "x-cluster-client-ip",
            "x-originating-ip",
            "x-remote-addr",
            "x-remote-ip");

    /** Fields that are part of the key; parameters of Forwarded that are addresses are not. */
    static final Set<String> KEYED = Set.of(
            "forwarded",
            "x-forwarded-host",
            "x-forwarded-port",
            "x-forwarded-prefix",
            "x-forwarded-proto",
            "x-forwarded-protocol",
            "x-forwarded-scheme",
            "x-forwarded-server",
            "x-forwarded-ssl");

    private static final String FORWARDED = "forwarded";
    private static final Set<String> ADDRESS_PARAMETERS = Set.of("by", "for");
    private static final String ATTRIBUTE = TrustedProxyFields.class.getName();

    /** Whether it is one of these, in this spelling: one with underscores may be the client's, unnoticed by its proxy. */
    static boolean has(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return KEYED.contains(lower) || ADDRESSES.contains(lower);
    }

    /** Returns the fields of a trusted proxy's request. */
    static TrustedProxyFields of(Iterable<Map.Entry<String, String>> received) {
        Map<String, List<String>> found = new TreeMap<>();
        for (Map.Entry<String, String> field : received) {
            String name = field.getKey().toLowerCase(Locale.ROOT);
            if (KEYED.contains(name)) {
                String value = name.equals(FORWARDED) ? withoutAddresses(field.getValue()) : field.getValue();
                found.computeIfAbsent(name, none -> new ArrayList<>()).add(value);
            }
        }
        return new TrustedProxyFields(found.entrySet().stream()
                .map(field -> field.getKey() + ": " + String.join("\n", field.getValue()))
                .collect(Collectors.joining("\n")));
    }

    /** Returns one entry for each line. */
    static List<Map.Entry<String, String>> lines(HttpHeaders headers) {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        headers.forEach((name, values) -> values.forEach(value -> lines.add(Map.entry(name, value))));
        return lines;
    }

    /** Returns the field without {@code for} and {@code by}; unchanged if it does not follow RFC 7239 4. */
    private static String withoutAddresses(String value) {
        List<ForwardedField.Pair> pairs = ForwardedField.of(value).pairs();
        var left = new StringBuilder();
        for (ForwardedField.Pair pair : pairs) {
            if (!ADDRESS_PARAMETERS.contains(pair.name().toLowerCase(Locale.ROOT))) {
                left.append(pair.name()).append('=').append(pair.value()).append(';');
            }
            left.append(pair.last() ? "," : "");
        }
        return pairs.isEmpty() ? value : left.toString();
    }

    /** Records that a request came from a trusted proxy, with its fields. */
    void tell(ServerWebExchange exchange) {
        exchange.getAttributes().put(ATTRIBUTE, this);
    }

    /** Returns the recorded fields; null if the request did not come from a trusted proxy. */
    static @Nullable TrustedProxyFields told(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE);
    }

    /** Whether the gateway adds its client's address to this field, if that is a trusted proxy. */
    public static boolean containsClientAddress(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return AMENDED_FOR_PROXIES.contains(lower) && !AMENDED.contains(lower);
    }

    /** Returns the policy for a request whose {@link UnkeyedFields} are removed. */
    static CachePolicy amended(CachePolicy policy, ServerWebExchange exchange) {
        return policy.withAmended(told(exchange) == null ? AMENDED : AMENDED_FOR_PROXIES);
    }
}

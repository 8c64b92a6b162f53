package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.ForwardedField;
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
 * What a trusted proxy says about where a request came from (RFC 7239, and the X-Forwarded fields before it). It reaches the
 * origin, so it is part of the key, but for {@link #ADDRESSES}: the address of a client is different for each of them, and
 * an origin that answers by it has to say so in Vary.
 *
 * @param keyed what of it is part of a key; empty if that is nothing
 */
record TrustedProxyFields(String keyed) {

    /** Fields that reach an origin and are part of no key: addresses alone. */
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
    private static final Set<String> KEYED = Set.of(
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

    /** Whether it is one of them; in that spelling only: an underscore may be a client's own, that its proxy has not seen. */
    static boolean has(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return KEYED.contains(lower) || ADDRESSES.contains(lower);
    }

    /** Those of a trusted proxy's request. */
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

    /** One entry for each line. */
    static List<Map.Entry<String, String>> lines(HttpHeaders headers) {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        headers.forEach((name, values) -> values.forEach(value -> lines.add(Map.entry(name, value))));
        return lines;
    }

    /** What is left of Forwarded without {@code for} and {@code by}; all of it if it is not what RFC 7239 4 says. */
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

    /** Notes that a request has come from a trusted proxy, and what that said. */
    void tell(ServerWebExchange exchange) {
        exchange.getAttributes().put(ATTRIBUTE, this);
    }

    /** What has been noted; null for a request of anybody else. */
    static @Nullable TrustedProxyFields told(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE);
    }
}

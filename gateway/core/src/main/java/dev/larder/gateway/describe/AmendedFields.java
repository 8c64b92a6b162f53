package dev.larder.gateway.describe;

import dev.larder.rfc9111.CachePolicy;
import java.util.Locale;
import java.util.Set;
import org.springframework.web.server.ServerWebExchange;

/**
 * Request fields to which the gateway adds, behind the cache, what no key contains: to Via the version of the client's protocol, and
 * for a trusted proxy its address. Requests that are equal here may differ for the origin, so that a response that varies by one of
 * these is for no other request. What the gateway says of scheme, authority, port and prefix is part of the key ({@link
 * RouteKeyParts}).
 */
public final class AmendedFields {

    private static final Set<String> OF_ALL = Set.of("via");

    /** Lower-case names of all of these fields: to these, the gateway adds for a trusted proxy. */
    public static final Set<String> OF_TRUSTED = Set.of("via", "forwarded", "x-forwarded-for");

    private AmendedFields() {}

    /** Whether the gateway adds its client's address to this field, if that is a trusted proxy. */
    public static boolean tellsAddress(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return OF_TRUSTED.contains(lower) && !OF_ALL.contains(lower);
    }

    /** Returns the policy for a request whose {@link UnkeyedFields} are removed. */
    static CachePolicy policy(CachePolicy policy, ServerWebExchange exchange) {
        return policy.withAmended(TrustedProxyFields.told(exchange) == null ? OF_ALL : OF_TRUSTED);
    }
}

package dev.larder.gateway.describe;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ORIGINAL_REQUEST_URL_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_PREDICATE_MATCHED_PATH_ATTR;

import dev.larder.gateway.rule.PathPatterns;
import dev.larder.gateway.store.CacheKeys;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.accept.ApiVersionHolder;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;

/**
 * Key parts for client data that a route can forward outside the target: variables of the route's patterns, which filters can
 * write into any field, if the path that contained them is not forwarded; the origin of a request as stated by a trusted
 * proxy; the API version that Spring has found in the request; and the path that the client requested if another one is forwarded,
 * by which writes on other routes invalidate. {@link FilteredFields} adds what filters have set.
 */
final class RouteKeyParts {

    private RouteKeyParts() {}

    /**
     * Returns these parts.
     *
     * @param host whether the authority that the client names is part of the key anyway
     */
    static List<String> of(ServerWebExchange exchange, URI target, boolean host) {
        List<String> parts = new ArrayList<>(0);
        Map<String, String> variables = variables(exchange, target);
        if (!variables.isEmpty()) {
            parts.add("variables " + text(variables));
        }
        TrustedProxyFields forwarded = TrustedProxyFields.told(exchange);
        if (forwarded != null) {
            parts.add("forwarded " + text(exchange, host) + "\n" + forwarded.keyed());
        }
        String version = version(exchange);
        if (version != null) {
            parts.add("version " + version);
        }
        String requested = RequestedTarget.path(exchange);
        if (!requested.equals(target.getRawPath())) {
            parts.add(CacheKeys.REQUESTED + requested);
        }
        return parts;
    }

    /**
     * Returns the API version of a request, if the application has said where requests state one ({@code
     * spring.webflux.apiversion.use}): an origin on Spring answers by the same field, and does not name it in Vary.
     */
    private static @Nullable String version(ServerWebExchange exchange) {
        Object found = exchange.getAttribute(HandlerMapping.API_VERSION_ATTRIBUTE);
        if (found instanceof Comparable<?> version) {
            // Framework 7.0.0 to 7.0.2.
            return version.toString();
        }
        return found instanceof ApiVersionHolder holder && holder.hasVersion()
                ? String.valueOf(holder.getVersionIfPresent())
                : null;
    }

    /** Variables of the path are redundant if the target has the client's path. */
    private static Map<String, String> variables(ServerWebExchange exchange, URI target) {
        Map<String, String> all = ServerWebExchangeUtils.getUriTemplateVariables(exchange);
        String pattern = exchange.getAttribute(GATEWAY_PREDICATE_MATCHED_PATH_ATTR);
        if (all.isEmpty() || pattern == null || !isWhole(exchange, target)) {
            return all;
        }
        Map<String, String> others = new TreeMap<>(all);
        others.keySet().removeAll(PathPatterns.variables(pattern));
        return others;
    }

    private static boolean isWhole(ServerWebExchange exchange, URI target) {
        return before(exchange).stream().allMatch(uri -> Objects.equals(uri.getRawPath(), target.getRawPath()));
    }

    /** Neither names nor values can contain a line feed. */
    private static String text(Map<String, String> variables) {
        var text = new StringBuilder();
        new TreeMap<>(variables)
                .forEach((name, value) ->
                        text.append(name).append('\n').append(value).append('\n'));
        return text.toString();
    }

    /** The gateway adds scheme, authority and the stripped prefix to the proxy's fields. */
    private static String text(ServerWebExchange exchange, boolean host) {
        URI asked = exchange.getRequest().getURI();
        var text = new StringBuilder(asked.getScheme());
        if (host) {
            text.append("://").append(asked.getRawAuthority());
        }
        before(exchange).forEach(uri -> text.append('\n').append(uri.getRawPath()));
        return text.toString();
    }

    private static Set<URI> before(ServerWebExchange exchange) {
        return exchange.getAttributeOrDefault(GATEWAY_ORIGINAL_REQUEST_URL_ATTR, Set.of());
    }
}

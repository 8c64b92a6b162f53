package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_LOADBALANCER_RESPONSE_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.larder.gateway.rule.KeySettings;
import dev.larder.rfc9111.Reason;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.loadbalancer.Response;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/**
 * Compares a request as it is forwarded with the one that its key was made of. If filters behind the cache have added or changed a
 * field, or have chosen another target, its response belongs to a request that has no key: it is not stored.
 */
public final class ForwardedRequestCheck implements HttpHeadersFilter, Ordered {

    private static final Logger log = LoggerFactory.getLogger(ForwardedRequestCheck.class);

    private static final String ATTRIBUTE = ForwardedRequestCheck.class.getName();
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();
    private static final int MAX_TOLD = 1000;

    /** Checks the requests that are made for an exchange from now on. */
    static void begin(CacheExchange exchange) {
        exchange.exchange().getAttributes().put(ATTRIBUTE, new Keyed(exchange));
    }

    /** Returns why the response to a request must not be stored; empty if it was forwarded as its key says. */
    static Optional<Reason> obstacle(ServerWebExchange exchange) {
        Keyed keyed = exchange.getAttribute(ATTRIBUTE);
        return keyed != null && keyed.changed ? Optional.of(Reason.REQUEST_CHANGED) : Optional.empty();
    }

    @Override
    public HttpHeaders filter(HttpHeaders forwarded, ServerWebExchange exchange) {
        Keyed keyed = exchange.getAttribute(ATTRIBUTE);
        if (keyed != null) {
            keyed.compare(exchange, forwarded);
        }
        return forwarded;
    }

    /** Behind all other filters of header fields. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    /** A request as its key was made. */
    private static final class Keyed {

        private final String route;
        private final HttpHeaders fields;
        private final URI target;
        private final KeySettings settings;
        private volatile boolean changed;

        Keyed(CacheExchange exchange) {
            this.route = exchange.route();
            this.fields = exchange.exchange().getRequest().getHeaders();
            this.target = exchange.request().target();
            this.settings = exchange.rule().key();
        }

        private void compare(ServerWebExchange exchange, HttpHeaders forwarded) {
            Response<?> balanced = exchange.getAttribute(GATEWAY_LOADBALANCER_RESPONSE_ATTR);
            List<String> added = new ArrayList<>(FilteredFields.added(this.fields, forwarded, settings));
            added.removeIf(name -> name.equalsIgnoreCase(HttpHeaders.COOKIE) && addsInstanceOnly(forwarded, balanced));
            URI url = exchange.getAttribute(GATEWAY_REQUEST_URL_ATTR);
            boolean sameTarget =
                    url == null || url.equals(target) || (balanced != null && ExactTargetFilter.areAlike(url, target));
            if (added.isEmpty() && sameTarget) {
                return;
            }
            changed = true;
            String what = sameTarget ? "the request fields " + added : "the target";
            if (TOLD.size() < MAX_TOLD && TOLD.add(route + ' ' + what)) {
                log.warn(
                        "Route {}: a filter behind the cache changes {}. Responses to such requests are not stored. Give the filter an"
                                + " order before {}, or name fields that do not change responses in"
                                + " larder.rules.<name>.key.ignored-headers.",
                        route,
                        what,
                        CacheFilter.ORDER);
            }
        }

        /** Gateway's load balancer can tell the origin by a cookie which instance it is. */
        private boolean addsInstanceOnly(HttpHeaders forwarded, @Nullable Response<?> balanced) {
            if (balanced == null || !(balanced.getServer() instanceof ServiceInstance instance)) {
                return false;
            }
            List<String> lines = forwarded.getOrEmpty(HttpHeaders.COOKIE);
            int last = lines.size() - 1;
            return last >= 0
                    && lines.get(last).endsWith("=" + Objects.requireNonNullElse(instance.getInstanceId(), ""))
                    && lines.subList(0, last).equals(fields.getOrEmpty(HttpHeaders.COOKIE));
        }
    }
}

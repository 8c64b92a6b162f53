package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_LOADBALANCER_RESPONSE_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_SCHEME_PREFIX_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.PRESERVE_HOST_HEADER_ATTRIBUTE;

import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.FilteredFields;
import dev.larder.gateway.describe.RequestedTarget;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.upload.CacheKeyContent;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.loadbalancer.LoadBalancerUriTools;
import org.springframework.cloud.client.loadbalancer.Response;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.observation.ObservedRequestHttpHeadersFilter;
import org.springframework.cloud.gateway.support.DelegatingServiceInstance;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;

/**
 * Compares a request as it is forwarded with the one that its key was made of. If filters behind the cache have added, changed or
 * removed a field, or have chosen another target, method or content, its response belongs to a request that has no key: it is not
 * stored. The comparison is the last thing before a filter that may send the request, to whatever kind of target ({@link
 * SendingWebHandler}); filters of header fields, which HTTP alone has, are followed by that with what those of Gateway and Larder make
 * of the fields.
 */
public final class ForwardedRequestCheck implements HttpHeadersFilter {

    private static final Logger log = LoggerFactory.getLogger(ForwardedRequestCheck.class);

    private static final String ATTRIBUTE = ForwardedRequestCheck.class.getName();
    private static final ToldOnce TOLD = new ToldOnce();

    /** Of the target of a service, the load balancer leaves path and query. */
    private static final URI SERVICE = URI.create("lb://service");

    private final Supplier<List<HttpHeadersFilter>> known;

    /** @param all all filters of header fields, in their order */
    public ForwardedRequestCheck(Supplier<List<HttpHeadersFilter>> all) {
        this.known = SingletonSupplier.of(
                () -> all.get().stream().filter(ForwardedRequestCheck::isKnown).toList());
    }

    /** An observation begins where its filter is called, so that this happens once. All that it sets are identifiers of traces. */
    private static boolean isKnown(HttpHeadersFilter filter) {
        return (FilterTypes.isGateways(filter) || FilterTypes.isLarders(filter))
                && !(filter instanceof ForwardedRequestCheck)
                && !(filter instanceof ObservedRequestHttpHeadersFilter);
    }

    /** Checks the requests that are made for an exchange from now on. */
    static void begin(FilterRequest exchange) {
        begin(exchange.exchange(), exchange.request().target(), exchange.rule().key());
    }

    /** The same for an exchange without a cache. */
    public static void begin(ServerWebExchange exchange, URI target, KeySettings settings) {
        exchange.getAttributes().put(ATTRIBUTE, new Keyed(exchange, target, settings));
    }

    /** Notes the fields and content of a request that begins at the cache: those of the client with what the cache asks for. */
    static void asks(ServerWebExchange exchange, HeaderFields fields) {
        Keyed keyed = exchange.getAttribute(ATTRIBUTE);
        if (keyed != null) {
            var asked = new HttpHeaders();
            MessageHeadConverter.write(fields, asked);
            keyed.fields = asked;
            keyed.content = CacheKeyContent.of(exchange);
        }
    }

    /** Returns why the response to a request must not be stored; empty if it was forwarded as its key says. */
    public static Optional<Reason> obstacle(ServerWebExchange exchange) {
        Keyed keyed = exchange.getAttribute(ATTRIBUTE);
        return keyed != null && keyed.changed ? Optional.of(Reason.REQUEST_CHANGED) : Optional.empty();
    }

    /** Compares a request that may be sent next. */
    void compare(ServerWebExchange exchange) {
        Keyed keyed = exchange.getAttribute(ATTRIBUTE);
        if (keyed != null) {
            keyed.compare(exchange, exchange.getRequest().getHeaders(), keyed.fields);
            keyed.compareContent(exchange);
        }
    }

    @Override
    public HttpHeaders filter(HttpHeaders forwarded, ServerWebExchange exchange) {
        Keyed keyed = exchange.getAttribute(ATTRIBUTE);
        if (keyed != null) {
            keyed.compare(
                    exchange,
                    forwarded,
                    HttpHeadersFilter.filter(
                            Objects.requireNonNull(known.get()), keyed.fields, exchange, Type.REQUEST));
        }
        return forwarded;
    }

    /** A request as its key was made. */
    private static final class Keyed {

        private final String route;
        private final HttpMethod method;
        private final URI named;
        private final URI target;
        private final KeySettings settings;
        private final @Nullable String host;
        private volatile HttpHeaders fields;
        private volatile @Nullable Flux<DataBuffer> content;
        private volatile boolean changed;

        Keyed(ServerWebExchange exchange, URI target, KeySettings settings) {
            ServerHttpRequest request = exchange.getRequest();
            this.route = Described.route(exchange);
            this.method = request.getMethod();
            this.named = request.getURI();
            this.target = target;
            this.settings = settings;
            this.fields = request.getHeaders();
            this.host = fields.getFirst(HttpHeaders.HOST);
        }

        private void compare(ServerWebExchange exchange, HttpHeaders forwarded, HttpHeaders expected) {
            Response<?> balanced = exchange.getAttribute(GATEWAY_LOADBALANCER_RESPONSE_ATTR);
            Set<String> differing = FilteredFields.differing(expected, forwarded, settings);
            differing.removeIf(name ->
                    name.equalsIgnoreCase(HttpHeaders.COOKIE) && hasOnlyInstanceCookieAdded(forwarded, balanced));
            if (exchange.getAttributeOrDefault(PRESERVE_HOST_HEADER_ATTRIBUTE, false)
                    && !Objects.equals(host, exchange.getRequest().getHeaders().getFirst(HttpHeaders.HOST))) {
                differing.add("host");
            }
            if (!differing.isEmpty()) {
                changed("the request fields " + differing);
            }
            if (!Described.route(exchange).equals(route)) {
                changed("the route, by forwarding to another one, which may have a cache");
            } else if (!isTargetOf(exchange, balanced)) {
                changed("the target");
            }
            if (!method.equals(exchange.getRequest().getMethod())) {
                changed("the method");
            }
        }

        /** HTTP is sent to what the attribute says; whoever answers anything else may look at the request as well. */
        private boolean isTargetOf(ServerWebExchange exchange, @Nullable Response<?> balanced) {
            URI url = exchange.getAttribute(GATEWAY_REQUEST_URL_ATTR);
            boolean same =
                    url == null || url.equals(target) || (balanced != null && isOfInstance(exchange, url, balanced));
            boolean http = url != null && String.valueOf(url.getScheme()).startsWith("http");
            return same && (http || named.equals(exchange.getRequest().getURI()));
        }

        /** Returns whether a target is the one that Gateway's load balancer makes of that of the key, for the instance it has chosen. */
        private boolean isOfInstance(ServerWebExchange exchange, URI url, Response<?> balanced) {
            if (!RequestedTarget.areAlike(url, target) || !(balanced.getServer() instanceof ServiceInstance instance)) {
                return false;
            }
            String prefix = exchange.getAttribute(GATEWAY_SCHEME_PREFIX_ATTR);
            String scheme = prefix != null ? target.getScheme() : instance.isSecure() ? "https" : "http";
            URI made = LoadBalancerUriTools.reconstructURI(new DelegatingServiceInstance(instance, scheme), SERVICE);
            return made.getScheme().equals(url.getScheme())
                    && Objects.equals(made.getRawAuthority(), url.getRawAuthority());
        }

        /** The cache asks with content that is one instance, whoever passes it on; a write has the client's. */
        private void compareContent(ServerWebExchange exchange) {
            Flux<DataBuffer> asked = content;
            if (asked != null && asked != exchange.getRequest().getBody()) {
                changed("the content");
            }
        }

        private void changed(String what) {
            changed = true;
            TOLD.once(
                    route + ' ' + what,
                    () -> log.warn(
                            "Route {}: a filter behind the cache changes {}. Responses to such requests are not stored. Give the"
                                    + " filter an order before {}, or name fields that do not change responses in"
                                    + " larder.rules.<name>.key.ignored-headers.",
                            route,
                            what,
                            CacheFilter.ORDER));
        }

        /** Gateway's load balancer can tell the origin by a cookie which instance it is. */
        private boolean hasOnlyInstanceCookieAdded(HttpHeaders forwarded, @Nullable Response<?> balanced) {
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

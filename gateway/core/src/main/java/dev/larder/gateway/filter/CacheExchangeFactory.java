package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.PRESERVE_HOST_HEADER_ATTRIBUTE;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.exchange.CacheKeys;
import dev.larder.gateway.exchange.ExchangeCounter;
import dev.larder.gateway.exchange.ExchangeReporter;
import dev.larder.gateway.exchange.ExchangeRequest;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.MessageHeadConverter;
import dev.larder.gateway.metrics.CacheReport;
import dev.larder.gateway.rule.CacheBypass;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.http.ClientConnection;
import dev.larder.http.TargetEncoding;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HttpDate;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.Vary;
import java.net.URI;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.factory.RetryGatewayFilterFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.HttpHeadResponseDecorator;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Creates cache exchanges: removes unkeyed request fields, and makes responses report what the cache did. */
final class CacheExchangeFactory {

    private static final Set<Integer> SUCCESSES =
            IntStream.range(200, 400).boxed().collect(Collectors.toUnmodifiableSet());

    /** No response has this status, and an empty set stands for all. */
    private static final Set<Integer> NONE = Set.of(0);

    private final CacheServices services;
    private final CacheKeyFactory keys;
    private final CacheFilterArguments routeRule;
    private final ExchangeReporter reporter;

    CacheExchangeFactory(CacheServices services, CacheFilterArguments routeRule) {
        this.services = services;
        this.keys = new CacheKeyFactory(services.requests().users());
        this.routeRule = routeRule;
        this.reporter = services.requests().reporter();
    }

    Mono<CacheExchange> open(ServerWebExchange client, GatewayFilterChain chain, PreparedResponse answer) {
        ServerWebExchange exchange = services.writes()
                .uploads()
                .paced(asKeyed(whole(services.requests().unkeyed().removeFrom(client))));
        URI asked = exactTarget(exchange);
        ResourceTags tags = routeRule.reach(services.requests().rules(), exchange, asked);
        String method = exchange.getRequest().getMethod().name();
        if (!tags.rule().policy().methods().contains(method)) {
            RequestRule ofReads = tags.ruleOfReads(asked);
            var keyed = new KeyedRequest(
                    exchange, CacheKeyFactory.plain(exchange, asked, ofReads), Optional.of(Reason.METHOD));
            return Mono.just(visit(keyed, asked, chain, answer, tags));
        }
        URI target = tags.rule().counting(asked);
        Optional<Reason> bypass =
                bypassed(exchange, asked, tags.rule()) ? Optional.of(Reason.BYPASS) : Optional.empty();
        ServerWebExchange counted = counting(exchange, target, tags.rule());
        if (!CacheKeyFactory.waits(counted, tags.rule())) {
            var keyed = new KeyedRequest(counted, CacheKeyFactory.plain(counted, target, tags.rule()), bypass);
            return Mono.just(visit(keyed, target, chain, answer, tags));
        }
        return keys.of(counted, target, tags.rule())
                .map(keyed -> new KeyedRequest(
                        keyed.exchange(), keyed.key(), keyed.obstacle().or(() -> bypass)))
                .map(keyed -> visit(keyed, target, chain, answer, tags));
    }

    private CacheExchange visit(
            KeyedRequest keyed, URI target, GatewayFilterChain chain, PreparedResponse answer, ResourceTags tags) {
        ServerWebExchange exchange = keyed.exchange();
        String route = CacheExchange.route(exchange);
        CacheKey key = keyed.obstacle().isPresent()
                ? keyed.key()
                : services.fetching().store().variances().lookupKey(keyed.key(), target);
        var described = new ExchangeRequest(
                Vary.withoutUnusable(MessageHeadConverter.request(exchange.getRequest(), target)),
                key,
                tags,
                AmendedFields.policy(policy(exchange, key, tags.rule()), exchange),
                route);
        var cacheExchange = new CacheExchange(
                exchange,
                chain,
                described,
                keyed.obstacle(),
                new CacheReport(),
                ExchangeCounter.begin(
                        reporter.traffic(),
                        services.fetching().store(),
                        services.fetching().clock(),
                        route,
                        tags.rule()),
                answer);
        new KeyedResourceTags(tags, key).tell(exchange);
        if (answer.isCurrent(exchange)) {
            exchange.getResponse()
                    .beforeCommit(() -> Mono.fromRunnable(() -> {
                        if (answer.isCurrent(exchange)) {
                            announce(cacheExchange);
                        }
                    }));
        }
        return cacheExchange;
    }

    /**
     * An origin that refuses one spelling may answer another one. And who tries again wants the origin's answer, not what the attempt
     * before has stored.
     */
    private CachePolicy policy(ServerWebExchange exchange, CacheKey key, RequestRule rule) {
        CachePolicy ofRoute = routeRule.policy(rule.policy());
        CachePolicy policy = isRepeated(exchange) ? ofRoute.withAlwaysValidate(true) : ofRoute;
        if (!CacheKeyFactory.isNormalized(key)) {
            return policy;
        }
        Set<Integer> statuses = new HashSet<>(SUCCESSES);
        if (!policy.storage().statuses().isEmpty()) {
            statuses.retainAll(policy.storage().statuses());
        }
        return policy.withStatuses(statuses.isEmpty() ? NONE : statuses);
    }

    /** Returns whether Gateway's {@code Retry} has refused an answer to this request before. */
    static boolean isRepeated(ServerWebExchange exchange) {
        return exchange.getAttribute(RetryGatewayFilterFactory.RETRY_ITERATION_KEY) != null;
    }

    static boolean bypassed(ServerWebExchange exchange, URI asked, RequestRule rule) {
        CacheBypass bypass = rule.handling().bypass();
        String query = Objects.requireNonNullElse(asked.getRawQuery(), "");
        return bypass.granted() && bypass.asked(MessageHeadConverter.fields(exchange.getRequest()), query);
    }

    /**
     * Returns the exchange without Range if other filters, such as {@code ModifyResponseBody}, write the response in their own way: a
     * part of what is stored is none of what they make of it, and may show what they remove.
     */
    private static ServerWebExchange whole(ServerWebExchange exchange) {
        HttpHeaders fields = exchange.getRequest().getHeaders();
        boolean asksForPart = fields.containsHeader(HttpHeaders.RANGE) || fields.containsHeader(HttpHeaders.IF_RANGE);
        return asksForPart && isRewritten(exchange.getResponse())
                ? exchange.mutate()
                        .request(request -> request.headers(all -> {
                            all.remove(HttpHeaders.RANGE);
                            all.remove(HttpHeaders.IF_RANGE);
                        }))
                        .build()
                : exchange;
    }

    private static boolean isRewritten(ServerHttpResponse response) {
        ServerHttpResponse writer = response;
        while (writer instanceof ServerHttpResponseDecorator decorator
                && (decorator instanceof HttpHeadResponseDecorator
                        || decorator.getClass().getName().startsWith("dev.larder."))) {
            writer = decorator.getDelegate();
        }
        return writer instanceof ServerHttpResponseDecorator;
    }

    /** Returns the exchange with the client's authority in normalized form, because origins may respond depending on it. */
    private static ServerWebExchange asKeyed(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        String named = request.getHeaders().getFirst(HttpHeaders.HOST);
        String keyed = CacheKeyFactory.host(exchange);
        if (named == null || named.equals(keyed)) {
            return exchange;
        }
        URI asked = request.getURI();
        String authority = CacheKeys.normalised(asked.getRawAuthority(), asked.getScheme());
        return with(exchange, keyed, authority, asked.getRawQuery());
    }

    /**
     * Returns the exchange without anything that is not part of the key but could influence the response: ignored parameters
     * of the target, and of the request itself, from which later filters may derive another target; and the authority that the
     * client named.
     */
    private static ServerWebExchange counting(ServerWebExchange exchange, URI target, RequestRule rule) {
        URI asked = exchange.getRequest().getURI();
        URI chosen = exchange.getRequiredAttribute(GATEWAY_REQUEST_URL_ATTR);
        if (target != chosen) {
            exchange.getAttributes().put(GATEWAY_REQUEST_URL_ATTR, target);
        }
        String query = Objects.equals(asked.getRawQuery(), chosen.getRawQuery())
                ? target.getRawQuery()
                : rule.counting(asked).getRawQuery();
        if (!rule.key().host()) {
            boolean kept = CacheKeyFactory.hasChosenHost(exchange);
            if (!kept) {
                exchange.getAttributes().put(PRESERVE_HOST_HEADER_ATTRIBUTE, false);
            }
            String authority = Objects.requireNonNullElse(target.getRawAuthority(), asked.getRawAuthority());
            return with(exchange, kept ? CacheKeyFactory.host(exchange) : authority, authority, query);
        }
        return Objects.equals(asked.getRawQuery(), query)
                ? exchange
                : with(exchange, CacheKeyFactory.host(exchange), asked.getRawAuthority(), query);
    }

    /** Returns the exchange with this Host field, if it has one, and this authority and query in its URI. */
    private static ServerWebExchange with(
            ServerWebExchange exchange, String host, String authority, @Nullable String query) {
        URI asked = exchange.getRequest().getURI();
        URI uri = URI.create(
                asked.getScheme() + "://" + authority + asked.getRawPath() + (query == null ? "" : "?" + query));
        return exchange.mutate()
                .request(request -> request.uri(uri).headers(fields -> {
                    if (fields.containsHeader(HttpHeaders.HOST)) {
                        fields.set(HttpHeaders.HOST, host);
                    }
                }))
                .build();
    }

    /** Makes the gateway forward the target exactly as it was requested. */
    private static URI exactTarget(ServerWebExchange exchange) {
        URI target = asked(exchange);
        if (target != exchange.getAttribute(GATEWAY_REQUEST_URL_ATTR)) {
            exchange.getAttributes().put(GATEWAY_REQUEST_URL_ATTR, target);
        }
        return target;
    }

    /**
     * Returns the target as the route's filters have left it, byte for byte: the gateway folds slashes and re-encodes. A target that
     * differs from the request in anything else was chosen by a filter, and is all that counts; but a handler of the application
     * ({@code forward:}) is found by the request.
     */
    static URI asked(ServerWebExchange exchange) {
        URI merged = exchange.getRequiredAttribute(GATEWAY_REQUEST_URL_ATTR);
        URI asked = exchange.getRequest().getURI();
        return "forward".equals(merged.getScheme()) || ExactTargetFilter.areAlike(merged, asked)
                ? TargetEncoding.with(merged, asked.getRawPath(), asked.getRawQuery())
                : merged;
    }

    /** Sets the Date field if it is missing (RFC 9110 6.6.1). */
    static void date(ServerHttpResponse response, LarderClock clock) {
        if (!response.getHeaders().containsHeader("Date")) {
            response.getHeaders().set("Date", HttpDate.format(clock.wall()));
        }
    }

    /** Adds the Date and cache status fields to a response; returns its Cache-Status. */
    static String announce(ServerHttpResponse response, CacheServices services, CacheReport report, int status) {
        date(response, services.fetching().clock());
        String cacheStatus = report.cacheStatus(status);
        response.getHeaders().add("Cache-Status", cacheStatus);
        services.requests()
                .reporter()
                .statusField()
                .ifPresent(field -> response.getHeaders().set(field.name(), field.word(report)));
        return cacheStatus;
    }

    private void announce(CacheExchange cacheExchange) {
        ServerHttpResponse response = cacheExchange.exchange().getResponse();
        ClientConnection.frame(
                cacheExchange.nativeRequest(), response.getHeaders().containsHeader("Content-Length"));
        HttpStatusCode code = response.getStatusCode();
        int status = code == null ? 200 : code.value();
        announce(
                response,
                services,
                cacheExchange.report(),
                cacheExchange.answer().status());
        cacheExchange
                .counting()
                .announced(
                        cacheExchange.described(),
                        cacheExchange.report(),
                        status,
                        response.getHeaders().getContentLength());
        reporter.sent(cacheExchange.described(), cacheExchange.report(), status);
    }
}

package dev.larder.gateway.filter;

import dev.larder.gateway.describe.CacheFilterArguments;
import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.KeyedFilter;
import dev.larder.gateway.describe.RequestDescriber;
import dev.larder.gateway.describe.RuledFilter;
import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.exchange.ReadExchange;
import dev.larder.gateway.filter.origin.OriginExchange;
import dev.larder.gateway.message.ClientRequest;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.upload.UploadReceiver;
import dev.larder.http.ClientConnection;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import io.netty.channel.Channel;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.RouteToRequestUrlFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.netty.channel.AbortedException;

/**
 * Answers requests of one route from the store according to RFC 9111. Runs after every other filter of the route, whatever its
 * position in the list: a hit is never sent to a client that the route would have rejected, and keys are made of forwarded
 * requests. {@link PreparedResponseWriter} writes the response after the route's other filters have seen it. Of several cache
 * filters in a route, only the last is active. A route that retries runs this filter again: each attempt is a separate exchange.
 */
public final class CacheFilter implements KeyedFilter, RuledFilter, Ordered {

    /** Runs just after the target is known; filters that choose another target by the request use the order before. */
    public static final int ORDER = RouteToRequestUrlFilter.ROUTE_TO_URL_FILTER_ORDER + 2;

    private static final Logger log = LoggerFactory.getLogger(CacheFilter.class);

    private final RuleSet rules;
    private final CacheFilterArguments routeRule;
    private final RequestDescriber describer;
    private final CacheServices services;
    private final FilterRequestFactory exchanges;
    private final FilterExchangeAdapter.Factory prepared;
    private final PassThroughForwarder passThrough;
    private final Optional<DirectOrigins> direct;
    private final DryRunForwarder notInUse;

    /** A filter before this one has sent the request: there is nothing to look up, but a write has happened. */
    private final WriteInvalidationFilter routed;

    CacheFilter(CacheServices services, CacheFilterArguments routeRule) {
        this.rules = services.rules();
        this.routeRule = routeRule;
        this.describer = services.describer();
        this.exchanges = new FilterRequestFactory(services);
        this.services = services;
        this.prepared = new FilterExchangeAdapter.Factory(services, this::passThrough);
        this.passThrough = new PassThroughForwarder(services, prepared);
        this.direct = services.fetching().direct();
        this.notInUse = new DryRunForwarder(services, routeRule);
        this.routed = new WriteInvalidationFilter(services);
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        if (OriginExchange.is(exchange) || !isNearest(exchange)) {
            return chain.filter(exchange);
        }
        if (ServerWebExchangeUtils.isAlreadyRouted(exchange)) {
            return routed.filter(exchange, chain);
        }
        LateWriteFilter.reached(exchange);
        return isInUse(exchange)
                ? answer(exchange, chain)
                : notInUse.of(exchange, chain).orElseGet(() -> answer(exchange, chain));
    }

    private boolean isInUse(ServerWebExchange exchange) {
        return !rules.isPassing()
                && !CacheFilterArguments.snapshot(rules, exchange).hasDryRun();
    }

    private Mono<Void> answer(ServerWebExchange exchange, GatewayFilterChain chain) {
        PreparedResponse answer = PreparedResponse.begin(exchange);
        answer.onFailure(error -> unkeyed(exchange, answer, error));
        return describer
                .describe(exchange, routeRule)
                .flatMap(described -> {
                    FilterRequest filterRequest = exchanges.open(described, chain, answer);
                    answer.onFailure(error -> failed(filterRequest, error));
                    return ClientRequest.whenOver(answer(filterRequest), signal -> over(filterRequest, signal));
                })
                .onErrorResume(answer::failed);
    }

    private static void over(FilterRequest filterRequest, SignalType signal) {
        if (signal == SignalType.CANCEL) {
            filterRequest.counting().left(filterRequest.report());
        }
    }

    private Mono<Void> passThrough(FilterRequest filterRequest, Reason reason) {
        return passThrough.forward(filterRequest, reason);
    }

    /** Prepares the response to a request: from the store, from the origin, or by forwarding it unchanged. */
    private Mono<Void> answer(FilterRequest filterRequest) {
        return filterRequest
                .obstacle()
                .map(obstacle -> obstacle == Reason.BYPASS && shouldRefresh(filterRequest)
                        ? prepare(filterRequest, exchange -> exchange.beginRefreshing(obstacle))
                        : passThrough(filterRequest, obstacle))
                .orElseGet(() -> prepare(filterRequest, ReadExchange::begin));
    }

    /** Returns whether the origin's response to a request that bypasses the store replaces the stored one. */
    private static boolean shouldRefresh(FilterRequest filterRequest) {
        return !filterRequest.request().isUpgrade()
                && (!filterRequest.request().hasContent()
                        || filterRequest
                                .policy()
                                .isKeyedByContent(filterRequest.request().method()));
    }

    private Mono<Void> prepare(FilterRequest filterRequest, Consumer<ReadExchange> begin) {
        Channel client = isSentAsItIs(filterRequest)
                ? ClientConnection.channel(filterRequest.nativeRequest()).orElse(null)
                : null;
        OriginPort origin = client == null ? null : direct.orElseThrow().of(filterRequest.exchange(), client);
        return client == null || origin == null
                ? prepared.prepare(filterRequest, begin)
                : prepared.prepare(filterRequest, client, origin, begin);
    }

    /** Returns whether nothing behind the cache does anything to a request but send it, with the fields that HTTP alone has. */
    private boolean isSentAsItIs(FilterRequest filterRequest) {
        RequestHead request = filterRequest.request();
        return direct.isPresent()
                && filterRequest.chain() instanceof DirectOrigins.KnownChain
                && !services.fetching().spans().isEnabled()
                && (request.method().equals("GET") || request.method().equals("HEAD"))
                && !UploadReceiver.hasContent(filterRequest.exchange().getRequest())
                && !hasOwnWays(request.fields())
                && ClientRequest.isFromHttp11On(filterRequest.exchange());
    }

    /** Returns whether there are fields for which Gateway, its client or the server have ways of their own. */
    private static boolean hasOwnWays(HeaderFields fields) {
        return fields.contains("Content-Type") || fields.contains("Expect") || fields.contains("Upgrade");
    }

    /** Describes a request as this filter sees it; null if it would have to wait for that. */
    public @Nullable Described describe(ServerWebExchange exchange) {
        Mono<Described> described = describer.describe(exchange, routeRule);
        return described instanceof Callable<?> ? described.block() : null;
    }

    @Override
    public CacheFilterArguments routeRule() {
        return routeRule;
    }

    @Override
    public boolean isCache() {
        return true;
    }

    /** The last of several filters in a route is active: the route's own comes after the default filters. */
    private boolean isNearest(ServerWebExchange exchange) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        GatewayFilter last = this;
        if (route != null) {
            for (GatewayFilter filter : route.getFilters()) {
                last = filter instanceof CacheFilter ? filter : last;
            }
        }
        return last == this;
    }

    /** The content that is part of the key did not arrive, or is too long. */
    private static Mono<Void> unkeyed(ServerWebExchange exchange, PreparedResponse answer, Throwable error) {
        Optional<GatewayProblem> problem =
                exchange.getResponse().isCommitted() ? Optional.empty() : GatewayProblem.of(error);
        if (error instanceof AbortedException || problem.isEmpty()) {
            return error instanceof AbortedException ? Mono.empty() : Mono.error(error);
        }
        problem.get().head(exchange);
        return answer.content(problem.get()::content);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public String toString() {
        return "[Cache]";
    }

    /**
     * Signals the failure of an origin, as Gateway's own client would: to the route's other filters, such as a circuit breaker, and
     * to the error handlers of the application. What the client has caused is answered here, as it is no failure of the origin;
     * a client that has left gets nothing: an origin's connection aborts too.
     */
    static Mono<Void> failed(FilterRequest filterRequest, Throwable error) {
        ServerWebExchange exchange = filterRequest.exchange();
        if (error instanceof AbortedException && ClientConnection.isGone(filterRequest.nativeRequest())) {
            return filterRequest.answer().content(gone -> Mono.empty());
        }
        if (exchange.getResponse().isCommitted()) {
            return Mono.error(error);
        }
        if (GatewayProblem.isOfClient(error)) {
            Mono<Void> answer =
                    GatewayProblem.of(error).map(filterRequest::problem).orElseGet(() -> Mono.error(error));
            exchange.getResponse().getHeaders().set("Connection", "close");
            MessageHeadConverter.ofThisAttempt(exchange);
            return answer;
        }
        log.debug("No answer from the origin to {}: {}", filterRequest.request().method(), error.toString());
        filterRequest.unanswered(error);
        return Mono.error(error);
    }
}

package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_SCHEME_PREFIX_ATTR;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.RequestedTarget;
import dev.larder.gateway.exchange.ExchangeCounter;
import dev.larder.gateway.exchange.MessageHeadConverter;
import dev.larder.gateway.exchange.WholeContent;
import dev.larder.gateway.filter.UnsafeRequestHandler.Answer;
import dev.larder.gateway.filter.UnsafeRequestHandler.Takeover;
import dev.larder.gateway.metrics.CacheReport;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.rfc9111.Reason;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Passes unsafe requests to the {@link UnsafeRequestHandler}, or forwards them after those that it has acknowledged. */
final class UnsafeRequestProcessor {

    private static final Logger log = LoggerFactory.getLogger(UnsafeRequestProcessor.class);
    private static final ToldOnce TOLD = new ToldOnce();

    private final CacheServices services;

    UnsafeRequestProcessor(CacheServices services) {
        this.services = services;
    }

    /** Creates the exchange of a request on a route without a cache, and passes it to later filters of the route. */
    CacheExchange open(Described request, GatewayFilterChain chain) {
        request.tell();
        return new CacheExchange(
                request,
                chain,
                new CacheReport(),
                ExchangeCounter.none(
                        services.reporter().traffic(),
                        services.fetching().store(),
                        services.fetching().clock()),
                PreparedResponse.begin(request.exchange()));
    }

    /**
     * Answers a request that is taken over, and forwards others.
     *
     * @param forward forwards the request
     */
    Mono<Void> answer(CacheExchange cacheExchange, Mono<Void> forward) {
        return takeover(cacheExchange).orElseGet(() -> inTurn(cacheExchange, forward));
    }

    /** Answers a request that is taken over; empty if it is to be forwarded. */
    Optional<Mono<Void>> takeover(CacheExchange cacheExchange) {
        boolean forwarded =
                cacheExchange.rule().handling().dryRun() || services.rules().isPassing();
        Optional<Takeover> takeover = forwarded
                ? Optional.empty()
                : services.extensions()
                        .unsafeRequests()
                        .takeover(cacheExchange.request(), cacheExchange.resourceTags());
        return takeover.map(there -> answer(cacheExchange, there));
    }

    /** Forwards a request whose response is not stored, after acknowledged requests to the same resources. */
    Mono<Void> inTurn(CacheExchange cacheExchange) {
        return inTurn(
                cacheExchange,
                Mono.defer(() -> services.writes()
                        .around(
                                cacheExchange.described(),
                                (read, settle) -> cacheExchange.chain().filter(read))));
    }

    private Mono<Void> inTurn(CacheExchange cacheExchange, Mono<Void> forward) {
        return services.writes().inTurn(cacheExchange.described(), forward, problem -> {
            cacheExchange.report().forwarded(Reason.WRITE_PENDING);
            return cacheExchange.problem(problem);
        });
    }

    private Mono<Void> answer(CacheExchange cacheExchange, Takeover takeover) {
        ServerWebExchange exchange = cacheExchange.exchange();
        ServerHttpRequest client = exchange.getRequest();
        return services.describer()
                .sender(cacheExchange.described())
                .flatMap(sender -> sent(cacheExchange, sender))
                .flatMap(sent -> takeover.answer(client, WholeContent.of(exchange, () -> tell(exchange)), sent))
                .flatMap(answer -> answer instanceof Answer.Acknowledged acknowledged
                        ? acknowledge(cacheExchange, acknowledged)
                        : cacheExchange.problem(((Answer.Declined) answer).problem()));
    }

    private static void tell(ServerWebExchange exchange) {
        TOLD.once(
                Described.route(exchange),
                () -> log.warn(
                        "Route {}: writes are refused, as a web filter of the application reads their content, a form for example, before"
                                + " it can be kept. Have it pass the request on with what it has read, or leave these requests alone.",
                        Described.route(exchange)));
    }

    private Mono<UnsafeRequestHandler.Sent> sent(CacheExchange cacheExchange, String sender) {
        return Mono.fromCompletionStage(
                        () -> services.writes().fence(cacheExchange.described()).tags())
                .map(tags -> new UnsafeRequestHandler.Sent(
                        sender,
                        RequestedTarget.uri(cacheExchange.exchange()),
                        withOrder(tags, cacheExchange.resourceTags()),
                        scheme(cacheExchange)));
    }

    private static Set<CacheTag> withOrder(Set<CacheTag> tags, ResourceTags resource) {
        Set<CacheTag> all = new HashSet<>(tags);
        all.addAll(resource.ofAcknowledgedWrite());
        return all;
    }

    /** The scheme of {@code lb:http://orders} is lb. */
    private static @Nullable String scheme(CacheExchange cacheExchange) {
        String prefix = cacheExchange.exchange().getAttribute(GATEWAY_SCHEME_PREFIX_ATTR);
        return prefix == null ? cacheExchange.request().target().getScheme() : prefix;
    }

    private static Mono<Void> acknowledge(CacheExchange cacheExchange, Answer.Acknowledged acknowledged) {
        cacheExchange.report().acknowledged();
        MessageHeadConverter.clear(cacheExchange.exchange());
        acknowledged.head().accept(cacheExchange.exchange().getResponse());
        MessageHeadConverter.ofThisAttempt(cacheExchange.exchange());
        return cacheExchange.answer().content(ServerHttpResponse::setComplete);
    }
}

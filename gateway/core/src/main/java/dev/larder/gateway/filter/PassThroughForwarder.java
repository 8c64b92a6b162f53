package dev.larder.gateway.filter;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.FailureLog;
import dev.larder.gateway.exchange.OriginRequestHeadersFilter;
import dev.larder.gateway.exchange.TruncatedBody;
import dev.larder.gateway.exchange.WriteExchange;
import dev.larder.gateway.exchange.WriteResponse;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.http.InterimResponseRelay;
import dev.larder.http.SentRequest;
import dev.larder.invalidation.EpochChange;
import dev.larder.rfc9111.MaxForwards;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.UnsafeMethods;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Forwards a request unchanged; what a write changes is invalidated before its response is sent. */
final class PassThroughForwarder {

    private final CacheServices services;
    private final RouteExchange.Factory exchanges;
    private final UnsafeRequestProcessor unsafeRequests;

    PassThroughForwarder(CacheServices services, RouteExchange.Factory exchanges) {
        this.services = services;
        this.exchanges = exchanges;
        this.unsafeRequests = new UnsafeRequestProcessor(services);
    }

    Mono<Void> forward(CacheExchange cacheExchange, Reason reason) {
        cacheExchange.report().forwarded(reason);
        if (MaxForwards.areUsedUp(cacheExchange.request())) {
            return answerLast(cacheExchange);
        }
        String method = cacheExchange.request().method();
        boolean write = UnsafeMethods.isUnsafe(method)
                && !cacheExchange.policy().methods().contains(method);
        Mono<Void> forwarded = write
                ? unsafeRequests.answer(cacheExchange, Mono.defer(() -> write(cacheExchange)))
                : Mono.defer(() -> forward(cacheExchange));
        return forwarded.then(Mono.fromRunnable(() -> watchBody(cacheExchange)));
    }

    /** RFC 9110 7.6.2: "the intermediary MUST respond as the final recipient"; it supports no methods itself. */
    private static Mono<Void> answerLast(CacheExchange cacheExchange) {
        cacheExchange.report().local();
        cacheExchange.exchange().getResponse().setStatusCode(HttpStatus.NO_CONTENT);
        return cacheExchange.answer().content(ServerHttpResponse::setComplete);
    }

    /** The gateway itself writes the body and cannot handle one that breaks off. */
    private static void watchBody(CacheExchange cacheExchange) {
        cacheExchange.answer().answered(cacheExchange.exchange().getResponse().getStatusCode());
        TruncatedBody.handle(cacheExchange.exchange(), error -> brokenOff(cacheExchange, error));
    }

    private static <T> Mono<T> brokenOff(CacheExchange cacheExchange, Throwable error) {
        if (!cacheExchange.exchange().getResponse().isCommitted()) {
            cacheExchange.unanswered(error);
            FailureLog.unanswered(cacheExchange.request().target(), error);
        }
        return ResponseCommitter.cutShort(cacheExchange.exchange(), error);
    }

    private Mono<Void> write(CacheExchange cacheExchange) {
        Instant asked = services.fetching().clock().steady();
        EpochStamp before =
                services.fetching().store().stamp(cacheExchange.resourceTags().stampOfResponse());
        if (!services.writes().waits()) {
            cacheExchange.report().notStored(Reason.EVENTUAL);
        }
        return services.writes().around(cacheExchange.described(), (exchange, settle) -> {
            var response = new WriteResponse(exchange.getResponse());
            return forward(cacheExchange.with(
                            exchange.mutate().response(response).build()))
                    .then(Mono.defer(() -> storeAnswer(cacheExchange, response, asked, before, settle)));
        });
    }

    private static Mono<Void> forward(CacheExchange cacheExchange) {
        OriginRequestHeadersFilter.of(cacheExchange.exchange());
        ForwardedRequestCheck.begin(cacheExchange);
        return cacheExchange
                .chain()
                .filter(cacheExchange.exchange())
                .doOnError(
                        error -> FailureLog.unanswered(cacheExchange.request().target(), error))
                .contextWrite(context -> InterimResponseRelay.towards(
                        cacheExchange.nativeRequest(),
                        cacheExchange.request().fields().contains("User-Agent")
                                ? context
                                : SentRequest.unnamed(context)));
    }

    /**
     * Stores the response to a POST that declares itself valid for GET, unless a GET would get less than what was forwarded here:
     * if a rule defines what is part of the key, other parts of this request may have influenced the response.
     */
    private Mono<Void> storeAnswer(
            CacheExchange cacheExchange,
            WriteResponse response,
            Instant asked,
            EpochStamp before,
            Mono<EpochChange> settle) {
        RequestRule ofReads =
                cacheExchange.resourceTags().ruleOfReads(cacheExchange.request().target());
        if (!ofReads.key().equals(KeySettings.PLAIN)) {
            return Mono.empty();
        }
        ServerWebExchange exchange = cacheExchange.exchange();
        return settle.flatMap(change -> {
            Supplier<Optional<EpochStamp>> stamp = () -> WriteExchange.stampOf(
                    services.fetching().exchanges(),
                    cacheExchange.described().request(),
                    response.received(exchange),
                    asked,
                    before,
                    change);
            return stamp.get().isEmpty() || response.isCommitted()
                    ? Mono.empty()
                    : response.complete()
                            .filter(complete -> complete)
                            .flatMap(complete -> Mono.justOrEmpty(stamp.get()))
                            .flatMap(known -> store(cacheExchange, response, asked, known));
        });
    }

    /** What filters behind the cache have set for this client keeps the response out of the store, as it does that to a GET. */
    private Mono<Void> store(CacheExchange cacheExchange, WriteResponse response, Instant asked, EpochStamp stamp) {
        ServerWebExchange exchange = cacheExchange.exchange();
        return services.fetching()
                .origin()
                .takeOver(exchange, asked, response.received(exchange))
                .map(answer -> {
                    response.note(exchange);
                    response.takeBack(exchange);
                    return exchanges.record(cacheExchange, answer, stamp, asked);
                })
                .orElseGet(Mono::empty);
    }
}

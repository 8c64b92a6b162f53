package dev.larder.gateway.filter;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.filter.origin.OriginRequestHeadersFilter;
import dev.larder.gateway.filter.origin.TruncatedBody;
import dev.larder.gateway.filter.origin.WriteResponse;
import dev.larder.gateway.message.FailureLog;
import dev.larder.gateway.write.WriteLifecycle;
import dev.larder.http.InterimResponseRelay;
import dev.larder.http.SentRequest;
import dev.larder.invalidation.EpochChange;
import dev.larder.rfc9111.MaxForwards;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.UnsafeMethods;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Forwards a request unchanged; what a write changes is invalidated before its response is sent. */
final class PassThroughForwarder {

    private final CacheServices services;
    private final FilterExchangeAdapter.Factory exchanges;

    PassThroughForwarder(CacheServices services, FilterExchangeAdapter.Factory exchanges) {
        this.services = services;
        this.exchanges = exchanges;
    }

    Mono<Void> forward(FilterRequest filterRequest, Reason reason) {
        filterRequest.report().forwarded(reason);
        if (MaxForwards.areUsedUp(filterRequest.request())) {
            return answerLast(filterRequest);
        }
        String method = filterRequest.request().method();
        boolean write = UnsafeMethods.isUnsafe(method)
                && !filterRequest.policy().methods().contains(method);
        Mono<Void> forwarded = write
                ? services.takeover(filterRequest.described().request())
                        .map(there -> TakenOverWrite.answer(services, filterRequest, there))
                        .orElseGet(() -> services.writes().around(filterRequest, new Write(filterRequest)))
                : Mono.defer(() -> forward(filterRequest));
        return forwarded.then(Mono.fromRunnable(() -> watchBody(filterRequest)));
    }

    /** RFC 9110 7.6.2: "the intermediary MUST respond as the final recipient"; it supports no methods itself. */
    private static Mono<Void> answerLast(FilterRequest filterRequest) {
        filterRequest.report().local();
        filterRequest.exchange().getResponse().setStatusCode(HttpStatus.NO_CONTENT);
        return filterRequest.answer().content(ServerHttpResponse::setComplete);
    }

    /** The gateway itself writes the body and cannot handle one that breaks off. */
    private static void watchBody(FilterRequest filterRequest) {
        filterRequest.answer().answered(filterRequest.exchange().getResponse().getStatusCode());
        TruncatedBody.handle(filterRequest.exchange(), error -> brokenOff(filterRequest, error));
    }

    private static <T> Mono<T> brokenOff(FilterRequest filterRequest, Throwable error) {
        if (!filterRequest.exchange().getResponse().isCommitted()) {
            filterRequest.unanswered(error);
            FailureLog.unanswered(filterRequest.request().target(), error);
        }
        return ResponseCommitter.cutShort(filterRequest.exchange(), error);
    }

    private static Mono<Void> forward(FilterRequest filterRequest) {
        OriginRequestHeadersFilter.of(filterRequest.exchange());
        ForwardedRequestCheck.begin(filterRequest);
        return filterRequest
                .chain()
                .filter(filterRequest.exchange())
                .doOnError(
                        error -> FailureLog.unanswered(filterRequest.request().target(), error))
                .contextWrite(context -> InterimResponseRelay.towards(
                        filterRequest.nativeRequest(),
                        filterRequest.request().fields().contains("User-Agent")
                                ? context
                                : SentRequest.unnamed(context)));
    }

    /** A write of which the response may be stored. */
    private final class Write implements WriteForwarding {

        private final FilterRequest filterRequest;
        private final AtomicReference<@Nullable Sent> sent = new AtomicReference<>();

        Write(FilterRequest filterRequest) {
            this.filterRequest = filterRequest;
        }

        @Override
        public Mono<Void> forward(ServerWebExchange read, Runnable passedOn) {
            if (!services.writes().isSynchronous()) {
                filterRequest.report().notStored(Reason.EVENTUAL);
            }
            ExchangeRequest request = filterRequest.described().request();
            var response = new WriteResponse(read.getResponse());
            sent.set(new Sent(
                    response,
                    WriteLifecycle.ResponseStamp.of(
                            services.fetching().exchanges(),
                            request,
                            WriteLifecycle.ResponseStamp.isOfPlainKey(request))));
            return PassThroughForwarder.forward(
                    filterRequest.with(read.mutate().response(response).build()));
        }

        @Override
        public Mono<Void> answer(EpochChange change) {
            ServerWebExchange exchange = filterRequest.exchange();
            Sent known = Objects.requireNonNull(sent.get());
            Supplier<Optional<EpochStamp>> stamp =
                    () -> known.stamp().of(known.response().received(exchange), change);
            return stamp.get().isEmpty() || known.response().isCommitted()
                    ? Mono.empty()
                    : known.response()
                            .complete()
                            .filter(complete -> complete)
                            .flatMap(complete -> Mono.justOrEmpty(stamp.get()))
                            .flatMap(storable -> store(known, storable));
        }

        /** What filters behind the cache have set for this client keeps the response out of the store, as it does that to a GET. */
        private Mono<Void> store(Sent known, EpochStamp stamp) {
            ServerWebExchange exchange = filterRequest.exchange();
            WriteResponse response = known.response();
            Instant asked = known.stamp().asked();
            return services.fetching()
                    .origin()
                    .takeOver(exchange, asked, response.received(exchange))
                    .map(answer -> {
                        response.note(exchange);
                        response.takeBack(exchange);
                        return exchanges.record(filterRequest, answer, stamp, asked);
                    })
                    .orElseGet(Mono::empty);
        }
    }

    private record Sent(WriteResponse response, WriteLifecycle.ResponseStamp stamp) {}
}

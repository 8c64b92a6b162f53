package com.example.filters;

import static com.example.filters.ResponseFilters.at;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Filters that pass requests on in a way of their own, or do not. */
final class FlowFilters {

    private static final int BEFORE_WRITING = -2;
    private static final int BEHIND_THE_CACHE = 10_100;
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration LIMIT = Duration.ofMillis(300);

    private FlowFilters() {}

    static Map<String, GatewayFilter> all() {
        Map<String, GatewayFilter> all = new HashMap<>(errors());
        all.putAll(delays());
        all.putAll(timed());
        all.putAll(answers());
        all.putAll(observers());
        return all;
    }

    private static Map<String, GatewayFilter> errors() {
        return Map.ofEntries(
                Map.entry("errorBefore", (exchange, chain) -> Mono.error(refusal())),
                Map.entry(
                        "errorAfter",
                        (exchange, chain) -> chain.filter(exchange).then(Mono.error(refusal()))),
                Map.entry("throwsBefore", (exchange, chain) -> {
                    throw refusal();
                }),
                Map.entry(
                        "errorWritten",
                        at(
                                BEFORE_WRITING,
                                (exchange, chain) -> chain.filter(exchange).then(Mono.error(refusal())))),
                Map.entry("errorBehind", at(BEHIND_THE_CACHE, (exchange, chain) -> Mono.error(refusal()))));
    }

    private static Map<String, GatewayFilter> delays() {
        return Map.ofEntries(
                Map.entry("delay", (exchange, chain) -> Mono.delay(SHORT).then(chain.filter(exchange))),
                Map.entry(
                        "delayAfter",
                        (exchange, chain) ->
                                chain.filter(exchange).then(Mono.delay(SHORT)).then()),
                Map.entry(
                        "delayBehind",
                        at(
                                BEHIND_THE_CACHE,
                                (exchange, chain) -> chain.filter(exchange)
                                        .delaySubscription(SHORT)
                                        .then(Mono.delay(SHORT).then()))),
                Map.entry(
                        "otherThread",
                        (exchange, chain) -> Mono.just(exchange)
                                .publishOn(Schedulers.boundedElastic())
                                .flatMap(chain::filter)),
                Map.entry(
                        "otherThreadAfter",
                        (exchange, chain) -> chain.filter(exchange).publishOn(Schedulers.boundedElastic())),
                Map.entry(
                        "otherThreadBehind",
                        at(
                                BEHIND_THE_CACHE,
                                (exchange, chain) -> Mono.just(exchange)
                                        .publishOn(Schedulers.boundedElastic())
                                        .flatMap(chain::filter)
                                        .publishOn(Schedulers.parallel()))),
                Map.entry(
                        "subscribesOn",
                        (exchange, chain) -> chain.filter(exchange).subscribeOn(Schedulers.boundedElastic())));
    }

    private static Map<String, GatewayFilter> timed() {
        return Map.ofEntries(
                Map.entry(
                        "measuresBehind",
                        at(
                                BEHIND_THE_CACHE,
                                (exchange, chain) -> chain.filter(exchange)
                                        .doFinally(signal -> FilterNotes.note(exchange, signal.toString())))),
                Map.entry(
                        "timeout",
                        (exchange, chain) -> chain.filter(exchange)
                                .timeout(LIMIT)
                                .onErrorResume(java.util.concurrent.TimeoutException.class, late -> late(exchange))),
                Map.entry(
                        "timeoutBehind",
                        at(
                                BEHIND_THE_CACHE,
                                (exchange, chain) -> chain.filter(exchange).timeout(LIMIT))),
                Map.entry(
                        "timeoutSignal",
                        (exchange, chain) -> chain.filter(exchange).timeout(LIMIT)));
    }

    private static Map<String, GatewayFilter> answers() {
        return Map.ofEntries(
                Map.entry(
                        "callsTwice",
                        (exchange, chain) -> chain.filter(exchange).then(chain.filter(exchange))),
                Map.entry(
                        "callsNever",
                        (exchange, chain) -> exchange.getResponse().setComplete()),
                Map.entry("answers", (exchange, chain) -> write(exchange, "of the filter")),
                Map.entry("answersBehind", at(BEHIND_THE_CACHE, (exchange, chain) -> answer(exchange))),
                Map.entry(
                        "fallback",
                        (exchange, chain) -> chain.filter(exchange)
                                .onErrorResume(IOException.class, error -> write(exchange, "instead"))),
                Map.entry("retries", (exchange, chain) -> chain.filter(exchange).retry(1)));
    }

    private static Map<String, GatewayFilter> observers() {
        return Map.ofEntries(
                Map.entry(
                        "errorType",
                        (exchange, chain) ->
                                chain.filter(exchange).doOnError(error -> FilterNotes.note(exchange, type(error)))),
                Map.entry(
                        "measures",
                        (exchange, chain) -> chain.filter(exchange)
                                .doFinally(signal -> FilterNotes.note(exchange, signal.toString()))),
                Map.entry(
                        "measuresWritten",
                        at(
                                BEFORE_WRITING,
                                (exchange, chain) -> chain.filter(exchange)
                                        .doFinally(signal -> FilterNotes.note(
                                                exchange,
                                                signal + " committed "
                                                        + exchange.getResponse().isCommitted())))),
                Map.entry(
                        "context",
                        (exchange, chain) ->
                                chain.filter(exchange).contextWrite(context -> context.put("example", "value"))),
                Map.entry(
                        "session",
                        (exchange, chain) -> exchange.getSession().flatMap(session -> {
                            session.getAttributes().put("seen", true);
                            return chain.filter(exchange);
                        })),
                Map.entry(
                        "principal",
                        (exchange, chain) -> exchange.getPrincipal()
                                .map(Object::toString)
                                .defaultIfEmpty("nobody")
                                .flatMap(name -> chain.filter(exchange))));
    }

    private static String type(Throwable error) {
        return error instanceof IOException ? "IOException" : error.getClass().getSimpleName();
    }

    private static ResponseStatusException refusal() {
        return new ResponseStatusException(HttpStatusCode.valueOf(418), "refused");
    }

    private static Mono<Void> late(ServerWebExchange exchange) {
        exchange.getResponse().setStatusCode(HttpStatus.GATEWAY_TIMEOUT);
        return exchange.getResponse().setComplete();
    }

    private static Mono<Void> answer(ServerWebExchange exchange) {
        ServerWebExchangeUtils.setAlreadyRouted(exchange);
        return write(exchange, "of the filter");
    }

    private static Mono<Void> write(ServerWebExchange exchange, String text) {
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(HttpStatus.OK);
        response.getHeaders().set("Content-Type", "text/plain");
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(text.getBytes(ISO_8859_1))));
    }
}

package com.example.filters;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.reactivestreams.Publisher;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClientResponse;

/** Filters that look at responses, or change them. */
final class ResponseFilters {

    /** Before Gateway's filter that writes responses (-1). */
    private static final int BEFORE_WRITING = -2;

    private static final int BEHIND_THE_CACHE = 10_100;

    private ResponseFilters() {}

    static Map<String, GatewayFilter> all() {
        return Map.ofEntries(
                Map.entry("readsConnection", connection()),
                Map.entry("readsClientResponse", committing(ResponseFilters::tellClientResponse)),
                Map.entry("readsClientResponseThen", then(ResponseFilters::tellClientResponse)),
                Map.entry("readsClientResponseBehind", at(BEHIND_THE_CACHE, then(ResponseFilters::tellStatus))),
                Map.entry("readsAttributes", then(ResponseFilters::tellAttributes)),
                Map.entry("upperCase", at(BEFORE_WRITING, decorated(pieces -> pieces.map(ResponseFilters::upper)))),
                Map.entry("upperCaseTwice", twice()),
                Map.entry("buffers", at(BEFORE_WRITING, buffering())),
                Map.entry("grows", at(BEFORE_WRITING, growing())),
                Map.entry("growsCommitting", at(BEFORE_WRITING, growingAtCommit())),
                Map.entry("logsContent", at(BEFORE_WRITING, logging())),
                Map.entry("decoratesBehind", at(BEHIND_THE_CACHE, decorated(p -> p.map(ResponseFilters::upper)))),
                Map.entry("decoratesUnordered", decorated(pieces -> pieces.map(ResponseFilters::upper))),
                Map.entry("commits", committing(exchange -> fields(exchange).set("X-Committed", "yes"))),
                Map.entry("cookies", cookies()),
                Map.entry(
                        "cookieBehind",
                        at(
                                BEHIND_THE_CACHE,
                                then(exchange -> exchange.getResponse()
                                        .addCookie(ResponseCookie.from("behind", "1")
                                                .build())))),
                Map.entry("noLength", committing(exchange -> fields(exchange).remove(HttpHeaders.CONTENT_LENGTH))),
                Map.entry("noLengthThen", then(exchange -> fields(exchange).remove(HttpHeaders.CONTENT_LENGTH))),
                Map.entry("status", then(exchange -> exchange.getResponse().setStatusCode(HttpStatus.ACCEPTED))),
                Map.entry("fieldThen", then(exchange -> fields(exchange).set("X-Then", "yes"))),
                Map.entry("fieldThenLast", at(Integer.MIN_VALUE + 10, then(ResponseFilters::late))),
                Map.entry("type", then(exchange -> fields(exchange).set(HttpHeaders.CONTENT_TYPE, "text/csv"))),
                Map.entry("clearsFields", then(exchange -> fields(exchange).remove(HttpHeaders.ETAG))),
                Map.entry("readsContent", at(BEFORE_WRITING, readingContent())),
                Map.entry("readsLateAndLittle", at(BEFORE_WRITING, decorated(ResponseFilters::lateAndLittle))));
    }

    /** Asks for further pieces while it gets one, when several are there already. */
    private static Flux<DataBuffer> lateAndLittle(Flux<DataBuffer> pieces) {
        return pieces.limitRate(4).delaySubscription(Duration.ofMillis(100));
    }

    static GatewayFilter at(int order, GatewayFilter filter) {
        return new OrderedGatewayFilter(filter, order);
    }

    private interface Action {
        void run(ServerWebExchange exchange);
    }

    private static GatewayFilter then(Action action) {
        return (exchange, chain) -> chain.filter(exchange).then(Mono.fromRunnable(() -> action.run(exchange)));
    }

    private static GatewayFilter committing(Action action) {
        return (exchange, chain) -> {
            exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(() -> action.run(exchange)));
            return chain.filter(exchange);
        };
    }

    private static HttpHeaders fields(ServerWebExchange exchange) {
        return exchange.getResponse().getHeaders();
    }

    /** Notes what it finds, and whether the response is still to be written. */
    private static void late(ServerWebExchange exchange) {
        FilterNotes.note(
                exchange,
                "committed " + exchange.getResponse().isCommitted() + " "
                        + exchange.getResponse().getStatusCode());
    }

    private static GatewayFilter connection() {
        return then(exchange -> {
            Connection connection = exchange.getAttribute(ServerWebExchangeUtils.CLIENT_RESPONSE_CONN_ATTR);
            String told = connection == null
                    ? "none"
                    : connection.channel().isRegistered() + " "
                            + connection.address().getClass().getSimpleName();
            fields(exchange).set("X-Connection", told);
        });
    }

    private static void tellClientResponse(ServerWebExchange exchange) {
        HttpClientResponse response = exchange.getAttribute(ServerWebExchangeUtils.CLIENT_RESPONSE_ATTR);
        String told = response == null
                ? "none"
                : response.status().code() + " " + response.version() + " " + response.method() + " "
                        + response.responseHeaders().get("ETag") + " " + response.isKeepAlive() + " "
                        + response.fullPath() + " " + response.resourceUrl() + " " + response.uri() + " "
                        + response.responseHeaders().size() + " "
                        + response.requestHeaders().get("X-From");
        fields(exchange).set("X-Client-Response", told);
    }

    private static void tellStatus(ServerWebExchange exchange) {
        HttpClientResponse response = exchange.getAttribute(ServerWebExchangeUtils.CLIENT_RESPONSE_ATTR);
        FilterNotes.note(
                exchange,
                response == null ? "none" : "status " + response.status().code());
    }

    private static void tellAttributes(ServerWebExchange exchange) {
        for (String name : new String[] {
            ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR,
            ServerWebExchangeUtils.GATEWAY_ORIGINAL_REQUEST_URL_ATTR,
            ServerWebExchangeUtils.GATEWAY_ALREADY_ROUTED_ATTR,
            ServerWebExchangeUtils.ORIGINAL_RESPONSE_CONTENT_TYPE_ATTR,
            ServerWebExchangeUtils.CLIENT_RESPONSE_HEADER_NAMES,
            ServerWebExchangeUtils.GATEWAY_HANDLER_MAPPER_ATTR,
            ServerWebExchangeUtils.GATEWAY_SCHEME_PREFIX_ATTR,
            ServerWebExchangeUtils.GATEWAY_PREDICATE_MATCHED_PATH_ATTR
        }) {
            Object value = exchange.getAttribute(name);
            fields(exchange).set("X-Attribute-" + name.substring(name.lastIndexOf('.') + 1), String.valueOf(value));
        }
    }

    private static GatewayFilter decorated(UnaryOperator<Flux<DataBuffer>> change) {
        return (exchange, chain) -> chain.filter(exchange.mutate()
                .response(new Changed(exchange.getResponse(), change))
                .build());
    }

    /** A response that does to its content what the filter wants. */
    private static final class Changed extends ServerHttpResponseDecorator {

        private final UnaryOperator<Flux<DataBuffer>> change;

        Changed(ServerHttpResponse response, UnaryOperator<Flux<DataBuffer>> change) {
            super(response);
            this.change = change;
        }

        @Override
        public Mono<Void> writeWith(Publisher<? extends DataBuffer> content) {
            return super.writeWith(change.apply(Flux.from(content)));
        }

        @Override
        public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> content) {
            return super.writeAndFlushWith(Flux.from(content).map(each -> change.apply(Flux.from(each))));
        }
    }

    private static GatewayFilter twice() {
        GatewayFilter upper = decorated(pieces -> pieces.map(ResponseFilters::upper));
        GatewayFilter more = decorated(pieces -> pieces.map(ResponseFilters::spaced));
        return at(BEFORE_WRITING, (exchange, chain) -> upper.filter(exchange, next -> more.filter(next, chain)));
    }

    private static DataBuffer upper(DataBuffer piece) {
        return changed(piece, text -> text.toUpperCase(java.util.Locale.ROOT));
    }

    private static DataBuffer spaced(DataBuffer piece) {
        return changed(piece, text -> text.replace('"', '\''));
    }

    static DataBuffer changed(DataBuffer piece, Function<String, String> change) {
        String text = piece.toString(ISO_8859_1);
        DataBuffer made = piece.factory().wrap(change.apply(text).getBytes(ISO_8859_1));
        DataBufferUtils.release(piece);
        return made;
    }

    /** Reads all of the content before the first of it is written, and tells its length. */
    private static GatewayFilter buffering() {
        return (exchange, chain) -> chain.filter(exchange.mutate()
                .response(new ServerHttpResponseDecorator(exchange.getResponse()) {
                    @Override
                    public Mono<Void> writeWith(Publisher<? extends DataBuffer> content) {
                        Mono<DataBuffer> whole = DataBufferUtils.join(Flux.from(content))
                                .map(piece -> changed(piece, text -> "<" + text + ">"))
                                .doOnNext(piece -> getHeaders().setContentLength(piece.readableByteCount()));
                        return whole.flatMap(piece -> super.writeWith(Mono.just(piece)));
                    }

                    @Override
                    public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> content) {
                        return writeWith(Flux.from(content).concatMap(Function.identity()));
                    }
                })
                .build());
    }

    /** The way that most examples show: {@code writeWith} alone, and no length. */
    private static GatewayFilter growing() {
        return (exchange, chain) -> chain.filter(exchange.mutate()
                .response(new ServerHttpResponseDecorator(exchange.getResponse()) {
                    @Override
                    public Mono<Void> writeWith(Publisher<? extends DataBuffer> content) {
                        getHeaders().remove(HttpHeaders.CONTENT_LENGTH);
                        return super.writeWith(Flux.from(content)
                                .map(piece -> changed(piece, text -> text.replace("0", "zero"))));
                    }
                })
                .build());
    }

    private static GatewayFilter growingAtCommit() {
        GatewayFilter growing =
                decorated(pieces -> pieces.map(piece -> changed(piece, text -> text.replace("a", "an a"))));
        return (exchange, chain) -> {
            exchange.getResponse()
                    .beforeCommit(() -> Mono.fromRunnable(() -> fields(exchange).remove(HttpHeaders.CONTENT_LENGTH)));
            return growing.filter(exchange, chain);
        };
    }

    private static GatewayFilter logging() {
        return (exchange, chain) -> {
            var length = new java.util.concurrent.atomic.AtomicLong();
            GatewayFilter counted =
                    decorated(pieces -> pieces.doOnNext(piece -> length.addAndGet(piece.readableByteCount()))
                            .doOnComplete(() -> FilterNotes.note(exchange, "content " + length.get()))
                            .doOnError(error -> FilterNotes.note(exchange, "content broken")));
            return counted.filter(exchange, chain);
        };
    }

    /** Reads the content as text, and writes another one. */
    private static GatewayFilter readingContent() {
        return (exchange, chain) -> chain.filter(exchange.mutate()
                .response(new ServerHttpResponseDecorator(exchange.getResponse()) {
                    @Override
                    public Mono<Void> writeWith(Publisher<? extends DataBuffer> content) {
                        ServerHttpResponse response = getDelegate();
                        Mono<DataBuffer> made = DataBufferUtils.join(Flux.from(content))
                                .map(piece -> changed(piece, text -> "read " + text.length()));
                        getHeaders().remove(HttpHeaders.CONTENT_LENGTH);
                        return response.writeWith(made);
                    }
                })
                .build());
    }

    private static GatewayFilter cookies() {
        return (exchange, chain) -> {
            exchange.getResponse().addCookie(ResponseCookie.from("before", "1").build());
            return chain.filter(exchange)
                    .then(Mono.fromRunnable(() -> exchange.getResponse()
                            .addCookie(
                                    ResponseCookie.from("after", "2").path("/").build())));
        };
    }
}

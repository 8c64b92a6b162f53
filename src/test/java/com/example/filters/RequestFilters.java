package com.example.filters;

import static com.example.filters.ResponseFilters.at;
import static com.example.filters.ResponseFilters.changed;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.net.URI;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Filters that look at requests, or change them. */
final class RequestFilters {

    /** Behind Gateway's filter that chooses the target (10000). */
    private static final int BEHIND_TARGET = 10_001;

    private static final int BEHIND_THE_CACHE = 10_100;

    private RequestFilters() {}

    static Map<String, GatewayFilter> all() {
        return Map.ofEntries(
                Map.entry("readsContentTwice", twice()),
                Map.entry("replacesContent", replacing(false)),
                Map.entry("replacesContentByChunks", replacing(true)),
                Map.entry("wrapsContent", wrapping()),
                Map.entry("readsForm", form()),
                Map.entry("postToPut", method("POST", "PUT")),
                Map.entry("getToPost", method("GET", "POST")),
                Map.entry("headToGet", method("HEAD", "GET")),
                Map.entry("path", path("/by/filter")),
                Map.entry("query", target(0, uri -> uri.queryParam("more", "a b"))),
                Map.entry("target", target(BEHIND_TARGET, RequestFilters::elsewhere)),
                Map.entry("targetBehind", target(BEHIND_THE_CACHE, RequestFilters::elsewhere)),
                Map.entry("field", mutating(request -> request.header("X-Set", "1"))),
                Map.entry(
                        "fieldOfClient",
                        at(
                                1,
                                (exchange, chain) -> chain.filter(exchange.mutate()
                                        .request(request -> request.header(
                                                "X-User",
                                                exchange.getRequest()
                                                        .getHeaders()
                                                        .getFirst("X-From")))
                                        .build()))),
                Map.entry("fieldBehind", at(BEHIND_THE_CACHE, mutating(request -> request.header("X-Behind", "1")))),
                Map.entry("fieldsGone", mutating(request -> request.headers(fields -> fields.remove("X-Gone")))),
                Map.entry("decorates", decorating()),
                Map.entry("host", mutating(request -> request.header(HttpHeaders.HOST, "chosen.test"))),
                Map.entry("attributes", attributes()));
    }

    /** Different for each route: writes on one must not invalidate what is read on another. */
    private static void elsewhere(UriComponentsBuilder uri) {
        uri.replacePath("/by/target" + uri.build().getPath());
    }

    private static GatewayFilter path(String prefix) {
        return (exchange, chain) -> chain.filter(exchange.mutate()
                .request(request ->
                        request.path(prefix + exchange.getRequest().getURI().getRawPath()))
                .build());
    }

    /** As applications do that log the content, and pass it on. */
    private static GatewayFilter twice() {
        return (exchange, chain) -> ServerWebExchangeUtils.cacheRequestBody(
                exchange,
                request -> DataBufferUtils.join(request.getBody())
                        .map(RequestFilters::text)
                        .defaultIfEmpty("")
                        .doOnNext(text -> FilterNotes.note(exchange, "content " + text.length()))
                        .then(Mono.defer(() ->
                                chain.filter(exchange.mutate().request(request).build()))));
    }

    private static String text(DataBuffer piece) {
        String text = piece.toString(ISO_8859_1);
        DataBufferUtils.release(piece);
        return text;
    }

    private static GatewayFilter replacing(boolean chunked) {
        return (exchange, chain) -> DataBufferUtils.join(exchange.getRequest().getBody())
                .map(RequestFilters::text)
                .defaultIfEmpty("")
                .flatMap(text -> chain.filter(exchange.mutate()
                        .request(new Replaced(exchange, text.isEmpty() ? text : "<" + text + ">", chunked))
                        .build()));
    }

    /** A request with other content. */
    private static final class Replaced extends ServerHttpRequestDecorator {

        private final ServerWebExchange exchange;
        private final String text;
        private final HttpHeaders fields = new HttpHeaders();

        Replaced(ServerWebExchange exchange, String text, boolean chunked) {
            super(exchange.getRequest());
            this.exchange = exchange;
            this.text = text;
            fields.addAll(exchange.getRequest().getHeaders());
            fields.remove(HttpHeaders.CONTENT_LENGTH);
            if (chunked) {
                fields.set(HttpHeaders.TRANSFER_ENCODING, "chunked");
            } else if (!text.isEmpty()) {
                fields.remove(HttpHeaders.TRANSFER_ENCODING);
                fields.setContentLength(text.length());
            }
        }

        @Override
        public HttpHeaders getHeaders() {
            return fields;
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return Flux.defer(() -> text.isEmpty()
                    ? Flux.empty()
                    : Flux.just(exchange.getResponse().bufferFactory().wrap(text.getBytes(ISO_8859_1))));
        }
    }

    private static GatewayFilter wrapping() {
        return (exchange, chain) -> chain.filter(exchange.mutate()
                .request(new ServerHttpRequestDecorator(exchange.getRequest()) {
                    @Override
                    public Flux<DataBuffer> getBody() {
                        return super.getBody().map(piece -> changed(piece, text -> text.replace('x', 'y')));
                    }
                })
                .build());
    }

    private static GatewayFilter form() {
        return (exchange, chain) -> exchange.getFormData().flatMap(form -> {
            FilterNotes.note(exchange, "form " + form.size());
            return chain.filter(exchange);
        });
    }

    private static GatewayFilter method(String from, String to) {
        return (exchange, chain) -> chain.filter(
                exchange.getRequest().getMethod().name().equals(from)
                        ? exchange.mutate()
                                .request(request -> request.method(HttpMethod.valueOf(to)))
                                .build()
                        : exchange);
    }

    private static GatewayFilter mutating(Consumer<ServerHttpRequest.Builder> change) {
        return (exchange, chain) ->
                chain.filter(exchange.mutate().request(change).build());
    }

    private static GatewayFilter target(int order, Consumer<UriComponentsBuilder> change) {
        return at(order, (exchange, chain) -> {
            URI routed = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR);
            UriComponentsBuilder uri = UriComponentsBuilder.fromUri(
                    routed == null ? exchange.getRequest().getURI() : routed);
            change.accept(uri);
            URI changed = uri.build().encode().toUri();
            if (routed == null) {
                return chain.filter(exchange.mutate()
                        .request(request -> request.uri(changed))
                        .build());
            }
            exchange.getAttributes().put(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR, changed);
            return chain.filter(exchange);
        });
    }

    private static GatewayFilter decorating() {
        return (exchange, chain) -> {
            var fields = new HttpHeaders();
            fields.addAll(exchange.getRequest().getHeaders());
            fields.set("X-Decorated", "yes");
            return chain.filter(exchange.mutate()
                    .request(new ServerHttpRequestDecorator(exchange.getRequest()) {
                        @Override
                        public HttpHeaders getHeaders() {
                            return fields;
                        }
                    })
                    .build());
        };
    }

    private static GatewayFilter attributes() {
        return at(BEHIND_TARGET, (exchange, chain) -> {
            URI target = exchange.getRequiredAttribute(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR);
            FilterNotes.note(exchange, target.getPath() + " " + ServerWebExchangeUtils.isAlreadyRouted(exchange));
            return chain.filter(exchange);
        });
    }
}

package dev.larder.gateway.filter;

import dev.larder.gateway.filter.origin.OriginExchange;
import dev.larder.gateway.message.ClientRequest;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.http.ClientConnection;
import dev.larder.http.InProcessRequest;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.Incremental;
import dev.larder.rfc9111.ResponseHead;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Passes a response on from within a route: immediately to a cache of the same route that has requested it, otherwise to the
 * client, after the route's filters have seen its head ({@link PreparedResponseWriter}).
 */
public final class ResponseCommitter {

    private static final Logger log = LoggerFactory.getLogger(ResponseCommitter.class);

    private ResponseCommitter() {}

    /** Announces a response: actions added for the end of the request will run, whenever that is. */
    public static void begin(ServerWebExchange exchange) {
        if (!OriginExchange.is(exchange)) {
            PreparedResponse.at(exchange);
        }
    }

    /** Sends a response without content, or to HEAD. */
    public static Mono<Void> headOnly(ServerWebExchange exchange, ResponseHead head) {
        if (OriginExchange.is(exchange)) {
            head(exchange, head);
            return exchange.getResponse().setComplete();
        }
        return headToClient(exchange, PreparedResponse.at(exchange), head);
    }

    /**
     * Sends a response with content.
     *
     * @param body fails if it was cut short
     * @param atEnd run when a client's request is over, whether or not the body was read
     */
    public static Mono<Void> stream(
            ServerWebExchange exchange, ResponseHead head, Flux<DataBuffer> body, Runnable atEnd) {
        if (OriginExchange.is(exchange)) {
            head(exchange, head);
            return write(exchange.getResponse(), head, body);
        }
        PreparedResponse answer = PreparedResponse.at(exchange);
        answer.atEnd(atEnd);
        return toClient(exchange, answer, head, body);
    }

    static Mono<Void> headToClient(ServerWebExchange exchange, PreparedResponse answer, ResponseHead head) {
        head(exchange, answer, head);
        return answer.content(ServerHttpResponse::setComplete);
    }

    static Mono<Void> toClient(
            ServerWebExchange exchange, PreparedResponse answer, ResponseHead head, Flux<DataBuffer> body) {
        head(exchange, answer, head);
        Flux<DataBuffer> visiblyCut = body.onErrorResume(error -> cutShort(exchange, error));
        return answer.content(response -> write(response, head, visiblyCut));
    }

    /**
     * Sends a response with all of its content. Gateway writes the responses of origins piece by piece, and filters of the application that
     * replace content may know no other way; the server ends the connection of an HTTP/1.0 client behind content in one.
     */
    static void whole(ServerWebExchange exchange, PreparedResponse answer, ResponseHead head, Mono<DataBuffer> body) {
        head(exchange, answer, head);
        boolean stays = ClientRequest.isFromHttp11On(exchange);
        answer.content(response -> stays && response instanceof AbstractServerHttpResponse
                ? response.writeWith(body)
                : write(response, head, body.flux()));
    }

    static void head(ServerWebExchange exchange, PreparedResponse answer, ResponseHead head) {
        head(exchange, head);
        answer.answered(exchange.getResponse().getStatusCode());
    }

    private static void head(ServerWebExchange exchange, ResponseHead head) {
        ServerHttpResponse response = exchange.getResponse();
        response.setRawStatusCode(head.status());
        MessageHeadConverter.write(head.fields(), response.getHeaders());
        Set<String> names = new HashSet<>();
        for (HeaderField field : head.fields()) {
            names.add(field.name());
        }
        exchange.getAttributes().put(ServerWebExchangeUtils.CLIENT_RESPONSE_HEADER_NAMES, names);
        head.fields()
                .first("Content-Type")
                .filter(type -> !type.isEmpty())
                .ifPresent(type ->
                        exchange.getAttributes().put(ServerWebExchangeUtils.ORIGINAL_RESPONSE_CONTENT_TYPE_ATTR, type));
    }

    /** Filters that replace content often know one way to write it alone, the one that Gateway takes for all but streams. */
    private static Mono<Void> write(ServerHttpResponse response, ResponseHead head, Flux<DataBuffer> body) {
        boolean replaced = !(response instanceof AbstractServerHttpResponse) && !Incremental.isStream(head.fields());
        return replaced || head.fields().contains("Content-Length")
                ? response.writeWith(body)
                : response.writeAndFlushWith(body.map(Flux::just));
    }

    /** After the head is sent, only closing the connection can signal the error to the client; that ends the exchange. */
    static <T> Mono<T> cutShort(ServerWebExchange exchange, Throwable error) {
        if (!exchange.getResponse().isCommitted()) {
            return Mono.error(error);
        }
        log.debug("The response to {} ended early: {}", exchange.getRequest().getMethod(), error.toString());
        Object client = nativeRequest(exchange);
        ClientConnection.breakOff(client);
        boolean broken = client instanceof InProcessRequest
                || ClientConnection.channel(client).isPresent();
        return broken ? Mono.never() : Mono.error(error);
    }

    private static Object nativeRequest(ServerWebExchange exchange) {
        return ClientRequest.of(exchange);
    }
}

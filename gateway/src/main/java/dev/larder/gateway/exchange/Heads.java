package dev.larder.gateway.exchange;

import dev.larder.gateway.rfc9111.HeaderFields;
import dev.larder.gateway.rfc9111.RequestHead;
import dev.larder.gateway.rfc9111.ResponseHead;
import java.net.URI;
import java.util.Set;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;

/** Spring's heads as the engine's, and back. Names, values, order and case stay as they are. */
public final class Heads {

    private Heads() {}

    /** The head of a request that is forwarded to {@code target}. */
    public static RequestHead request(ServerHttpRequest request, URI target) {
        return new RequestHead(request.getMethod().name(), target, fields(request.getHeaders()));
    }

    /** The head of a response as it stands now. */
    public static ResponseHead response(ServerHttpResponse response) {
        HttpStatusCode status = response.getStatusCode();
        return new ResponseHead(status == null ? 200 : status.value(), fields(response.getHeaders()));
    }

    /** All of the head of the response as it stands is of this attempt, and is taken back before another. */
    public static void ofThisAttempt(ServerWebExchange exchange) {
        Set<String> names = exchange.getResponse().getHeaders().headerNames();
        exchange.getAttributes().put(ServerWebExchangeUtils.CLIENT_RESPONSE_HEADER_NAMES, Set.copyOf(names));
    }

    /** Takes back what an attempt before this one has left in the head of the response. */
    public static void takeBack(ServerWebExchange exchange) {
        Set<String> names = exchange.getAttribute(ServerWebExchangeUtils.CLIENT_RESPONSE_HEADER_NAMES);
        if (names != null && !exchange.getResponse().isCommitted()) {
            names.forEach(exchange.getResponse().getHeaders()::remove);
        }
    }

    /** All header fields, lines of one name together. */
    public static HeaderFields fields(HttpHeaders headers) {
        var fields = HeaderFields.builder();
        headers.forEach((name, values) -> values.forEach(value -> fields.add(name, value)));
        return fields.build();
    }

    /** Puts the cookies of a response into its header fields, where whoever writes the head expects them. */
    public static void writeCookies(ServerHttpResponse response) {
        response.getCookies()
                .values()
                .forEach(cookies -> cookies.forEach(
                        cookie -> response.getHeaders().add(HttpHeaders.SET_COOKIE, cookie.toString())));
    }

    /** Puts the fields into {@code headers}; they replace whatever stands there under their names. */
    public static void write(HeaderFields fields, HttpHeaders headers) {
        if (!headers.isEmpty()) {
            fields.forEach(field -> headers.remove(field.name()));
        }
        fields.forEach(field -> headers.add(field.name(), field.value()));
    }
}

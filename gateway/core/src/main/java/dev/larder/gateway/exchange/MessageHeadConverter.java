package dev.larder.gateway.exchange;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;

/** Spring's heads as the engine's, and back. Names, values, order and case stay as they are. */
public final class MessageHeadConverter {

    private static final String BEFORE_ATTEMPTS = MessageHeadConverter.class.getName() + ".beforeAttempts";

    private MessageHeadConverter() {}

    /** The head of a request that is forwarded to {@code target}. */
    public static RequestHead request(ServerHttpRequest request, URI target) {
        return new RequestHead(request.getMethod().name(), target, fields(request.getHeaders()));
    }

    /** The head of a response as it stands now. */
    public static ResponseHead response(ServerHttpResponse response) {
        HttpStatusCode status = response.getStatusCode();
        return new ResponseHead(status == null ? 200 : status.value(), fields(response.getHeaders()));
    }

    /** Notes, once, what web filters have put into the head of the response: it stays whatever becomes of attempts. */
    public static void noteBeforeAttempts(ServerWebExchange exchange) {
        if (exchange.getAttribute(BEFORE_ATTEMPTS) == null) {
            HttpHeaders headers = exchange.getResponse().getHeaders();
            exchange.getAttributes().put(BEFORE_ATTEMPTS, headers.isEmpty() ? HttpHeaders.EMPTY : copy(headers));
        }
    }

    private static HttpHeaders copy(HttpHeaders headers) {
        var copy = new HttpHeaders();
        copy.addAll(headers);
        return copy;
    }

    private static HttpHeaders beforeAttempts(ServerWebExchange exchange) {
        return exchange.getAttributeOrDefault(BEFORE_ATTEMPTS, HttpHeaders.EMPTY);
    }

    /** Leaves nothing in the head of the response but what was there before the first attempt. */
    public static void clear(ServerWebExchange exchange) {
        HttpHeaders headers = exchange.getResponse().getHeaders();
        headers.clear();
        beforeAttempts(exchange).forEach(headers::addAll);
    }

    /** What the head of the response has by now, and had not before, is of this attempt, and is taken back before another. */
    public static void ofThisAttempt(ServerWebExchange exchange) {
        HttpHeaders headers = exchange.getResponse().getHeaders();
        HttpHeaders before = beforeAttempts(exchange);
        Set<String> names = headers.headerNames().stream()
                .filter(name -> !Objects.equals(headers.get(name), before.get(name)))
                .collect(Collectors.toUnmodifiableSet());
        exchange.getAttributes().put(ServerWebExchangeUtils.CLIENT_RESPONSE_HEADER_NAMES, names);
    }

    /** Takes back what an attempt before this one has left in the head of the response. */
    public static void takeBack(ServerWebExchange exchange) {
        Set<String> names = exchange.getAttribute(ServerWebExchangeUtils.CLIENT_RESPONSE_HEADER_NAMES);
        if (names != null && !exchange.getResponse().isCommitted()) {
            HttpHeaders headers = exchange.getResponse().getHeaders();
            names.forEach(headers::remove);
            beforeAttempts(exchange).forEach((name, values) -> {
                if (!headers.containsHeader(name)) {
                    headers.addAll(name, values);
                }
            });
        }
    }

    /** What may tell users apart in a request. */
    public static String credentials(RequestHead request) {
        return request.fields().combined("Authorization")
                + '\n'
                + request.fields().combined("Cookie");
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

    /**
     * Puts the fields into {@code headers}; they replace whatever stands there under their names. Only Vary is added to: what
     * web filters select a response by, such as the Origin for CORS, the origin does not know.
     */
    public static void write(HeaderFields fields, HttpHeaders headers) {
        if (!headers.isEmpty()) {
            List<String> vary = fields.contains(HttpHeaders.VARY) ? headers.getOrEmpty(HttpHeaders.VARY) : List.of();
            fields.forEach(field -> headers.remove(field.name()));
            vary.stream()
                    .filter(line -> !fields.values(HttpHeaders.VARY).contains(line))
                    .forEach(line -> headers.add(HttpHeaders.VARY, line));
        }
        fields.forEach(field -> headers.add(field.name(), field.value()));
    }
}

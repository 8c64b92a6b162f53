package dev.larder.gateway.exchange;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.WebSession;

/**
 * What tells one client from others to a handler of the application: it sees the client's session and attributes that filters have set,
 * such as the token of a form, and not only the head of the request.
 */
final class ClientSession {

    private ClientSession() {}

    /** Returns whether a session is one that its client did not have, or does not have any more. */
    static boolean isChanged(ServerWebExchange client, @Nullable WebSession session) {
        return session != null && (session.isExpired() || (session.isStarted() && !isSent(client, session.getId())));
    }

    /** By whatever cookie or field sessions are named. */
    private static boolean isSent(ServerWebExchange client, String id) {
        ServerHttpRequest request = client.getRequest();
        return Stream.concat(
                        request.getCookies().values().stream()
                                .flatMap(List::stream)
                                .map(HttpCookie::getValue),
                        request.getHeaders().headerSet().stream().flatMap(field -> field.getValue().stream()))
                .anyMatch(id::equals);
    }

    /**
     * Returns whether a client without a cookie has, or gets, one or a session, whoever has asked for that: the handler, or a filter
     * before it. The client is told of its session when its response is committed, after that of the handler has been judged.
     */
    static boolean begins(ServerWebExchange exchange) {
        ServerWebExchange client = received(exchange);
        return !client.getResponse().getCookies().isEmpty()
                || client.getResponse().getHeaders().containsHeader(HttpHeaders.SET_COOKIE)
                || isChanged(client, known(client));
    }

    /** Returns whether the client has sent cookies, whatever a filter has forwarded of them. */
    static boolean hasCookies(ServerWebExchange exchange) {
        return received(exchange).getRequest().getHeaders().containsHeader(HttpHeaders.COOKIE);
    }

    /** Returns the exchange of the server, whatever stands in for it. */
    private static ServerWebExchange received(ServerWebExchange exchange) {
        ServerWebExchange innermost = exchange;
        while (innermost instanceof ServerWebExchangeDecorator decorator) {
            innermost = decorator.getDelegate();
        }
        return innermost;
    }

    /** Returns the session if somebody has asked for it: the exchange has it at hand then. */
    private static @Nullable WebSession known(ServerWebExchange client) {
        var known = new AtomicReference<@Nullable WebSession>();
        client.getSession().subscribe(known::set, noSession -> {}).dispose();
        return known.get();
    }
}

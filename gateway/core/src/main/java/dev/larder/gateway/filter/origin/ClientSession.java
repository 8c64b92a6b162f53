package dev.larder.gateway.filter.origin;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    private static final String COOKIE = "cookie";
    private static final String SEPARATOR = "; ";

    private final OriginExchange exchange;
    private final ServerWebExchange client;

    /** That which somebody behind the cache has had. */
    private final Optional<WebSession> behind;

    /** The session of the server, and another that a filter may have put in its place. */
    private final List<WebSession> noted;

    /** @param exchange tells once, now, who has asked for a session */
    ClientSession(OriginExchange exchange) {
        this.exchange = exchange;
        this.client = received(exchange);
        this.behind = exchange.notedSession();
        this.noted = Stream.of(behind, OriginExchange.notedSession(client))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns whether a session is one that its client did not have, or does not have any more. */
    private static boolean isChanged(ServerWebExchange client, WebSession session) {
        return session.isExpired()
                || (session.isStarted() && names(client, session).isEmpty());
    }

    /** Returns whether somebody behind the cache has had a session that the request, as it is there, does not name. */
    boolean hasChanged() {
        return behind.filter(session -> isChanged(exchange.getDelegate(), session))
                .isPresent();
    }

    /** Returns the lower-case names of all fields that name a session: which of them a handler reads is not known. */
    private static Set<String> names(ServerWebExchange client, WebSession session) {
        ServerHttpRequest request = client.getRequest();
        String id = session.getId();
        Stream<String> cookie = request.getCookies().values().stream()
                .flatMap(List::stream)
                .map(HttpCookie::getValue)
                .filter(id::equals)
                .map(named -> COOKIE);
        Stream<String> fields = request.getHeaders().headerSet().stream()
                .filter(field -> field.getValue().contains(id))
                .map(field -> field.getKey().toLowerCase(Locale.ROOT));
        return Stream.concat(cookie, fields).collect(Collectors.toSet());
    }

    /**
     * Returns whether a client gets a cookie, or a session that it did not have, whoever has asked for that: the handler, or a filter
     * before it. The client is told of its session when its response is committed, after that of the handler has been judged.
     */
    boolean hasNewCookieOrSession() {
        return !client.getResponse().getCookies().isEmpty()
                || client.getResponse().getHeaders().containsHeader(HttpHeaders.SET_COOKIE)
                || noted.stream().anyMatch(session -> isChanged(client, session));
    }

    /**
     * Returns the lower-case names of the fields by which a handler may know the client from others: of its cookies, whatever a filter has
     * forwarded of them, and of a session for which somebody has asked; empty of a session that no field names.
     */
    Set<String> fields() {
        Stream<String> cookies =
                client.getRequest().getHeaders().containsHeader(COOKIE) ? Stream.of(COOKIE) : Stream.of();
        Stream<String> sessions = noted.stream()
                .filter(WebSession::isStarted)
                .map(session -> names(client, session))
                .flatMap(names -> names.isEmpty() ? Stream.of("") : names.stream());
        return Stream.concat(cookies, sessions).collect(Collectors.toSet());
    }

    /** Returns whether a field is forwarded as the client has sent it: what varies by it varies by that. */
    boolean isForwarded(String field) {
        List<String> sent = client.getRequest().getHeaders().getOrEmpty(field);
        List<String> forwarded = exchange.getRequest().getHeaders().getOrEmpty(field);
        return !sent.isEmpty() && String.join(SEPARATOR, sent).equals(String.join(SEPARATOR, forwarded));
    }

    /** Returns the exchange of the server, whatever stands in for it. */
    private static ServerWebExchange received(ServerWebExchange exchange) {
        ServerWebExchange innermost = exchange;
        while (innermost instanceof ServerWebExchangeDecorator decorator) {
            innermost = decorator.getDelegate();
        }
        return innermost;
    }
}

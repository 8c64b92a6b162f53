package dev.larder.gateway.exchange;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.http.HttpCookie;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.WebSession;
import org.springframework.web.server.session.WebSessionManager;

/**
 * The session of a client, whoever has asked for it: a handler by its exchange, or a filter before it by the client's, as for the token
 * of a form. The client is told of a new one when its response is committed, after that of the handler has been judged.
 */
public final class ClientSession {

    private static final String ATTRIBUTE = ClientSession.class.getName();

    private ClientSession() {}

    /** Returns a manager that notes the sessions it gives away. */
    public static WebSessionManager noted(WebSessionManager manager) {
        return exchange -> manager.getSession(exchange)
                .doOnNext(session -> exchange.getAttributes().put(ATTRIBUTE, session));
    }

    /** Returns whether somebody has had a session that this client did not have, or does not have any more. */
    static boolean isChanged(ServerWebExchange client) {
        WebSession session = received(client).getAttribute(ATTRIBUTE);
        return session != null && (session.isExpired() || (session.isStarted() && !isSent(client, session.getId())));
    }

    /** Returns the exchange of the server, whatever stands in for it. */
    private static ServerWebExchange received(ServerWebExchange exchange) {
        ServerWebExchange innermost = exchange;
        while (innermost instanceof ServerWebExchangeDecorator decorator) {
            innermost = decorator.getDelegate();
        }
        return innermost;
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

    /** Returns the cookies that the client is to be told; that of its session comes later. */
    static List<String> cookies(ServerWebExchange client) {
        return received(client).getResponse().getCookies().values().stream()
                .flatMap(List::stream)
                .map(HttpCookie::toString)
                .toList();
    }
}

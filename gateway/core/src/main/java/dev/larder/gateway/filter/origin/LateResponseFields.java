package dev.larder.gateway.filter.origin;

import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.rfc9111.FieldNames;
import dev.larder.rfc9111.ResponseDirectives;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.http.client.HttpClientResponse;

/**
 * What filters behind the cache add to a response of an origin, or change in it: the cookie of a session, a token, the client's
 * name. It is of the client whose request is forwarded, and no directive of the origin, which has never seen it, speaks of it.
 */
public final class LateResponseFields {

    /**
     * Begins the name of a field of the request by which a handler may have known its client, such as {@code by:cookie}; no field of a
     * response has such a name.
     */
    public static final String BY = "by:";

    /** Begins the name of such a field that is not forwarded as the client has sent it: what the key has of it is not what a handler has. */
    public static final String BY_REMOVED = BY + " ";

    private static final String ANSWER = LateResponseFields.class.getName() + ".answer";
    private static final String ATTRIBUTE = LateResponseFields.class.getName();

    /** What the engine judges whoever has set it, and what is the same for all clients. */
    private static final FieldNames OF_ALL = FieldNames.of(
            "age",
            "cache-control",
            "cdn-cache-control",
            "date",
            "etag",
            "expires",
            "last-modified",
            "permissions-policy",
            "pragma",
            "referrer-policy",
            "server",
            "strict-transport-security",
            "vary",
            "via",
            "x-content-type-options",
            "x-frame-options",
            "x-xss-protection");

    private LateResponseFields() {}

    /** Begins an attempt; requests of other filters within it count with it. */
    static void begin(ServerWebExchange client) {
        if (!OriginExchange.is(client)) {
            client.getAttributes().put(ATTRIBUTE, ConcurrentHashMap.newKeySet());
        }
    }

    /**
     * Returns the exchange for a filter that may answer in place of an HTTP origin, as a handler of the application: what is in the
     * response then was set by filters, and so is what it does not have when that is written.
     */
    public static ServerWebExchange answering(ServerWebExchange exchange) {
        if (!OriginExchange.is(exchange)) {
            return exchange;
        }
        ServerHttpResponse response = exchange.getResponse();
        var earlier = exchange.getAttribute(ANSWER) instanceof AnsweredResponse known ? known : null;
        var answer = new AnsweredResponse(response, earlier);
        exchange.getAttributes().put(ANSWER, answer);
        return exchange.mutate().response(answer).build();
    }

    /** Notes what is not in the response as it was received, or as it was written in place of an origin. */
    static void note(OriginExchange exchange) {
        Set<String> late = exchange.getAttribute(ATTRIBUTE);
        if (late != null) {
            note(exchange, new ClientSession(exchange), late);
        }
        note(exchange, exchange.getResponse().getHeaders());
    }

    private static void note(OriginExchange exchange, ClientSession session, Set<String> late) {
        boolean here = exchange.getAttribute(ServerWebExchangeUtils.CLIENT_RESPONSE_ATTR) == null;
        boolean begins = session.hasChanged();
        if (here && exchange.getAttribute(ANSWER) instanceof AnsweredResponse answer) {
            HttpHeaders headers = exchange.getResponse().getHeaders();
            answer.others(headers).stream()
                    .filter(name -> !OF_ALL.contains(name))
                    .forEach(late::add);
            begins |= session.hasNewCookieOrSession();
            session.fields().stream()
                    .filter(field -> !isForOthers(headers, session, field))
                    .forEach(field -> late.add((session.isForwarded(field) ? BY : BY_REMOVED) + field));
        }
        if (begins) {
            late.add("set-cookie");
        }
    }

    /** As for Authorization (RFC 9111 3.5): a handler may have looked for a session, a token or a name by such a field. */
    private static boolean isForOthers(HttpHeaders headers, ClientSession session, String field) {
        return ResponseDirectives.of(MessageHeadConverter.fields(headers)).allowsAuthorizedReuse()
                || (headers.getVary().stream().anyMatch(field::equalsIgnoreCase) && session.isForwarded(field));
    }

    /** @param fields the fields that the origin and such filters have set */
    static void note(ServerWebExchange exchange, HttpHeaders fields) {
        HttpClientResponse received = exchange.getAttribute(ServerWebExchangeUtils.CLIENT_RESPONSE_ATTR);
        Set<String> late = exchange.getAttribute(ATTRIBUTE);
        if (received == null || late == null) {
            return;
        }
        fields.forEach((name, lines) -> {
            if (!OF_ALL.contains(name)
                    && !AnsweredResponse.isOfAll(lines)
                    && !MessageHeadConverter.lines(received, name).containsAll(lines)) {
                late.add(name.toLowerCase(Locale.ROOT));
            }
        });
    }

    /** Returns the lower-case names of such fields in the responses to requests for an exchange. */
    public static Set<String> of(ServerWebExchange client) {
        Set<String> late = client.getAttribute(ATTRIBUTE);
        return late == null || late.isEmpty() ? Set.of() : new TreeSet<>(late);
    }
}

package dev.larder.dictionaries;

import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.rfc9111.RequestHead;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.NettyWriteResponseFilter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Sends the responses of one route's cache as differences from an earlier response that the client has (RFC 9842). It sees
 * responses when they are written, after all other filters of the route, and refuses and stores nothing itself.
 */
public final class DictionariesFilter implements GatewayFilter, Ordered {

    /** Around what writes responses. */
    public static final int ORDER = NettyWriteResponseFilter.WRITE_RESPONSE_FILTER_ORDER - 1;

    private static final Logger log = LoggerFactory.getLogger(DictionariesFilter.class);

    private static final String AVAILABLE = "Available-Dictionary";
    private static final String ID = "Dictionary-ID";
    private static final String WEAK = "W/\"";
    private static final String AT_WORK = DictionariesFilter.class.getName();

    private final Dictionaries dictionaries;
    private final boolean requireHttps;

    DictionariesFilter(Dictionaries dictionaries, boolean requireHttps) {
        this.dictionaries = dictionaries;
        this.requireHttps = requireHttps;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        if (exchange.getAttributes().putIfAbsent(AT_WORK, true) != null) {
            return chain.filter(exchange);
        }
        ServerHttpRequest received = exchange.getRequest();
        RequestHead request = MessageHeadConverter.request(received, received.getURI());
        Optional<DictionaryObstacle> obstacle = DictionaryEligibility.ofRequest(
                request, !requireHttps || "https".equals(received.getURI().getScheme()));
        if (obstacle.isPresent()) {
            log.debug("A request has nothing to do with dictionaries: {}", obstacle.get());
            return chain.filter(exchange.mutate()
                    .request(forwarded(received, request, false))
                    .build());
        }
        Optional<ContentHash> available = ContentHash.available(request.fields().values(AVAILABLE))
                .filter(hash -> AcceptedCodings.acceptsDcz(request.fields().values(HttpHeaders.ACCEPT_ENCODING)));
        boolean known = available
                .flatMap(hash -> dictionaries.find(DictionaryResponse.path(request), hash))
                .isPresent();
        return chain.filter(exchange.mutate()
                .request(forwarded(received, request, known))
                .response(new DictionaryResponse(exchange, request, dictionaries, available))
                .build());
    }

    /**
     * The cache and the origin do not see what is answered here; content to be encoded must not be encoded yet. A client that has
     * got an encoded response, whose tag is weak for that, may still say that it knows the current one: the origin compares the
     * tag that it has given (RFC 9110 13.1.1).
     */
    private static ServerHttpRequest forwarded(ServerHttpRequest received, RequestHead request, boolean encoded) {
        List<String> accepted = request.fields().values(HttpHeaders.ACCEPT_ENCODING);
        String rest = encoded ? "identity" : AcceptedCodings.withoutDictionaries(accepted);
        List<String> expected = request.fields().values(HttpHeaders.IF_MATCH);
        boolean weak = expected.stream().anyMatch(line -> line.contains(WEAK));
        if (!weak && !request.fields().contains(AVAILABLE) && rest.equals(String.join(", ", accepted))) {
            return received;
        }
        return received.mutate()
                .headers(headers -> {
                    if (weak) {
                        headers.set(
                                HttpHeaders.IF_MATCH,
                                String.join(", ", expected).replace(WEAK, "\""));
                    }
                    headers.remove(AVAILABLE);
                    headers.remove(ID);
                    if (rest.isEmpty()) {
                        headers.remove(HttpHeaders.ACCEPT_ENCODING);
                    } else {
                        headers.set(HttpHeaders.ACCEPT_ENCODING, rest);
                    }
                })
                .build();
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public String toString() {
        return "[Dictionaries]";
    }
}

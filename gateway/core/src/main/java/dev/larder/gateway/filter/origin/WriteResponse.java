package dev.larder.gateway.filter.origin;

import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.rfc9111.ResponseHead;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClientResponse;

/**
 * The client's response while its write is at the origin. It tells what the origin and filters behind the cache have set from what
 * was there before, and can have the actions of such filters run before they would be, so that all of it is judged.
 */
public final class WriteResponse extends ServerHttpResponseDecorator {

    private final HttpHeaders before = new HttpHeaders();
    private final List<ResponseCookie> cookiesBefore;
    private final Queue<Mono<Void>> actions = new ConcurrentLinkedQueue<>();

    /** Creates a response to which nothing has been done behind the cache. */
    public WriteResponse(ServerHttpResponse client) {
        super(client);
        before.addAll(client.getHeaders());
        cookiesBefore = cookies();
    }

    private List<ResponseCookie> cookies() {
        return getCookies().values().stream().flatMap(List::stream).toList();
    }

    @Override
    public void beforeCommit(Supplier<? extends Mono<Void>> action) {
        Mono<Void> once = Mono.<Void>defer(action).cache();
        actions.add(once);
        super.beforeCommit(() -> once);
    }

    /** Runs the actions of filters, which do not run again at the commit; returns whether none has failed. */
    public Mono<Boolean> complete() {
        return Flux.concat(actions).then(Mono.just(true)).onErrorReturn(false);
    }

    /** Returns the head as {@link MessageHeadConverter#received} does, without what was in the response before. */
    public ResponseHead received(ServerWebExchange exchange) {
        return MessageHeadConverter.received(
                exchange, MessageHeadConverter.response(this).withFields(MessageHeadConverter.fields(since(exchange))));
    }

    /** Notes what filters behind the cache have set ({@link LateResponseFields}). */
    public void note(ServerWebExchange exchange) {
        LateResponseFields.begin(exchange);
        HttpHeaders set = since(exchange);
        cookies().stream()
                .filter(cookie -> !cookiesBefore.contains(cookie))
                .forEach(cookie -> set.add(HttpHeaders.SET_COOKIE, cookie.toString()));
        LateResponseFields.note(exchange, set);
    }

    /** Takes back all fields but those that were in the response before: they are written anew. */
    public void takeBack(ServerWebExchange exchange) {
        since(exchange).forEach((name, lines) -> {
            List<String> left = new ArrayList<>(getHeaders().getOrEmpty(name));
            lines.forEach(left::remove);
            getHeaders().remove(name);
            left.forEach(line -> getHeaders().add(name, line));
        });
    }

    /** A line that was there before, and that the origin has sent too, is in the response twice. */
    private HttpHeaders since(ServerWebExchange exchange) {
        HttpClientResponse answer = exchange.getAttribute(ServerWebExchangeUtils.CLIENT_RESPONSE_ATTR);
        var since = new HttpHeaders();
        getHeaders().forEach((name, lines) -> {
            List<String> sent = answer == null ? List.of() : MessageHeadConverter.lines(answer, name);
            List<String> left = new ArrayList<>(lines);
            for (String line : before.getOrEmpty(name)) {
                if (Collections.frequency(left, line) > Collections.frequency(sent, line)) {
                    left.remove(line);
                }
            }
            left.forEach(line -> since.add(name, line));
        });
        return since;
    }
}

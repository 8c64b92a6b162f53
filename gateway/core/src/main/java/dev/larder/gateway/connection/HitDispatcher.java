package dev.larder.gateway.connection;

import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The dispatcher, which looks up handlers only for requests not answered at the web level. All web filters run before it. */
final class HitDispatcher extends DispatcherHandler {

    private final WebHitResponder hits;

    HitDispatcher(WebHitResponder hits) {
        this.hits = hits;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange) {
        return hits.answer(exchange).orElseGet(() -> super.handle(exchange));
    }
}

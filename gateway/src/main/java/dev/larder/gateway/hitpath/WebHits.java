package dev.larder.gateway.hitpath;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.larder.gateway.exchange.Bodies;
import dev.larder.gateway.exchange.Heads;
import dev.larder.gateway.filter.UnkeyedFields;
import dev.larder.gateway.wire.ClientConnection;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The last of the web filters: whoever gets here has been let in, and is answered if the store can do it. */
final class WebHits implements WebFilter, Ordered {

    private final HitPath path;
    private final Lane lane;
    private final UnkeyedFields unkeyed;

    WebHits(HitPath path, Lane lane, UnkeyedFields unkeyed) {
        this.path = path;
        this.lane = lane;
        this.unkeyed = unkeyed;
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        HttpMethod method = exchange.getRequest().getMethod();
        if (method != HttpMethod.GET && method != HttpMethod.HEAD) {
            return chain.filter(exchange);
        }
        Asked asked = Asked.of(exchange.getRequest()).orElse(null);
        if (asked == null) {
            return chain.filter(exchange);
        }
        asked.note(exchange);
        Shortcut shortcut = path.mayAnswer(HitLevel.WEB) ? lane.shortcut(asked) : null;
        return shortcut == null
                ? chain.filter(exchange)
                : answer(exchange, shortcut).orElseGet(() -> chain.filter(exchange));
    }

    private Optional<Mono<Void>> answer(ServerWebExchange exchange, Shortcut shortcut) {
        long start = path.nanos();
        ServerWebExchange asRouted = unkeyed.removeFrom(exchange);
        return lane.find(
                        shortcut,
                        exchange.getRequest().getMethod().name(),
                        Heads.fields(asRouted.getRequest().getHeaders()))
                .map(hit -> write(exchange, hit, start));
    }

    private Mono<Void> write(ServerWebExchange exchange, EarlyHit hit, long start) {
        ServerHttpResponse response = exchange.getResponse();
        exchange.getAttributes().put(GATEWAY_ROUTE_ATTR, hit.shortcut().route());
        response.setRawStatusCode(hit.head().status());
        Heads.write(hit.fields(), response.getHeaders());
        ClientConnection.frame(
                ServerHttpRequestDecorator.getNativeRequest(exchange.getRequest()),
                hit.fields().contains("Content-Length"));
        List<ByteBuffer> content =
                hit.isHead() ? List.of() : Bodies.of(hit.answer(), hit.stored().body());
        path.answered(HitLevel.WEB, hit);
        hit.shortcut()
                .meters()
                .ofGateway(hit.method(), hit.head().status())
                .forEach(timer -> timer.record(Duration.ofNanos(path.nanos() - start)));
        return content.isEmpty()
                ? response.setComplete()
                : response.writeWith(Flux.fromIterable(content).map(response.bufferFactory()::wrap));
    }
}

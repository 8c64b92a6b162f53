package dev.larder.gateway.hitpath;

import dev.larder.gateway.exchange.Bodies;
import dev.larder.gateway.exchange.Heads;
import dev.larder.http.ClientConnection;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/** Writes early answers by the server's own response. */
final class WebAnswers {

    private WebAnswers() {}

    static Mono<Void> write(EarlyHit hit, ServerHttpRequest request, ServerHttpResponse response) {
        response.setRawStatusCode(hit.head().status());
        Heads.write(hit.fields(), response.getHeaders());
        ClientConnection.frame(
                ServerHttpRequestDecorator.getNativeRequest(request),
                hit.fields().contains("Content-Length"));
        return Bodies.write(hit.content(), response);
    }
}

package dev.larder.gateway.connection;

import dev.larder.gateway.filter.SelectedRepresentation;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.store.StoredBodyUtils;
import dev.larder.rfc9111.ConstructedResponse;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/** Writes early responses through the server's own response. */
final class EarlyHitWriter {

    private EarlyHitWriter() {}

    static Mono<Void> write(EarlyHit hit, ServerHttpRequest request, ServerHttpResponse response) {
        if (hit.answer() instanceof ConstructedResponse.NotModified) {
            SelectedRepresentation.tell(request, hit.stored());
        }
        response.setRawStatusCode(hit.head().status());
        MessageHeadConverter.write(hit.fields(), response.getHeaders());
        return StoredBodyUtils.write(hit.content(), response);
    }
}

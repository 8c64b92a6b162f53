package dev.larder.gateway.filter.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.message.LarderClock;
import dev.larder.rfc9111.HeaderFields;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;

/** Requests by way of a filter chain come to an end. */
class FilterChainFetcherTest {

    /** Fails when the response is stamped. */
    private static final LarderClock FAULTY = new LarderClock() {

        @Override
        public Instant steady() {
            return Instant.EPOCH;
        }

        @Override
        public Instant wall() {
            throw new IllegalStateException("a fault");
        }
    };

    @Test
    void exceptionWhileReceivingResponseFailsRequest() {
        var exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/"));
        CompletableFuture<OriginResponseStream> asked = new FilterChainFetcher(FAULTY)
                .ask(exchange, filtered -> Mono.empty(), HeaderFields.EMPTY)
                .toFuture();

        assertThat(asked).isCompletedExceptionally();
    }
}

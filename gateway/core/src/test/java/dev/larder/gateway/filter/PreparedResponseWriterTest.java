package dev.larder.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_CONN_ATTR;

import dev.larder.gateway.filter.origin.FilterChainFetcher;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.message.MessageHeadConverter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;

/** An answer that is cancelled is over. */
class PreparedResponseWriterTest {

    private final ServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.post("/"));
    private final List<Boolean> read = new ArrayList<>();

    /** Who settles a write as its client leaves must not begin to read then. */
    @Test
    void responseIsNotReadOnceClientHasLeft() {
        exchange.getAttributes().put(CLIENT_RESPONSE_CONN_ATTR, Connection.from(new EmbeddedChannel()));
        new PreparedResponseWriter()
                .filter(exchange, routed -> Mono.<Void>never().doOnCancel(() -> read.add(isRead())))
                .subscribe()
                .dispose();
        assertThat(read).containsExactly(false);
    }

    private boolean isRead() {
        return new FilterChainFetcher(LarderClock.system())
                .takeOver(exchange, Instant.EPOCH, MessageHeadConverter.received(exchange, exchange.getResponse()))
                .isPresent();
    }
}

package dev.larder.gateway.filter.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.netty.Connection;

/** Of several responses that arrive for one origin request, as a filter repeats it, the last is read and all others are discarded. */
class OriginExchangeTest {

    private final OriginExchange exchange = new OriginExchange(
            MockServerWebExchange.from(MockServerHttpRequest.get("http://origin.test/")),
            HeaderFields.EMPTY,
            new MockServerHttpResponse());
    private final Content first = new Content();
    private final Content second = new Content();

    @Test
    void lastResponseIsReadAndEarlierOneDiscarded() {
        OriginExchange.deliver(exchange, first);
        OriginExchange.deliver(exchange, second);

        assertThat(exchange.received()).containsSame(second);
        assertThat(first.discarded).isEqualTo(1);
        exchange.over();
        assertThat(second.discarded).isZero();
    }

    @Test
    void responseOfGatewayClientReplacesResponseOfLarderClient() {
        OriginExchange.deliver(exchange, first);
        exchange.arrived(Connection.from(new EmbeddedChannel()));

        assertThat(exchange.received()).isEmpty();
        assertThat(exchange.take()).isPresent();
        assertThat(first.discarded).isEqualTo(1);
    }

    @Test
    void unreadResponseIsDiscardedWhenExchangeEnds() {
        OriginExchange.deliver(exchange, first);
        exchange.over();

        assertThat(first.discarded).isEqualTo(1);
    }

    @Test
    void responseAfterEndOfExchangeIsDiscarded() {
        exchange.over();
        OriginExchange.deliver(exchange, first);

        assertThat(first.discarded).isEqualTo(1);
        assertThat(exchange.received()).isEmpty();
    }

    private static final class Content implements ArrivingContent {

        private int discarded;

        @Override
        public void subscribe(Subscriber<? super ByteBuf> reader) {}

        @Override
        public void discard() {
            discarded++;
        }

        @Override
        public void cancel() {}

        @Override
        public boolean isMessageComplete() {
            return false;
        }

        @Override
        public boolean isReceivedWithHead() {
            return false;
        }
    }
}

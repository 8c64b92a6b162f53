package dev.larder.gateway.exchange;

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
    void theLastResponseIsRead() {
        OriginExchange.arrived(exchange, first);
        OriginExchange.arrived(exchange, second);

        assertThat(exchange.received()).containsSame(second);
        assertThat(first.discarded).isEqualTo(1);
        exchange.over();
        assertThat(second.discarded).isZero();
    }

    @Test
    void thatOfGatewaysClientReplacesOneOfLarders() {
        OriginExchange.arrived(exchange, first);
        exchange.arrived(Connection.from(new EmbeddedChannel()));

        assertThat(exchange.received()).isEmpty();
        assertThat(exchange.take()).isPresent();
        assertThat(first.discarded).isEqualTo(1);
    }

    @Test
    void whatIsNotTakenIsDiscardedAtTheEnd() {
        OriginExchange.arrived(exchange, first);
        exchange.over();

        assertThat(first.discarded).isEqualTo(1);
    }

    @Test
    void whatArrivesAfterTheEndIsDiscarded() {
        exchange.over();
        OriginExchange.arrived(exchange, first);

        assertThat(first.discarded).isEqualTo(1);
        assertThat(exchange.received()).isEmpty();
    }

    private static final class Content implements ReceivedContent {

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
        public boolean whole() {
            return false;
        }

        @Override
        public boolean atHand() {
            return false;
        }
    }
}

package dev.larder.gateway.filter.origin;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.Connection;

class UnreadResponseTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final EmbeddedChannel next = new EmbeddedChannel();
    private final Connection connection = Connection.from(channel);
    private final ServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.post("/"));
    private final UnreadResponse unread = UnreadResponse.in(exchange);

    @Test
    void closesConnectionOfUnreadResponseWhenExchangeEnds() {
        unread.arrived(connection);
        assertThat(isOpen()).isTrue();
        unread.over();
        assertThat(isOpen()).isFalse();
    }

    @Test
    void closesConnectionOfResponseThatArrivesAfterExchange() {
        unread.over();
        unread.arrived(connection);
        assertThat(isOpen()).isFalse();
    }

    @Test
    void doesNotCloseConnectionThatHasBeenTaken() {
        unread.arrived(connection);
        assertThat(unread.take()).isPresent();
        unread.over();
        assertThat(isOpen()).isTrue();
    }

    /** Else a reader that comes too late would take the rest for all of it, and store that. */
    @Test
    void endedExchangeGivesNoConnectionToReader() {
        unread.over();
        assertThat(UnreadResponse.take(exchange, connection)).isEmpty();
        unread.arrived(connection);
        assertThat(UnreadResponse.take(exchange, connection)).isEmpty();
    }

    @Test
    void connectionIsGivenToOneReaderAndNotClosed() {
        unread.arrived(connection);
        assertThat(UnreadResponse.take(exchange, connection)).isPresent();
        assertThat(UnreadResponse.take(exchange, connection)).isEmpty();
        unread.over();
        assertThat(isOpen()).isTrue();
    }

    @Test
    void readerMayTakeUnannouncedConnection() {
        assertThat(UnreadResponse.take(exchange, connection)).isPresent();
    }

    /** Else each attempt but the last would leave its connection open. */
    @Test
    void closesConnectionOfEarlierAttempt() {
        unread.arrived(connection);
        unread.arrived(Connection.from(next));
        assertThat(isOpen()).isFalse();
        assertThat(next.isOpen()).isTrue();
        assertThat(UnreadResponse.take(exchange, connection)).isEmpty();
        assertThat(UnreadResponse.take(exchange, Connection.from(next))).isPresent();
    }

    /** A filter may have had the body read through something, which what the reader names does. */
    @Test
    void readerGetsTransformedConnectionItNames() {
        var named = new TransformedConnection(connection, body -> body);
        unread.arrived(connection);
        assertThat(UnreadResponse.take(exchange, named))
                .hasValueSatisfying(body -> assertThat(body.connection()).isSameAs(named));
        assertThat(UnreadResponse.take(exchange, named)).isEmpty();
    }

    /** As where another client than the gateway's has brought what is read, after an attempt of the gateway's. */
    @Test
    void closesAnnouncedConnectionIfReaderTakesAnother() {
        Connection other = Connection.from(next);
        unread.arrived(connection);
        assertThat(UnreadResponse.take(exchange, other))
                .hasValueSatisfying(body -> assertThat(body.connection()).isSameAs(other));
        assertThat(isOpen()).isFalse();
        assertThat(next.isOpen()).isTrue();
    }

    private boolean isOpen() {
        channel.runPendingTasks();
        return channel.isOpen();
    }
}

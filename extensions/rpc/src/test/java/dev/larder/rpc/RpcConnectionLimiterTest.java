package dev.larder.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Attributes;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import org.junit.jupiter.api.Test;

/** Connections have places, as long as they last. */
class RpcConnectionLimiterTest {

    private final RpcConnectionLimiter connections = new RpcConnectionLimiter(1);

    private Attributes connect() {
        return connections.transportReady(Attributes.EMPTY);
    }

    private void assertFull() {
        assertThatThrownBy(this::connect).cause().isInstanceOfSatisfying(Http2Exception.class, error -> {
            assertThat(error.error()).isEqualTo(Http2Error.ENHANCE_YOUR_CALM);
            assertThat(error).hasMessageStartingWith("TOO_MANY_CONNECTIONS: ");
        });
    }

    @Test
    void rejectsExcessConnectionUntilOneCloses() {
        Attributes first = connect();
        assertFull();
        connections.transportTerminated(first);
        connect();
        assertFull();
    }

    @Test
    void connectionThatWasNeverReadyFreesNoSlot() {
        connections.transportTerminated(null);
        connect();
        assertFull();
        connections.transportTerminated(null);
        assertFull();
    }
}

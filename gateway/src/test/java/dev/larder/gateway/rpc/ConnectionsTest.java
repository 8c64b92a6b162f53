package dev.larder.gateway.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Connections have places, as long as they last. */
class ConnectionsTest {

    private final Connections connections = new Connections(1);

    /** How a call by this connection has been refused; null if it has not. */
    private @Nullable Status refused(Attributes connection) {
        var closed = new AtomicReference<@Nullable Status>();
        var call = new ServerCall<String, String>() {
            @Override
            public void request(int messages) {}

            @Override
            public void sendHeaders(Metadata fields) {}

            @Override
            public void sendMessage(String message) {}

            @Override
            public void close(Status status, Metadata fields) {
                closed.set(status);
            }

            @Override
            public boolean isCancelled() {
                return false;
            }

            @Override
            public MethodDescriptor<String, String> getMethodDescriptor() {
                throw new UnsupportedOperationException();
            }

            @Override
            public Attributes getAttributes() {
                return connection;
            }
        };
        connections.interceptCall(call, new Metadata(), (served, fields) -> new ServerCall.Listener<>() {});
        return closed.get();
    }

    @Test
    void oneTooManyIsServedAsSoonAsThereIsAPlace() {
        Attributes first = connections.transportReady(Attributes.EMPTY);
        Attributes second = connections.transportReady(Attributes.EMPTY);
        assertThat(refused(first)).isNull();
        assertThat(refused(second)).isNotNull();
        connections.transportTerminated(first);
        assertThat(refused(second)).isNull();
        assertThat(refused(connections.transportReady(Attributes.EMPTY))).isNotNull();
    }

    @Test
    void neitherOneThatWasNeverReadyNorOneWithoutAPlaceGivesOneBack() {
        connections.transportTerminated(null);
        assertThat(refused(connections.transportReady(Attributes.EMPTY))).isNull();
        Attributes second = connections.transportReady(Attributes.EMPTY);
        assertThat(refused(second)).isNotNull();
        connections.transportTerminated(second);
        assertThat(refused(connections.transportReady(Attributes.EMPTY))).isNotNull();
    }
}

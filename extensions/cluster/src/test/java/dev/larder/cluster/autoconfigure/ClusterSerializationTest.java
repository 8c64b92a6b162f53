package dev.larder.cluster.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.SerializationConfig;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import java.io.IOException;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Members of a cluster send each other bytes, and errors; nothing else that they send becomes an object of this process. */
class ClusterSerializationTest {

    private final InternalSerializationService service = new DefaultSerializationServiceBuilder()
            .setConfig(ClusterHazelcast.denyJavaSerialization(new SerializationConfig()))
            .build();

    private record Gadget(String command) implements Serializable {}

    private static final class GadgetException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static List<Serializable> gadgets() {
        return List.of(
                new Gadget("x"),
                new GadgetException(),
                new AtomicReference<>("x"),
                InetSocketAddress.createUnresolved("a.test", 80));
    }

    static List<Exception> errors() {
        return List.of(
                new RetryableHazelcastException("again"),
                new OperationTimeoutException("late"),
                new IllegalStateException("closed", new IOException("lost")),
                new CancellationException());
    }

    @ParameterizedTest
    @MethodSource("gadgets")
    @Tag("hardening-C")
    void rejectsSerializedObjectsOtherThanKnownExceptions(Serializable gadget) {
        Data data = service.toData(gadget);
        assertThatThrownBy(() -> service.toObject(data)).isInstanceOf(HazelcastSerializationException.class);
    }

    @ParameterizedTest
    @MethodSource("errors")
    void deserializesExceptionsThatMembersExchange(Exception error) {
        assertThat(service.<Object>toObject(service.toData(error))).isInstanceOf(error.getClass());
    }

    @Test
    void deserializesByteArrays() {
        byte[] bytes = {1, 2};
        assertThat((byte[]) service.toObject(service.toData(bytes))).isEqualTo(bytes);
    }
}

package dev.larder.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.spi.exception.RetryableHazelcastException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Of what Java has serialized, nothing but errors becomes an object again, and no error of any size. */
class DeserializationFilterTest {

    private record Gadget(String command) implements Serializable {}

    private static final class Carrier extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static List<Serializable> gadgets() {
        var map = new HashMap<String, String>();
        map.put("a", "b");
        return List.of(
                new Gadget("x"),
                new Carrier(),
                map,
                new byte[] {1},
                7,
                (Serializable) List.of("x"),
                new ArrayList<>(List.of(7)));
    }

    static List<Exception> errors() {
        var withSuppressed = new IllegalStateException("closed", new IOException("lost"));
        withSuppressed.addSuppressed(new CompletionException("late", null));
        return List.of(new RetryableHazelcastException("again"), withSuppressed);
    }

    @ParameterizedTest
    @MethodSource("gadgets")
    @Tag("hardening-C")
    void rejectsSerializedObjectsOtherThanKnownExceptions(Serializable gadget) {
        assertThatThrownBy(() -> read(written(gadget)))
                .isInstanceOf(InvalidClassException.class)
                .hasMessageContaining("REJECTED");
    }

    @ParameterizedTest
    @MethodSource("errors")
    void acceptsExceptionsWithCauseAndSuppressedExceptions(Exception error) throws Exception {
        var back = (Exception) read(written(error));
        assertThat(back).hasSameClassAs(error).hasMessage(error.getMessage());
        assertThat(back.getSuppressed()).hasSameSizeAs(error.getSuppressed());
    }

    @Test
    void rejectsExceptionWithTooDeepCauseChain() throws Exception {
        Exception error = new IllegalStateException();
        for (int i = 0; i < 200; i++) {
            error = new IllegalStateException(error);
        }
        byte[] deep = written(error);
        assertThatThrownBy(() -> read(deep)).isInstanceOf(InvalidClassException.class);
    }

    private static byte[] written(Serializable value) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(DeserializationFilter::judge);
            return in.readObject();
        }
    }
}

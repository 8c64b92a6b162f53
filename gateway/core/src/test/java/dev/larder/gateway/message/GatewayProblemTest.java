package dev.larder.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.http.client.OriginBusyException;
import dev.larder.rfc9111.StaleServing.Failure;
import io.netty.channel.ChannelException;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.netty.channel.AbortedException;

class GatewayProblemTest {

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new ConnectException("refused"), Failure.CONNECTION, 502),
                Arguments.of(new IOException("reset"), Failure.CONNECTION, 502),
                Arguments.of(new TruncatedResponseException(), Failure.CONNECTION, 502),
                Arguments.of(AbortedException.beforeSend(), Failure.CONNECTION, 502),
                Arguments.of(new AbortedException(new ClosedChannelException()), Failure.CONNECTION, 502),
                Arguments.of(new ChannelException(new IOException("no descriptor")), Failure.CONNECTION, 502),
                Arguments.of(ReadTimeoutException.INSTANCE, Failure.TIMEOUT, 504));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void mapsOriginFailureToBadGatewayOrGatewayTimeout(Throwable error, Failure failure, int status) {
        assertThat(GatewayProblem.failure(error)).contains(failure);
        assertThat(GatewayProblem.of(error))
                .map(problem -> problem.status().value())
                .contains(status);
    }

    /** It was refused before any of it was sent, so whoever retries may retry all of it. */
    @Test
    void aBusyOriginIsServiceUnavailableAndUnsent() {
        Throwable busy = new OriginBusyException("no connection is free");
        assertThat(GatewayProblem.of(busy))
                .map(problem -> problem.status().value())
                .contains(503);
        assertThat(GatewayProblem.isUnsent(busy)).isTrue();
    }

    @Test
    void internalFaultIsNoGatewayProblem() {
        assertThat(GatewayProblem.of(new IllegalStateException("a fault"))).isEmpty();
    }
}

package dev.larder.experiments.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LatencyRelayTest {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void relaysAllBytesInOrderAfterRoundTripDelay() throws Exception {
        var sent = new byte[100_000];
        new Random(1).nextBytes(sent);
        try (var echo = new ServerSocket(0, 1, LOOPBACK);
                var relay = new LatencyRelay(0, echo.getLocalPort(), Duration.ofMillis(60), 10_000)) {
            var echoed = CompletableFuture.runAsync(() -> echo(echo, sent.length));
            try (var socket = new Socket(LOOPBACK, relay.port())) {
                var begin = System.nanoTime();
                var writing = CompletableFuture.runAsync(() -> write(socket, sent));
                var first = socket.getInputStream().readNBytes(1);
                var took = Duration.ofNanos(System.nanoTime() - begin);
                var rest = socket.getInputStream().readAllBytes();

                assertThat(took).isGreaterThanOrEqualTo(Duration.ofMillis(60));
                assertThat(first[0]).isEqualTo(sent[0]);
                assertThat(rest.length).isEqualTo(sent.length - 1);
                assertThat(Arrays.mismatch(rest, 0, rest.length, sent, 1, sent.length))
                        .isNegative();
                writing.join();
                echoed.join();
            }
        }
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Reads so much, sends it back, and closes. */
    private static void echo(ServerSocket server, int length) {
        try (var socket = server.accept()) {
            socket.getOutputStream().write(socket.getInputStream().readNBytes(length));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}

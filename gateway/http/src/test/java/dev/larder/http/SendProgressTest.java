package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.util.context.Context;

/** What is told of a request agrees with what its origin can have got. */
class SendProgressTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ConnectionProvider connections = ConnectionProvider.create("progress", 1);
    private final HttpClient client = new OriginConnectionCustomizer().apply(HttpClient.create(connections));
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CompletableFuture<String> received = new CompletableFuture<>();
    private ServerSocket origin;
    private boolean givenUp;

    @BeforeEach
    void listen() throws IOException {
        origin = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        origin.close();
        connections.disposeLater().block(PATIENCE);
    }

    @Test
    void reportsConnectingBeforeSending() {
        serve("HTTP/1.1 204 No Content\r\n\r\n");
        ask("http", Context.empty());
        assertThat(told).containsExactly("connecting", "sending");
    }

    @Test
    void refusedConnectionIsNotReportedAsSending() throws IOException {
        origin.close();
        assertThatThrownBy(() -> ask("http", Context.empty())).isNotNull();
        assertThat(told).containsExactly("connecting");
    }

    @Test
    void failedTlsHandshakeIsNotReportedAsSending() {
        serve("HTTP/1.1 400 Bad Request\r\n\r\n");
        assertThatThrownBy(() -> ask("https", Context.empty())).isNotNull();
        assertThat(told).containsExactly("connecting");
    }

    @Test
    void requestWithoutAnswerIsReportedAsSending() {
        serve("");
        assertThatThrownBy(() -> ask("http", Context.empty())).isNotNull();
        assertThat(told).startsWith("connecting", "sending");
    }

    @Test
    void requestCancelledBeforeSendingTransmitsNothing() throws Exception {
        serve("HTTP/1.1 204 No Content\r\n\r\n");
        givenUp = true;
        assertThatThrownBy(() -> ask("http", Context.empty())).isInstanceOf(CancellationException.class);
        connections.disposeLater().block(PATIENCE);
        assertThat(received.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEmpty();
    }

    @Test
    void notifiesOuterProgressBeforeInner() {
        serve("HTTP/1.1 204 No Content\r\n\r\n");
        ask("http", following("outer ").in(Context.empty()));
        assertThat(told).containsExactly("outer connecting", "connecting", "outer sending", "sending");
    }

    private void ask(String scheme, Context outer) {
        client.post()
                .uri(scheme + "://127.0.0.1:" + origin.getLocalPort() + "/")
                .response()
                .contextWrite(context -> following("").in(Context.of(outer)))
                .block(PATIENCE);
    }

    private SendProgress following(String name) {
        return new SendProgress() {
            @Override
            public void connecting() {
                told.add(name + "connecting");
            }

            @Override
            public void sending() {
                if (givenUp) {
                    throw new CancellationException("given up");
                }
                told.add(name + "sending");
            }
        };
    }

    /** Answers the first read of one connection so, and ends it. */
    private void serve(String answer) {
        var thread = new Thread(() -> {
            try (Socket connection = origin.accept()) {
                byte[] octets = new byte[4096];
                int count = connection.getInputStream().read(octets);
                received.complete(count < 0 ? "" : new String(octets, 0, count, StandardCharsets.US_ASCII));
                connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException gone) {
                received.complete("");
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}

package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;

/** What is done for a client's connection is done, whatever has become of the connection. */
class ClientConnectionTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void runsActionOnServerEventLoopThread() throws Exception {
        var servedBy = new CompletableFuture<String>();
        exchanged(request -> ClientConnection.serve(
                request, () -> servedBy.complete(Thread.currentThread().getName())));
        assertThat(servedBy.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).startsWith("reactor-http");
    }

    @Test
    void runsActionEvenIfConnectionIsGone() throws Exception {
        HttpServerRequest request = exchanged(nothing -> {});
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!ClientConnection.isGone(request)) {
            assertThat(System.nanoTime() - end).isNegative();
            Thread.onSpinWait();
        }
        var served = new AtomicInteger();
        ClientConnection.serve(request, served::incrementAndGet);
        assertThat(served).hasValue(1);
    }

    /** A request that has been answered. */
    private static HttpServerRequest exchanged(Consumer<HttpServerRequest> meanwhile) throws Exception {
        var request = new CompletableFuture<HttpServerRequest>();
        var server = HttpServer.create()
                .bindAddress(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .handle((received, response) -> {
                    meanwhile.accept(received);
                    request.complete(received);
                    return response.status(204).send();
                })
                .bindNow();
        try {
            URI uri = URI.create("http://127.0.0.1:" + server.port() + "/");
            HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding());
            return request.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } finally {
            server.disposeNow();
        }
    }
}

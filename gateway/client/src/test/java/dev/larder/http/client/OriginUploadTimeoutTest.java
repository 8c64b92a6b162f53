package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.http.client.LoopbackOrigin.Peer;
import dev.larder.rfc9111.HeaderFields;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An origin is late relative to the last piece that it was given, or to the head. */
class OriginUploadTimeoutTest {

    private final LoopbackOrigin origin = new LoopbackOrigin();
    private final OriginClientFixture client = new OriginClientFixture(OriginTransport.NIO);

    @AfterEach
    void stop() throws IOException {
        client.close();
        origin.close();
    }

    /** Advances the time, and waits until the client has looked for what is late. */
    private void advance(Duration time) throws IOException {
        ResponseRecorder other = client.ask(new OriginRequest(
                origin.address(), "GET", "/", HeaderFields.EMPTY, 0, false, Duration.ofSeconds(1), false));
        origin.accept().readHead();
        client.advance(time);
        assertThat(other.failure()).isInstanceOf(ReadTimeoutException.class);
    }

    private OriginRequest post(long content, boolean timeoutIncludesContent) {
        HeaderFields fields = HeaderFields.of("Content-Length", Long.toString(content));
        return new OriginRequest(origin.address(), "POST", "/", fields, content, false, null, timeoutIncludesContent);
    }

    private void send(ResponseRecorder request, String content) {
        request.on(() -> request.call()
                .send(client.allocator().buffer().writeBytes(content.getBytes(StandardCharsets.US_ASCII))));
    }

    @Test
    void measuresTheResponseTimeoutFromTheLastPieceOfTheRequest() throws IOException {
        ResponseRecorder request = client.ask(post(4, false));
        Peer peer = origin.accept();
        peer.readHead();
        for (String piece : List.of("a", "b", "c")) {
            advance(Duration.ofSeconds(9));
            send(request, piece);
            assertThat(peer.read(1)).isEqualTo(piece);
        }
        client.advance(Duration.ofSeconds(10));
        assertThat(request.failure()).isInstanceOf(ReadTimeoutException.class);
        assertThat(peer.awaitEnd()).isEmpty();
    }

    @Test
    void measuresResponseTimeoutFromHeadIfItIncludesContent() throws IOException {
        ResponseRecorder request = client.ask(post(2, true));
        Peer peer = origin.accept();
        peer.readHead();
        client.advance(Duration.ofSeconds(9));
        send(request, "a");
        assertThat(peer.read(1)).isEqualTo("a");
        client.advance(Duration.ofSeconds(1));
        assertThat(request.failure()).isInstanceOf(ReadTimeoutException.class);
    }
}

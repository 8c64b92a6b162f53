package dev.larder.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The gate answers malformed heads itself, in order, and ends the connection. */
class RequestGateTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();

    @BeforeEach
    void connect() {
        var deadline = new HeadDeadline(Duration.ofSeconds(10));
        channel.pipeline().addLast(deadline, new HttpServerCodec(), new RequestGate(deadline));
    }

    @AfterEach
    void disconnect() {
        channel.finishAndReleaseAll();
    }

    @Test
    void answersAMalformedHeadWithAProblemAndCloses() {
        receive("GET /a/../b HTTP/1.1\r\nHost: h\r\n\r\n");

        assertThat(sent())
                .startsWith("HTTP/1.1 400 Bad Request\r\n")
                .contains("application/problem+json", "connection: close", "\"status\":400");
        assertThat(channel.isOpen()).isFalse();
        assertThat(channel.<Object>readInbound()).isNull();
    }

    @Test
    void answersItOnlyAfterEarlierRequestsOfTheConnection() {
        receive("GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /.. HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(sent()).isEmpty();

        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NO_CONTENT);
        channel.writeOutbound(response);

        assertThat(sent()).startsWith("HTTP/1.1 204").contains("HTTP/1.1 400");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void turnsAbsoluteFormIntoOriginForm() {
        receive("GET http://other:81/x?y HTTP/1.1\r\nHost: h\r\n\r\n");
        HttpRequest request = channel.readInbound();
        assertThat(request.uri()).isEqualTo("/x?y");
        assertThat(request.headers().getAll("Host")).containsExactly("other:81");
    }

    @Test
    void refusesAbsoluteFormBesideTwoHosts() {
        receive("GET http://h/x HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n");
        assertThat(sent()).startsWith("HTTP/1.1 400");
    }

    @Test
    void endsAHeadThatTakesTooLong() {
        receive("GET /a HTTP/1.1\r\nHo");
        channel.advanceTimeBy(11, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(sent()).startsWith("HTTP/1.1 408");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void givesACompleteHeadAllTheTimeItsAnswerNeeds() {
        receive("GET /a HTTP/1.1\r\nHost: h\r\n\r\n");
        channel.advanceTimeBy(1, TimeUnit.HOURS);
        channel.runScheduledPendingTasks();
        assertThat(sent()).isEmpty();
        assertThat(channel.isOpen()).isTrue();
    }

    private void receive(String bytes) {
        channel.writeInbound(Unpooled.copiedBuffer(bytes, StandardCharsets.ISO_8859_1));
    }

    private String sent() {
        var text = new StringBuilder();
        for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
            text.append(bytes.toString(StandardCharsets.ISO_8859_1));
            bytes.release();
        }
        return text.toString();
    }
}

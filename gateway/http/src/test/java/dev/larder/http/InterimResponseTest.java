package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 15.2: an interim response belongs to one request, which has a final response to come. */
class InterimResponseTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();

    @BeforeEach
    void connect() {
        ClientPipeline.addTo(channel);
    }

    @AfterEach
    void disconnect() {
        channel.finishAndReleaseAll();
    }

    @Test
    void interimResponseIsSentBeforeFinalResponseOfItsRequest() {
        receive("GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n");
        answer("first");
        InterimResponseRelay ofSecond = relay();
        ofSecond.passOn(hints());
        channel.runPendingTasks();
        answer("second");
        assertThat(SentOctets.by(channel)).containsSubsequence("first", " 103 ", " 200 ", "second");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1.1"})
    void lateInterimResponseIsNotSentForNextRequest(String version) {
        receive("GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/" + version + "\r\nHost: h\r\n\r\n");
        InterimResponseRelay ofFirst = relay();
        answer("first");
        ofFirst.passOn(hints());
        channel.runPendingTasks();
        answer("second");
        assertThat(SentOctets.by(channel)).endsWith("second").doesNotContain(" 103 ");
    }

    private void receive(String octets) {
        channel.writeInbound(Unpooled.copiedBuffer(octets, StandardCharsets.US_ASCII));
    }

    private InterimResponseRelay relay() {
        return InterimResponseRelay.towardsConnection(channel).orElseThrow();
    }

    private static DefaultFullHttpResponse hints() {
        return new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.EARLY_HINTS);
    }

    private void answer(String content) {
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.copiedBuffer(content, StandardCharsets.US_ASCII));
        HttpUtil.setContentLength(response, content.length());
        channel.writeOutbound(response);
    }
}

package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112 6.1: a client of HTTP/1.0 knows no transfer coding. */
class Http10ResponseTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();

    @BeforeEach
    void connect() {
        ClientPipeline.addTo(channel);
    }

    @AfterEach
    void disconnect() {
        channel.finishAndReleaseAll();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Connection: keep-alive\r\n"})
    void endsContentOfUnknownLengthByClosing(String field) {
        receive("GET /a HTTP/1.0\r\nHost: h\r\n" + field + "\r\n");
        beginChunked();
        assertThat(channel.isOpen()).isTrue();
        channel.writeOutbound(LastHttpContent.EMPTY_LAST_CONTENT);
        assertThat(SentOctets.by(channel))
                .contains("connection: close")
                .doesNotContainIgnoringCase("transfer-encoding")
                .endsWith("\r\n\r\ncontent");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void earlierRequestOfHttp11KeepsItsFraming() {
        receive("GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.0\r\nHost: h\r\n\r\n");
        for (int i = 0; i < 2; i++) {
            beginChunked();
            channel.writeOutbound(LastHttpContent.EMPTY_LAST_CONTENT);
        }
        String[] responses = SentOctets.by(channel).split("HTTP/1.1 200");
        assertThat(responses).hasSize(3);
        assertThat(responses[1]).contains("transfer-encoding: chunked").endsWith("7\r\ncontent\r\n0\r\n\r\n");
        assertThat(responses[2]).doesNotContain("transfer-encoding").endsWith("\r\n\r\ncontent");
        assertThat(channel.isOpen()).isFalse();
    }

    /** Also if the next request, which has arrived, is one of HTTP/1.0, or malformed, which Netty takes for one. */
    @ParameterizedTest
    @ValueSource(strings = {"GET /b HTTP/1.0\r\nHost: h\r\n\r\n", "GET /b http/1.1\r\nHost: h\r\n\r\n"})
    void wholeResponseIsFramedAsItsOwnRequestWants(String next) {
        receive("GET /a HTTP/1.1\r\nHost: h\r\n\r\n" + next);
        channel.writeOutbound(wholeInChunks());
        String first = SentOctets.by(channel).split("HTTP/1.1 400")[0];
        assertThat(first)
                .contains("transfer-encoding: chunked")
                .doesNotContainIgnoringCase("content-length")
                .endsWith("\r\n\r\n7\r\ncontent\r\n0\r\n\r\n");
    }

    @Test
    void wholeResponseHasALength() {
        receive("GET /a HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n");
        channel.writeOutbound(wholeInChunks());
        assertThat(SentOctets.by(channel))
                .contains("content-length: 7")
                .doesNotContainIgnoringCase("transfer-encoding")
                .endsWith("\r\n\r\ncontent");
    }

    /** RFC 9110 8.6: its length would be that of the content of a GET, which is not known. */
    @Test
    void wholeResponseToHeadStatesNoLength() {
        receive("HEAD /a HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n");
        channel.writeOutbound(wholeInChunks().replace(Unpooled.EMPTY_BUFFER));
        assertThat(SentOctets.by(channel))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .doesNotContainIgnoringCase("content-length")
                .doesNotContainIgnoringCase("transfer-encoding");
    }

    private static DefaultFullHttpResponse wholeInChunks() {
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.OK,
                Unpooled.copiedBuffer("content", StandardCharsets.US_ASCII));
        HttpUtil.setTransferEncodingChunked(response, true);
        return response;
    }

    private void receive(String octets) {
        channel.writeInbound(Unpooled.copiedBuffer(octets, StandardCharsets.US_ASCII));
    }

    private void beginChunked() {
        var response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        HttpUtil.setTransferEncodingChunked(response, true);
        channel.writeOutbound(response);
        channel.writeOutbound(new DefaultHttpContent(Unpooled.copiedBuffer("content", StandardCharsets.US_ASCII)));
    }
}

package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A whole response is one message, in as few buffers as that is worth. */
class ClientEncoderTest {

    private final ClientEncoder encoder = new ClientEncoder();
    private final EmbeddedChannel channel = new EmbeddedChannel(encoder);

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "1024, 1", "8192, 1", "8193, 2"})
    void sendsSmallContentInOneBufferWithItsHead(int length, int buffers) {
        List<String> sent = sent(HttpMethod.GET, length);
        assertThat(sent.size()).isEqualTo(buffers);
        assertThat(String.join("", sent)).endsWith("\r\n\r\n" + "x".repeat(length));
    }

    /** RFC 9110 9.3.2: the length is announced, and nothing follows. */
    @Test
    void sendsNoContentInResponseToHead() {
        List<String> sent = sent(HttpMethod.HEAD, 100);
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0)).contains("content-length: 100").endsWith("\r\n\r\n");
    }

    private List<String> sent(HttpMethod method, int length) {
        encoder.asked(new DefaultHttpRequest(HttpVersion.HTTP_1_1, method, "/"));
        ByteBuf content = Unpooled.copiedBuffer("x".repeat(length), StandardCharsets.US_ASCII);
        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, content);
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, length);
        channel.writeOutbound(response);
        assertThat(channel.outboundMessages()).isNotEmpty();
        List<String> sent = new ArrayList<>();
        for (ByteBuf octets = channel.readOutbound(); octets != null; octets = channel.readOutbound()) {
            sent.add(octets.toString(StandardCharsets.US_ASCII));
            octets.release();
        }
        assertThat(content.refCnt()).isZero();
        return sent;
    }
}

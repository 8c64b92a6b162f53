package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112 6.3, 8 and 9.2; RFC 9110 15.2: one origin connection's responses are kept apart. */
class ResponseBoundaryTest {

    private static final String WHOLE = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc";

    private final ResponseBoundary boundary = new ResponseBoundary();
    private final EmbeddedChannel channel = new EmbeddedChannel();

    @BeforeEach
    void connect() {
        channel.pipeline()
                .addLast(new OriginDecoder(new HttpDecoderConfig(), boundary), new HttpRequestEncoder(), boundary);
    }

    @AfterEach
    void disconnect() {
        channel.finishAndReleaseAll();
    }

    @Test
    void marksMessageWholeOnlyAfterItsLastByte() {
        ask(HttpMethod.GET);
        receive("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab");
        MessageEnd end = WatchedMessageEnd.of(channel).orElseThrow();
        assertThat(end.isMessageComplete()).isFalse();

        receive("c");

        assertThat(end.isMessageComplete()).isTrue();
        assertThat(content(inbound())).isEqualTo("abc");
        assertThat(channel.isOpen()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"abc, true", "ab, false", "abcd, false"})
    void reportsWithHeadWhetherExactlyOneMessageHasArrived(String received, boolean atHand) {
        List<Boolean> told = new ArrayList<>();
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object msg) {
                if (msg instanceof HttpResponse) {
                    told.add(WatchedMessageEnd.of(ctx.channel()).orElseThrow().isReceivedWithHead());
                }
                ctx.fireChannelRead(msg);
            }
        });
        ask(HttpMethod.GET);

        receive("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n" + received);

        assertThat(told).containsExactly(atHand);
    }

    @ParameterizedTest
    @ValueSource(strings = {"d", "d\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL"})
    void closesConnectionThatReceivesBytesBeyondItsResponse(String surplus) {
        ask(HttpMethod.GET);
        receive(WHOLE + surplus);

        List<HttpObject> messages = inbound();
        assertThat(content(messages)).isEqualTo("abc");
        assertThat(messages.stream().filter(HttpResponse.class::isInstance)).hasSize(1);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void closesIdleConnectionThatReceivesBytes() {
        ask(HttpMethod.GET);
        receive(WHOLE);
        receive("x");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void doesNotTakeAnInterimResponseForTheFinalOne() {
        ask(HttpMethod.GET);
        receive("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + WHOLE);

        List<HttpObject> messages = inbound();
        assertThat(((HttpResponse) messages.get(0)).status().code()).isEqualTo(200);
        assertThat(content(messages)).isEqualTo("abc");
    }

    @Test
    void closesConnectionAfterTooManyInterimResponses() {
        ask(HttpMethod.GET);
        receive("HTTP/1.1 102 Processing\r\n\r\n".repeat(ResponseBoundary.MAX_INTERIM + 1));
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void treatsResponseToHeadAsCompleteWithoutContent() {
        ask(HttpMethod.HEAD);
        receive("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n");
        assertThat(WatchedMessageEnd.of(channel).orElseThrow().isMessageComplete())
                .isTrue();
    }

    @Test
    void doesNotReportTruncatedMessageAsWhole() {
        ask(HttpMethod.GET);
        receive("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
        MessageEnd end = WatchedMessageEnd.of(channel).orElseThrow();
        channel.finish();
        assertThat(end.isMessageComplete()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/1.1 700 X\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX A: b\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "\r\nHTTP/1.1 200 OK\r\nX: a\r\n b\r\n\r\n",
                "gibberish\r\n\r\n"
            })
    void failsAndClosesOnInvalidResponseHead(String head) {
        ask(HttpMethod.GET);
        receive(head);
        assertThat(inbound().get(0).decoderResult().isFailure()).isTrue();
        assertThat(channel.isOpen()).isFalse();
    }

    private void ask(HttpMethod method) {
        FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, method, "/a");
        channel.writeOutbound(request);
        channel.releaseOutbound();
    }

    private void receive(String bytes) {
        channel.writeInbound(Unpooled.copiedBuffer(bytes, StandardCharsets.ISO_8859_1));
    }

    private List<HttpObject> inbound() {
        var messages = new ArrayList<HttpObject>();
        for (Object message = channel.readInbound(); message != null; message = channel.readInbound()) {
            messages.add((HttpObject) message);
        }
        assertThat(messages).isNotEmpty();
        return messages;
    }

    private static String content(List<HttpObject> messages) {
        var content = new StringBuilder();
        for (HttpObject message : messages) {
            if (message instanceof HttpContent piece) {
                content.append(piece.content().toString(StandardCharsets.ISO_8859_1));
                ReferenceCountUtil.release(piece);
            }
        }
        assertThat(messages.get(messages.size() - 1)).isInstanceOf(LastHttpContent.class);
        return content.toString();
    }
}

package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Content behind a complete response is read for the sake of the next request, but not without end. */
class UnneededContentTest {

    private static final int MOST = 64 * 1024;
    private static final String NEXT = "GET /next HTTP/1.1\r\nHost: h\r\n\r\n";

    private final SlowPeer peer = new SlowPeer();
    private final DuplexConnection channel = new DuplexConnection();

    UnneededContentTest() {
        channel.freezeTime();
        var encoder = new ClientEncoder();
        var decoder = new ClientDecoder(new HttpDecoderConfig(), encoder);
        var deadline = new HeadDeadline(Duration.ofMinutes(10), decoder);
        var gate = new RequestPolicyHandler(deadline, encoder, Duration.ofSeconds(10));
        var linger = new LingeringClose(gate::isAnsweredBeforeItsEnd, LingeringClose.TIME);
        channel.pipeline().addLast(linger, peer, deadline, decoder, encoder, gate);
    }

    /** Keeps what is written until it is released. */
    private static final class SlowPeer extends ChannelOutboundHandlerAdapter {

        private final Queue<Runnable> unsent = new ArrayDeque<>();
        private boolean slow;

        @Override
        public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
            if (slow) {
                unsent.add(() -> ctx.writeAndFlush(msg, promise));
            } else {
                ctx.write(msg, promise);
            }
        }

        void release() {
            unsent.forEach(Runnable::run);
            unsent.clear();
        }
    }

    @AfterEach
    void disconnect() {
        peer.release();
        channel.finishAndReleaseAll();
    }

    private void receive(String octets) {
        channel.writeInbound(Unpooled.copiedBuffer(octets, StandardCharsets.ISO_8859_1));
    }

    private void begin(int length) {
        receive("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: " + length + "\r\n\r\n");
    }

    private void respond() {
        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.FORBIDDEN);
        response.headers().set("Content-Length", 0);
        channel.writeOutbound(response);
    }

    private void pass(int seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }

    private long requests() {
        long requests = 0;
        for (Object msg = channel.readInbound(); msg != null; msg = channel.readInbound()) {
            requests += msg instanceof HttpRequest ? 1 : 0;
            ReferenceCountUtil.release(msg);
        }
        return requests;
    }

    private String sent() {
        channel.runPendingTasks();
        return SentOctets.by(channel);
    }

    /** RFC 9112 9.6: nothing behind it is processed, so nothing is answered either, nor kept. */
    @ParameterizedTest
    @ValueSource(strings = {NEXT, "name=value\r\n\r\n", "GET /.. HTTP/1.1\r\n\r\n"})
    void ignoresRequestsAfterOneThatClosesConnection(String rest) {
        receive("POST /a HTTP/1.0\r\nHost: h\r\n\r\n" + rest.repeat(3));
        receive(rest);
        assertThat(requests()).isOne();
        respond();
        assertThat(sent()).startsWith("HTTP/1.1 403").endsWith("connection: close\r\n\r\n");
        assertThat(channel.isOutputShutdown()).isTrue();
    }

    /** RFC 9112 9.2: one response for each request. */
    @Test
    void malformedContentAfterResponseGetsNoSecondResponse() {
        receive("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
        respond();
        receive("zz\r\n");
        assertThat(sent()).startsWith("HTTP/1.1 403").endsWith("\r\n\r\n").doesNotContain("400");
        assertThat(channel.isOutputShutdown()).isTrue();
    }

    @Test
    @Tag("hardening-S")
    void readsNextRequestAfterShortRemainingContent() {
        begin(MOST + 100);
        receive("x".repeat(100));
        respond();
        receive("x".repeat(MOST) + NEXT);
        assertThat(requests()).isEqualTo(2);
        pass(60);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    @Tag("hardening-S")
    void closesConnectionWhenRemainingContentIsTooLong() {
        begin(2 * MOST);
        respond();
        receive("x".repeat(MOST));
        assertThat(channel.isOpen()).isTrue();
        receive("x" + NEXT);
        assertThat(SentOctets.by(channel)).startsWith("HTTP/1.1 403");
        assertEndsInStages();
        assertThat(requests()).isEqualTo(1);
    }

    @Test
    @Tag("hardening-X6")
    void closesConnectionWhenRemainingContentArrivesTooSlowly() {
        begin(100);
        pass(9);
        receive("x");
        respond();
        pass(9);
        receive("x");
        assertThat(channel.isOpen()).isTrue();
        pass(1);
        assertEndsInStages();
    }

    @Test
    void contentIsNotLimitedBeforeTheResponseIsComplete() {
        begin(10 * MOST);
        var head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head.headers().set("Content-Length", 2);
        channel.writeOutbound(head);
        channel.writeOutbound(new DefaultHttpContent(Unpooled.copiedBuffer("x", StandardCharsets.US_ASCII)));
        for (int i = 0; i < 9; i++) {
            receive("x".repeat(MOST));
            pass(9);
        }
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void theResponseIsSentBeforeTheConnectionEnds() {
        begin(2 * MOST);
        peer.slow = true;
        respond();
        receive("x".repeat(MOST + 1));
        assertThat(channel.isOutputShutdown()).isFalse();
        assertThat(channel.config().isAutoRead()).as("reading goes on").isFalse();
        receive("x".repeat(MOST - 1) + NEXT);
        assertThat(requests()).as("requests that would not be answered").isEqualTo(1);
        peer.release();
        assertThat(SentOctets.by(channel)).startsWith("HTTP/1.1 403");
        assertEndsInStages();
    }

    /** RFC 9112 9.3, 9.6: the last response of a connection, whoever asks for its end, and content behind it. */
    @ParameterizedTest
    @ValueSource(strings = {"1.0", "1.1", "1.1\r\nConnection: close", "1.1\r\nExpect: 100-continue"})
    void closesInStagesWhileRequestContentIsMissing(String version) {
        receive("POST /a HTTP/" + version + "\r\nHost: h\r\nContent-Length: 100\r\n\r\n");
        respond();
        channel.close();
        assertEndsInStages();
    }

    /** Where a malformed request ends, nobody knows. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nx",
                "POST /../a HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n",
                "POST /a HTTP/1.1\r\nHost: h\r\nExpect: x\r\nContent-Length: 100\r\n\r\n"
            })
    void closesInStagesAfterRefusal(String request) {
        receive(request);
        assertThat(SentOctets.by(channel)).startsWith("HTTP/1.1 4");
        assertEndsInStages();
    }

    @Test
    void closesAtOnceAfterCompleteRequest() {
        receive(NEXT);
        respond();
        channel.close();
        assertThat(channel.isOpen()).isFalse();
    }

    /** The client must see that the response is cut. */
    @Test
    void closesAtOnceInMiddleOfResponse() {
        receive("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx");
        channel.writeOutbound(new DefaultHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.OK, new DefaultHttpHeaders().set("Content-Length", 2)));
        receive("malformed");
        assertThat(channel.isOutputShutdown()).isFalse();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void closesAtOnceWithoutResponse() {
        begin(100);
        channel.close();
        assertThat(channel.isOutputShutdown()).isFalse();
        assertThat(channel.isOpen()).isFalse();
    }

    private void assertEndsInStages() {
        assertThat(channel.isOutputShutdown()).isTrue();
        assertThat(channel.isOpen()).isTrue();
    }
}

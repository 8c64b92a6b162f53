package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What can be answered early is, in order, between messages only; everything else goes the usual way. */
class EarlyResponseHandlerTest {

    private static final String KNOWN = "GET /known HTTP/1.1\r\nHost: h\r\n\r\n";
    private static final String EARLY = "GET /early HTTP/1.1\r\nHost: h\r\n\r\n";
    private static final String LATE = "GET /late HTTP/1.1\r\nHost: h\r\n\r\n";

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<String> octets = new ArrayList<>();
    private int answered;

    @BeforeEach
    void connect() {
        var encoder = new ClientEncoder();
        var decoder = new ClientDecoder(new HttpDecoderConfig(), encoder);
        var deadline = new HeadDeadline(Duration.ofSeconds(10), decoder);
        var gate = new RequestPolicyHandler(deadline, encoder, Duration.ofSeconds(10));
        var early = new EarlyResponseHandler(new ByPath(), gate::isIdle, decoder, deadline);
        gate.offerTo(early);
        channel.pipeline().addLast(deadline, early, decoder, encoder, gate);
    }

    @AfterEach
    void disconnect() {
        channel.finishAndReleaseAll();
    }

    /** Knows the octets of {@link #KNOWN} and the path of {@link #EARLY}. */
    private final class ByPath implements EarlyResponder {

        @Override
        public int answer(ByteBuf received, ChannelHandlerContext client) {
            boolean known = received.toString(StandardCharsets.ISO_8859_1).startsWith(KNOWN);
            if (known) {
                answered++;
                client.write(Unpooled.copiedBuffer("known;", StandardCharsets.ISO_8859_1));
            }
            return known ? KNOWN.length() : 0;
        }

        @Override
        public boolean tryAnswer(HttpRequest request, @Nullable ByteBuf bytes, ChannelHandlerContext client) {
            octets.add(bytes == null ? "none" : bytes.toString(StandardCharsets.ISO_8859_1));
            boolean early = request.uri().equals("/early");
            if (early) {
                client.write(Unpooled.copiedBuffer("early;", StandardCharsets.ISO_8859_1));
            }
            return early;
        }
    }

    @Test
    void knownRequestBytesAreAnsweredAndNotPassedOn() {
        receive(KNOWN);
        assertThat(sent()).isEqualTo("known;");
        assertThat(channel.<Object>readInbound()).isNull();
    }

    @Test
    void knownPathIsAnsweredAfterDecodingItsHead() {
        receive(EARLY);
        assertThat(sent()).isEqualTo("early;");
        assertThat(octets).containsExactly(EARLY);
        assertThat(channel.<Object>readInbound()).isNull();
    }

    @Test
    void invalidRequestIsAnsweredWith400DespiteKnownPath() {
        receive("GET /early HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n");
        assertThat(sent()).startsWith("HTTP/1.1 400");
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() {
        receive(KNOWN + KNOWN + EARLY + EARLY);
        assertThat(sent()).isEqualTo("known;known;early;early;");
    }

    @Test
    void earlyResponseNeverOvertakesWaitingRequest() {
        receive(LATE + KNOWN);
        receive(EARLY);
        assertThat(sent()).isEmpty();
        assertThat(targets()).containsExactly("/late", "/known", "/early");
        answer(3);
        receive(KNOWN);
        assertThat(sent()).endsWith("known;");
    }

    @Test
    @Tag("hardening-P1")
    void responderGetsBytesOnlyIfTheyStartWithItsRequest() {
        receive(LATE.substring(0, 10));
        receive(LATE.substring(10));
        answer(1);
        receive(LATE);
        answer(1);
        receive(EARLY + LATE);
        answer(1);
        assertThat(octets).containsExactly("none", LATE, EARLY + LATE, "none");
    }

    @Test
    void contentIsNeverTakenForARequest() {
        receive("POST /late HTTP/1.1\r\nHost: h\r\nContent-Length: " + KNOWN.length() + "\r\n\r\n");
        receive(KNOWN);
        assertThat(sent()).isEmpty();
        answer(1);
        receive(KNOWN);
        assertThat(sent()).endsWith("known;");
    }

    @Test
    void answersNothingAfterResponseWithConnectionClose() {
        receive(LATE);
        var last = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NO_CONTENT);
        last.headers().set(HttpHeaderNames.CONNECTION, "close");
        channel.writeOutbound(last);
        receive(KNOWN + EARLY);
        assertThat(sent()).startsWith("HTTP/1.1 204").doesNotContain("known", "early");
    }

    @Test
    @Tag("hardening-X10")
    void aClientThatDoesNotReadIsNotAnswered() {
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1, 2));
        channel.pipeline().firstContext().write(Unpooled.copiedBuffer("unread;", StandardCharsets.ISO_8859_1));
        assertThat(channel.isWritable()).isFalse();
        channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(KNOWN + EARLY, StandardCharsets.ISO_8859_1));
        channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(KNOWN, StandardCharsets.ISO_8859_1));
        assertThat(answered).isZero();
        assertThat(sent()).isEmpty();
        channel.flush();
        channel.runPendingTasks();
        channel.flush();
        assertThat(sent()).startsWith("unread;known;");
    }

    @Test
    @Tag("hardening-X10")
    void nothingMoreIsReadFromAClientThatDoesNotRead() {
        channel.config().setAutoRead(true);
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1, 2));
        channel.pipeline().firstContext().write(Unpooled.copiedBuffer("unread;", StandardCharsets.ISO_8859_1));
        channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(KNOWN, StandardCharsets.ISO_8859_1));
        assertThat(channel.config().isAutoRead()).isFalse();
    }

    @Test
    void aFieldLineIsNeverTakenForARequest() {
        receive("GET /late HTTP/1.1\r\nHost: h\r\n");
        receive(KNOWN);
        assertThat(sent()).startsWith("HTTP/1.1 400").doesNotContain("known");
    }

    @Test
    void requestWaitingForSlowClientHasNoHeadTimeout() {
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1, 2));
        channel.pipeline().firstContext().write(Unpooled.copiedBuffer("unread;", StandardCharsets.ISO_8859_1));
        channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(LATE, StandardCharsets.ISO_8859_1));
        channel.advanceTimeBy(11, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();
        channel.flush();
        assertThat(targets()).containsExactly("/late");
    }

    @Test
    void headTimeoutAppliesToNextRequestAfterEarlyResponse() {
        receive(KNOWN);
        channel.advanceTimeBy(11, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();
        receive("GET /la");
        channel.advanceTimeBy(11, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(sent()).contains("HTTP/1.1 408");
        assertThat(channel.isOpen()).isFalse();
    }

    private void receive(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
    }

    private void answer(int times) {
        for (int i = 0; i < times; i++) {
            channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NO_CONTENT));
        }
    }

    private List<String> targets() {
        List<String> targets = new ArrayList<>();
        for (Object message = channel.readInbound(); message != null; message = channel.readInbound()) {
            if (message instanceof HttpRequest request) {
                targets.add(request.uri());
            }
        }
        return targets;
    }

    private String sent() {
        return SentOctets.by(channel);
    }
}

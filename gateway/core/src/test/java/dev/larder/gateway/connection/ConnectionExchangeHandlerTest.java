package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.http.ClientConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.netty.NettyPipeline;
import reactor.netty.http.HttpConnectionLiveness;
import reactor.netty.http.IdleTimeoutHandler;

/** Requests of one connection are answered in their order (RFC 9112 9.3.2), wherever each is answered. */
class ConnectionExchangeHandlerTest {

    private final List<Asked> asked = new ArrayList<>();
    private final List<String> served = new ArrayList<>();
    private final EmbeddedChannel channel =
            new EmbeddedChannel(new ConnectionExchangeHandler(new Exchanges(), new ServerListener(80, "http")));

    /** An exchange that the test ends. */
    private static final class Asked implements ConnectionTask {

        private final String target;
        private final String content;
        private final Completion completion;
        private boolean begun;
        private boolean left;

        Asked(String target, String content, Completion completion) {
            this.target = target;
            this.content = content;
            this.completion = completion;
        }

        @Override
        public void begin() {
            begun = true;
            if (target.startsWith("/hit")) {
                completion.complete(false);
            }
        }

        @Override
        public void clientLeft() {
            left = true;
        }

        @Override
        public void clientWritable() {}
    }

    private final class Exchanges implements ConnectionTask.Factory {

        @Override
        public boolean isPlain(HttpRequest request) {
            return !request.uri().startsWith("/odd");
        }

        @Override
        public @Nullable ConnectionTask prepare(
                HttpRequest request,
                ByteBuf content,
                @Nullable ConnectionContent arriving,
                ChannelHandlerContext client,
                ServerListener listener,
                ConnectionTask.Completion completion) {
            if (request.uri().startsWith("/fault")) {
                throw new IllegalStateException("Not this one.");
            }
            if (request.uri().startsWith("/other")) {
                return null;
            }
            var exchange = new Asked(request.uri(), content.toString(StandardCharsets.US_ASCII), completion);
            content.release();
            asked.add(exchange);
            return exchange;
        }

        @Override
        public void release() {}
    }

    @Test
    void removesItselfOnceServerSwitchesProtocols() {
        get("/odd");
        channel.writeOutbound(
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.SWITCHING_PROTOCOLS));
        assertThat(channel.pipeline().get(ConnectionExchangeHandler.class)).isNull();
    }

    @AfterEach
    void nothingLeaks() {
        channel.finishAndReleaseAll();
    }

    private void get(String... targets) {
        List<Object> messages = new ArrayList<>();
        for (String target : targets) {
            messages.add(new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, target));
            messages.add(LastHttpContent.EMPTY_LAST_CONTENT);
        }
        channel.writeInbound(messages.toArray());
        collect();
    }

    private void collect() {
        for (Object msg = channel.readInbound(); msg != null; msg = channel.readInbound()) {
            if (msg instanceof HttpRequest request) {
                served.add(request.uri());
            }
        }
    }

    private void answerServed() {
        channel.writeOutbound(
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.EMPTY_BUFFER));
    }

    @Test
    void beginsExchangeForAcceptedRequest() {
        get("/a");
        assertThat(asked)
                .singleElement()
                .satisfies(exchange -> assertThat(exchange.begun).isTrue());
        assertThat(served).isEmpty();
    }

    @Test
    void passesRequestsItCannotHandleToServer() {
        get("/odd", "/other", "/fault");
        assertThat(asked).isEmpty();
        assertThat(served).containsExactly("/odd", "/other", "/fault");
    }

    @Test
    void pipelinedRequestsWaitForTheEndOfAnExchange() {
        get("/a", "/other", "/b");
        assertThat(asked).hasSize(1);
        assertThat(served).isEmpty();
        asked.get(0).completion.complete(false);
        collect();
        assertThat(served)
                .as("what follows a request of the server is the server's")
                .containsExactly("/other", "/b");
    }

    @Test
    void answersPipelinedHitsOneAfterAnother() {
        get("/hit1", "/hit2", "/hit3");
        assertThat(asked).extracting(exchange -> exchange.target).containsExactly("/hit1", "/hit2", "/hit3");
    }

    @Test
    void resumesExchangesAfterServerHasAnswered() {
        get("/odd");
        get("/a");
        assertThat(asked).isEmpty();
        answerServed();
        answerServed();
        get("/b");
        assertThat(asked).extracting(exchange -> exchange.target).containsExactly("/b");
    }

    @Test
    void exchangeReceivesContentThatHasArrived() {
        channel.writeInbound(
                new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/a"),
                new DefaultHttpContent(Unpooled.copiedBuffer("on", StandardCharsets.US_ASCII)),
                new DefaultLastHttpContent(Unpooled.copiedBuffer("e", StandardCharsets.US_ASCII)));
        assertThat(asked)
                .singleElement()
                .satisfies(exchange -> assertThat(exchange.content).isEqualTo("one"));
    }

    @Test
    void readingStopsWhileRequestsWait() {
        get("/a");
        assertThat(channel.config().isAutoRead()).isTrue();
        get("/b");
        assertThat(channel.config().isAutoRead()).isFalse();
        asked.get(0).completion.complete(false);
        assertThat(asked).hasSize(2);
        asked.get(1).completion.complete(false);
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void readingGoesOnAfterAnExchangeThatEndsAtOnce() {
        channel.config().setAutoRead(false);
        get("/hit");
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void disablesAutoReadWhileServerHandlesRequest() {
        get("/a");
        asked.get(0).completion.complete(false);
        get("/odd");
        assertThat(channel.config().isAutoRead()).isFalse();
    }

    @Test
    void restoresSuspendedIdleTimeoutAfterExchange() {
        channel.pipeline().addFirst(NettyPipeline.HttpCodec, new ChannelInboundHandlerAdapter());
        IdleTimeoutHandler.addIdleTimeoutHandler(
                channel.pipeline(), Duration.ofMinutes(1), HttpConnectionLiveness.CLOSE);
        ClientConnection.suspendIdleTimeout(channel.pipeline());
        get("/a");
        asked.get(0).completion.complete(false);
        assertThat(channel.pipeline().get(IdleTimeoutHandler.class)).isNotNull();
    }

    @Test
    void beginsNoExchangeWhileClientDoesNotRead() {
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1, 2));
        channel.write(Unpooled.copiedBuffer("unread", StandardCharsets.US_ASCII));
        get("/hit");
        assertThat(asked).isEmpty();
        assertThat(channel.config().isAutoRead()).isFalse();
        channel.flush();
        assertThat(asked).hasSize(1);
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    /** Its responses fill the connection, and are sent: it becomes writable again while a request is still being passed. */
    private void letTheServerAnswerAtOnce() {
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1, 2));
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object msg) {
                if (msg instanceof HttpRequest) {
                    answerServed();
                }
                ctx.fireChannelRead(msg);
            }
        });
    }

    @Test
    void servesPipelinedRequestsIfServerAnswersAtOnce() {
        letTheServerAnswerAtOnce();
        get("/a", "/other", "/b");
        asked.get(0).completion.complete(false);
        collect();
        channel.checkException();
        assertThat(served).containsExactly("/other");
        assertThat(asked).extracting(exchange -> exchange.target).containsExactly("/a", "/b");
    }

    @Test
    void keepsRequestOrderIfServerAnswersFailedRequestAtOnce() {
        letTheServerAnswerAtOnce();
        get("/a", "/other");
        asked.get(0).completion.fail(new IOException("The origin is gone."));
        channel.runPendingTasks();
        assertThat(inbound()).containsExactly("/a", "end", "/other", "end");
    }

    private List<String> inbound() {
        List<String> inbound = new ArrayList<>();
        for (Object msg = channel.readInbound(); msg != null; msg = channel.readInbound()) {
            inbound.add(msg instanceof HttpRequest request ? request.uri() : "end");
        }
        return inbound;
    }

    @Test
    void aRequestThatHasFailedIsAnsweredByTheServer() {
        var failure = new IOException("The origin is gone.");
        get("/a", "/b");
        asked.get(0).completion.fail(failure);
        channel.runPendingTasks();
        collect();
        assertThat(served).containsExactly("/a", "/b");
        assertThat(channel.config().isAutoRead()).isFalse();
        ConnectionExchangeHandler handler = channel.pipeline().get(ConnectionExchangeHandler.class);
        assertThat(handler.failure()).isSameAs(failure);
        answerServed();
        assertThat(handler.failure())
                .as("the next request of the server has not failed")
                .isNull();
        answerServed();
        get("/c");
        assertThat(asked).extracting(exchange -> exchange.target).containsExactly("/a", "/c");
    }

    @Test
    void anExchangeIsToldThatItsClientHasLeft() {
        get("/a");
        channel.close();
        assertThat(asked.get(0).left).isTrue();
    }
}

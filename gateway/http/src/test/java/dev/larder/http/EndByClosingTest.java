package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * RFC 9112 6.3: content of HTTP/1.0 that ends with the connection is all that arrives until then. Over TCP: what is flushed together is
 * sent together, so that nothing may rely on being notified in between.
 */
@Timeout(20)
class EndByClosingTest {

    private static final String REQUEST = "GET /a HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n";

    /** More than the kernel takes for a client that does not read. */
    private static final int LARGE = 16 * 1024 * 1024;

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final CountDownLatch answered = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    @AfterEach
    void stop() {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET /.. HTTP/1.0\r\n\r\n", "GET /.. HTTP/1.1\r\nHost: h\r\n\r\n", "GET /b http/1.1\r\n\r\n"})
    @Tag("hardening-S")
    void refusalOfNextRequestIsNotSentBehindIt(String refused) throws Exception {
        try (Socket client = connect(channel -> {
            begin(channel, 7);
            channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
        })) {
            send(client, REQUEST + refused);
            assertThat(read(client)).endsWith("\r\n\r\nxxxxxxx");
        }
    }

    @Test
    @Tag("hardening-S")
    void nextResponseIsNotSentBehindIt() throws Exception {
        try (Socket client = connect(channel -> {
            begin(channel, LARGE);
            channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
            var next = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1,
                    HttpResponseStatus.OK,
                    Unpooled.copiedBuffer("second", StandardCharsets.US_ASCII));
            HttpUtil.setContentLength(next, 6);
            channel.writeAndFlush(next);
        })) {
            send(client, REQUEST + "GET /b HTTP/1.1\r\nHost: h\r\n\r\n");
            String received = read(client);
            assertThat(received.substring(received.indexOf("\r\n\r\n") + 4)).isEqualTo("x".repeat(LARGE));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("hardening-S")
    void closeBeforeAllIsSentIsReset(boolean written) throws Exception {
        try (Socket client = connect(channel -> {
            begin(channel, LARGE);
            if (written) {
                channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
            }
            channel.close();
        })) {
            send(client, REQUEST);
            closed.await();
            assertThatThrownBy(() -> read(client)).isInstanceOf(IOException.class);
        }
    }

    @Test
    @Tag("hardening-S")
    void clientThatEndsItsSideGetsNoEndBeforeAllIsSent() throws Exception {
        try (Socket client = connect(channel -> begin(channel, LARGE))) {
            send(client, REQUEST);
            answered.await();
            client.shutdownOutput();
            closed.await();
            assertThatThrownBy(() -> read(client)).isInstanceOf(IOException.class);
        }
    }

    private Socket connect(Consumer<Channel> answer) throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        Channel server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        ClientPipeline.addTo(channel);
                        channel.pipeline().addLast(new Server(answer));
                    }
                })
                .bind(loopback, 0)
                .sync()
                .channel();
        return new Socket(loopback, ((InetSocketAddress) server.localAddress()).getPort());
    }

    /** Answers once all that has arrived together is read. */
    private final class Server extends ChannelInboundHandlerAdapter {

        private final Consumer<Channel> answer;

        Server(Consumer<Channel> answer) {
            this.answer = answer;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            ReferenceCountUtil.release(msg);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            if (answered.getCount() > 0) {
                ctx.channel().closeFuture().addListener(end -> closed.countDown());
                answer.accept(ctx.channel());
                answered.countDown();
            }
        }
    }

    private static void begin(Channel channel, int length) {
        var response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        HttpUtil.setTransferEncodingChunked(response, true);
        channel.write(response);
        channel.writeAndFlush(
                new DefaultHttpContent(Unpooled.copiedBuffer("x".repeat(length), StandardCharsets.US_ASCII)));
    }

    private static void send(Socket client, String octets) throws IOException {
        client.getOutputStream().write(octets.getBytes(StandardCharsets.US_ASCII));
    }

    private static String read(Socket client) throws IOException {
        return new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
}

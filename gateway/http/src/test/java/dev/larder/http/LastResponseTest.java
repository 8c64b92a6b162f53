package dev.larder.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112 9.6: "there is a significant risk that the client will not be able to read the last HTTP response". */
class LastResponseTest {

    /** More than the client's system takes before the client reads, less than the server's system takes. */
    private static final int RESPONSE = 100_000;

    private static final int RECEIVE_BUFFER = 4_096;

    /** No connection of a test ends for lack of time. */
    private static final Duration LONG = Duration.ofMinutes(10);

    private static final int PATIENCE = 20_000;

    private final BlockingQueue<Channel> accepted = new ArrayBlockingQueue<>(1);

    private @Nullable EventLoopGroup loops;

    @AfterEach
    void stop() {
        if (loops != null) {
            loops.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    /** Answers the first octets that arrive, and ends the connection. */
    private final class EarlyServer extends ChannelInitializer<Channel> {

        @Override
        protected void initChannel(Channel channel) {
            accepted.add(channel);
            channel.pipeline().addLast(new LingeringClose(() -> true, LONG), new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext ctx, Object msg) {
                    ReferenceCountUtil.release(msg);
                    ctx.writeAndFlush(Unpooled.wrappedBuffer(new byte[RESPONSE]))
                            .addListener(ChannelFutureListener.CLOSE);
                }
            });
        }
    }

    private Socket connect(boolean epoll) throws IOException {
        assumeTrue(!epoll || Epoll.isAvailable());
        loops = new MultiThreadIoEventLoopGroup(1, epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        var server = (InetSocketAddress) new ServerBootstrap()
                .group(loops)
                .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .childOption(ChannelOption.SO_SNDBUF, 2 * RESPONSE)
                .childHandler(new EarlyServer())
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel()
                .localAddress();
        Socket client = new Socket();
        client.setReceiveBufferSize(RECEIVE_BUFFER);
        client.setSoTimeout(PATIENCE);
        client.connect(server);
        return client;
    }

    private boolean hasEnded() throws InterruptedException {
        Channel connection = requireNonNull(accepted.poll(PATIENCE, TimeUnit.MILLISECONDS));
        return connection.closeFuture().await(PATIENCE, TimeUnit.MILLISECONDS);
    }

    /** Sends until that is sent, or the server takes no more. */
    private static void upload(Socket client, int pieces) {
        try {
            for (int i = 0; i < pieces; i++) {
                client.getOutputStream().write(new byte[10_000]);
            }
        } catch (IOException ended) {
            // What has been received tells how.
        }
    }

    private static int received(Socket client) throws IOException {
        InputStream in = client.getInputStream();
        int count = 0;
        try {
            for (int next = in.read(); next >= 0; next = in.read()) {
                count += 1 + (int) in.skip(in.available());
            }
        } catch (IOException reset) {
            throw new IOException("after " + count + " octets", reset);
        }
        return count;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatReadsWhenItHasSentAllReceivesTheResponse(boolean epoll) throws Exception {
        try (Socket client = connect(epoll)) {
            upload(client, 50);
            assertThat(received(client)).isEqualTo(RESPONSE);
        }
        assertThat(hasEnded()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatSendsWithoutEndReceivesTheResponse(boolean epoll) throws Exception {
        CompletableFuture<Void> upload;
        try (Socket client = connect(epoll)) {
            upload = CompletableFuture.runAsync(() -> upload(client, Integer.MAX_VALUE));
            assertThat(received(client)).isEqualTo(RESPONSE);
        }
        upload.get(PATIENCE, TimeUnit.MILLISECONDS);
    }
}

package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An origin that limits the streams that its clients reset as Netty does by default. */
class Http2OriginResetTest {

    private static final int CANCELLED = 300;

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final SslContext context = Http2Fixture.originContext();
    private final OriginClientFixture client =
            new OriginClientFixture(OriginTransport.NIO, OriginClientFixture.POOL, Http2Fixture::clientContext);
    private final Channel server = new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel channel) {
                    connections.incrementAndGet();
                    channel.pipeline()
                            .addLast(context.newHandler(channel.alloc()))
                            .addLast(Http2FrameCodecBuilder.forServer().build())
                            .addLast(new Http2MultiplexHandler(new ChannelInitializer<Channel>() {
                                @Override
                                protected void initChannel(Channel stream) {
                                    stream.pipeline().addLast(new Stream());
                                }
                            }));
                }
            })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();

    @AfterEach
    void stop() {
        client.close();
        server.close().syncUninterruptibly();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** Answers requests with content after its end, and no others. */
    private final class Stream extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof Http2HeadersFrame) {
                asked.incrementAndGet();
            } else if (message instanceof Http2DataFrame data && data.isEndStream()) {
                ctx.writeAndFlush(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("200"), true));
            }
            ReferenceCountUtil.release(message);
        }
    }

    private ResponseRecorder ask(String method, long content) {
        int port = ((InetSocketAddress) server.localAddress()).getPort();
        int before = asked.get();
        ResponseRecorder request = client.ask(new OriginRequest(
                new OriginAddress(true, "origin.test", port), method, "/", HeaderFields.EMPTY, content, false));
        client.await(() -> asked.get() > before);
        return request;
    }

    @Test
    void completesRequestDespiteManyCancelledRequests() throws IOException {
        ResponseRecorder slow = ask("POST", OriginRequest.CHUNKED);
        for (int i = 0; i < CANCELLED; i++) {
            ResponseRecorder cancelled = ask("GET", OriginRequest.NO_CONTENT);
            cancelled.on(() -> cancelled.call().cancel());
        }
        slow.on(() -> slow.call().sendLast(HeaderFields.EMPTY));
        assertThat(slow.last()).isEqualTo("end ");
        assertThat(connections).hasValueLessThanOrEqualTo(1 + CANCELLED / StreamContext.MAX_RESETS);
        client.await(() -> client.client().openConnections() == client.client().idleConnections());
    }
}

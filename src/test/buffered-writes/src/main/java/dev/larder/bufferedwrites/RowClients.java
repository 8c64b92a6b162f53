package dev.larder.bufferedwrites;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * Many clients, each of which sends a row, waits for the answer, and sends the next one, over a connection that it keeps. One
 * thread serves them all: what they take of the processors is not the gateway's.
 */
final class RowClients implements RowLoad, AutoCloseable {

    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final int count;
    private final URI url;

    /** @param count how many clients */
    RowClients(String url, int count) {
        this.url = URI.create(url);
        this.count = count;
    }

    @Override
    public LoadLatency send(String table, List<String> rows) throws InterruptedException {
        var rest = new RemainingRows("/" + table, url.getAuthority(), rows);
        for (int i = 0; i < Math.min(count, rows.size()); i++) {
            connect(rest);
        }
        try {
            return rest.sent().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private void connect(RemainingRows rest) {
        new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HttpClientCodec(), new RowClient(rest));
                    }
                })
                .connect(url.getHost(), url.getPort())
                .addListener(connected -> {
                    if (!connected.isSuccess()) {
                        rest.failed(connected.cause());
                    }
                });
    }

    @Override
    public void close() {
        loop.shutdownGracefully();
    }
}

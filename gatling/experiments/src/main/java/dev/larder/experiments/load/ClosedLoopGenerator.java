package dev.larder.experiments.load;

import dev.larder.experiments.traffic.ExpectedVersions;
import dev.larder.experiments.traffic.ExperimentRequest;
import dev.larder.experiments.traffic.ExperimentResponse;
import dev.larder.experiments.traffic.RequestStatistics;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Clients that ask, wait for the answer, and ask again: one thread for all of them, so that what it sees is in one order and
 * its own work is small beside what it measures.
 */
public final class ClosedLoopGenerator implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 300;

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
            1, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());

    /**
     * What to do.
     *
     * @param ports on loopback, which clients are given in turn
     * @param clients at once, a connection each
     * @param calls all of them; asked for by one thread
     * @param versions what readers must see
     */
    public record Order(
            List<Integer> ports, int clients, Iterator<ExperimentRequest> calls, ExpectedVersions versions) {}

    /** Is told of each answer, in their order, by one thread. */
    @FunctionalInterface
    public interface Listener {
        /** An answer has come whole, so many nanoseconds after its call. */
        void answered(ExperimentRequest call, ExperimentResponse answer, long nanos, boolean stale);
    }

    /** Does all calls and counts them. */
    public RequestStatistics run(Order order) throws IOException, InterruptedException {
        var tally = new RequestStatistics();
        run(order, tally::add);
        return tally;
    }

    /** Does all calls and tells of each. */
    public void run(Order order, Listener listener) throws IOException, InterruptedException {
        var round = new ClosedLoopRun(order, listener);
        var opened = new ArrayList<Channel>();
        try {
            for (var client = 0; client < order.clients(); client++) {
                var port = order.ports().get(client % order.ports().size());
                opened.add(connect(round, port));
            }
            group.next().execute(round::start);
            await(round.done());
        } finally {
            opened.forEach(Channel::close);
        }
    }

    private Channel connect(ClosedLoopRun round, int port) throws InterruptedException {
        return new Bootstrap()
                .group(group)
                .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HttpClientCodec(), new ClosedLoopClient(round));
                    }
                })
                .connect(InetAddress.getLoopbackAddress(), port)
                .sync()
                .channel();
    }

    private static void await(CompletableFuture<Void> done) throws IOException, InterruptedException {
        try {
            done.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException("the load generator failed", e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("no end after " + PATIENCE_SECONDS + " s of load", e);
        }
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}

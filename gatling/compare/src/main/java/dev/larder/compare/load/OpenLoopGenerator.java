package dev.larder.compare.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A fixed rate of requests, whatever the answers do. A request whose moment has come while all connections are busy waits,
 * and its latency counts from that moment on: nothing is left out (no coordinated omission). One thread.
 */
public final class OpenLoopGenerator {

    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int DIGITS = 3;
    private static final double WARM_UP_SECONDS = 3;

    private final Histogram latencies = new Histogram(60 * NANOS, DIGITS);
    private final CompletableFuture<FixedRateResult> outcome = new CompletableFuture<>();
    private final Queue<OpenLoopConnection> idle = new ArrayDeque<>();
    private final Order order;
    private final EventLoop loop;
    private boolean started;
    private long begin;
    private long sent;
    private long answered;
    private long errors;

    private OpenLoopGenerator(Order order, EventLoop loop) {
        this.order = order;
        this.loop = loop;
    }

    /**
     * What to send.
     *
     * @param port on loopback
     * @param path of the one URL; if it ends with a slash, a number follows that is another for each request
     * @param rate requests per second
     * @param connections kept open
     * @param seconds how long requests become due
     * @param authorization what requests say in that field, or nothing
     */
    public record Order(int port, String path, double rate, int connections, double seconds, String authorization) {

        private Order warmUp() {
            var paths = path.endsWith("/") ? path + "warm-up/" : path;
            return new Order(port, paths, rate, connections, WARM_UP_SECONDS, authorization);
        }

        private String path(long number) {
            return path.endsWith("/") ? path + number : path;
        }
    }

    /** Arguments: port, path, rate, connections, seconds, authorization. Prints one line that {@link FixedRateResult#parse} reads, after a warm-up. */
    public static void main(String[] args) throws InterruptedException {
        var order = new Order(
                Integer.parseInt(args[0]),
                args[1],
                Double.parseDouble(args[2]),
                Integer.parseInt(args[3]),
                Double.parseDouble(args[4]),
                args[5]);
        run(order.warmUp());
        System.out.println(run(order).line());
    }

    /** Sends, and waits for the last answer or ten seconds. */
    public static FixedRateResult run(Order order) throws InterruptedException {
        var group = new MultiThreadIoEventLoopGroup(
                1, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        try {
            var run = new OpenLoopGenerator(order, group.next());
            run.connect(group);
            run.loop.execute(run::start);
            return run.outcome.join();
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    private void connect(EventLoopGroup group) throws InterruptedException {
        var bootstrap = new Bootstrap()
                .group(group)
                .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        new HttpClientCodec(),
                                        new OpenLoopConnection(OpenLoopGenerator.this, order.authorization()));
                    }
                });
        for (var opened = 0; opened < order.connections(); opened++) {
            bootstrap.connect(InetAddress.getLoopbackAddress(), order.port()).sync();
        }
    }

    private void start() {
        begin = System.nanoTime();
        started = true;
        tick();
    }

    /** Sends what is due and comes again at the next moment; a late answer sends too, see {@link #answered}. */
    private void tick() {
        sendWhatIsDue();
        var now = System.nanoTime();
        if (answered + errors >= total() || now > begin + (order.seconds() + 10) * NANOS) {
            outcome.complete(FixedRateResult.of(latencies, errors + (total() - answered - errors)));
            return;
        }
        var next = sent < total() && !idle.isEmpty() ? due(sent) - now : PATIENCE_NANOS;
        loop.schedule(this::tick, Math.min(next, PATIENCE_NANOS), TimeUnit.NANOSECONDS);
    }

    private void sendWhatIsDue() {
        var now = System.nanoTime();
        while (started && sent < total() && due(sent) <= now && !idle.isEmpty()) {
            idle.remove().send(order.path(sent), due(sent));
            sent++;
        }
    }

    private long total() {
        return (long) (order.rate() * order.seconds());
    }

    private long due(long number) {
        return begin + (long) (number / order.rate() * NANOS);
    }

    void ready(OpenLoopConnection connection) {
        idle.add(connection);
    }

    void answered(OpenLoopConnection connection, long due, boolean good) {
        if (good) {
            answered++;
            latencies.recordValue(Math.min(System.nanoTime() - due, latencies.getHighestTrackableValue()));
        } else {
            errors++;
        }
        idle.add(connection);
        sendWhatIsDue();
    }

    void lost(OpenLoopConnection connection, boolean waiting) {
        idle.remove(connection);
        if (waiting) {
            errors++;
        }
    }
}

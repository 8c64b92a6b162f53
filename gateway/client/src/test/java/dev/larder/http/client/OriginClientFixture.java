package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A client of origins on some event loops, two if nothing else is said, with a clock that the test moves and an allocator that knows what has not been
 * released. Names that end in {@code .test} are those of the loopback interface; no other name exists.
 */
final class OriginClientFixture implements AutoCloseable {

    static final OriginClientSettings.Pool POOL =
            new OriginClientSettings.Pool(10, 10, 10, Duration.ofSeconds(5), Duration.ZERO, Duration.ZERO);

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    private final AtomicLong clock = new AtomicLong();
    private final EventLoopGroup loops;
    private final List<EventLoop> each;
    private final OriginClient client;

    OriginClientFixture(OriginTransport transport) {
        this(transport, POOL);
    }

    OriginClientFixture(OriginTransport transport, OriginClientSettings.Pool pool) {
        this(transport, pool, 2);
    }

    OriginClientFixture(OriginTransport transport, OriginClientSettings.Pool pool, int eventLoops) {
        this(
                transport,
                pool,
                () -> {
                    throw new IllegalStateException("no TLS");
                },
                eventLoops);
    }

    OriginClientFixture(OriginTransport transport, OriginClientSettings.Pool pool, Supplier<SslContext> tls) {
        this(transport, pool, tls, 2);
    }

    OriginClientFixture(
            OriginTransport transport, OriginClientSettings.Pool pool, Supplier<SslContext> tls, int eventLoops) {
        assumeTrue(transport != OriginTransport.EPOLL || Epoll.isAvailable(), "epoll is available");
        loops = new MultiThreadIoEventLoopGroup(
                eventLoops,
                transport == OriginTransport.EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        each = Stream.generate(() -> (EventLoop) loops.next()).limit(eventLoops).toList();
        client = new OriginClient(
                new OriginClientSettings(TIMEOUT, TIMEOUT, TIMEOUT, 4096, 8192, pool),
                new OriginTls(tls, TIMEOUT, TIMEOUT),
                clock::get,
                new TestResolvers(),
                allocator);
    }

    OriginClient client() {
        return client;
    }

    UnpooledByteBufAllocator allocator() {
        return allocator;
    }

    EventLoop loop(int index) {
        return each.get(index);
    }

    void advance(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    /** Octets that are not released. */
    long used() {
        return allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory();
    }

    /** Waits for a condition that an event loop brings about. */
    void await(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - start).as("patience").isLessThan(PATIENCE);
            each.forEach(loop -> loop.submit(() -> {}).syncUninterruptibly());
            LockSupport.parkNanos(PAUSE);
        }
    }

    ResponseRecorder get(OriginAddress origin) {
        return get(0, origin);
    }

    ResponseRecorder get(int loop, OriginAddress origin) {
        return ask(loop, request("GET", origin));
    }

    static OriginRequest request(String method, OriginAddress origin) {
        return new OriginRequest(origin, method, "/", HeaderFields.of("Host", "a.test"), 0, true);
    }

    ResponseRecorder ask(OriginRequest request) {
        return ask(0, request);
    }

    ResponseRecorder ask(int loop, OriginRequest request) {
        return ask(loop, request, new ResponseRecorder(loop(loop)));
    }

    ResponseRecorder ask(int loop, OriginRequest request, ResponseRecorder recorder) {
        return ask(loop, request, new Object(), recorder);
    }

    /** Makes a request in the name of an owner. */
    ResponseRecorder ask(int loop, OriginRequest request, Object owner, ResponseRecorder recorder) {
        recorder.on(() -> recorder.asked(client.ask(loop(loop), request, owner, recorder)));
        return recorder;
    }

    @Override
    public void close() {
        client.close();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        assertThat(used()).as("octets that are not released").isZero();
    }

    private static final class TestResolvers extends AddressResolverGroup<InetSocketAddress> {

        @Override
        protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
            return new InetNameResolver(executor) {
                @Override
                protected void doResolve(String name, Promise<InetAddress> promise) {
                    if (name.endsWith(".test")) {
                        promise.setSuccess(InetAddress.getLoopbackAddress());
                    } else {
                        promise.setFailure(new UnknownHostException(name));
                    }
                }

                @Override
                protected void doResolveAll(String name, Promise<List<InetAddress>> promise) {
                    if (name.endsWith(".test")) {
                        promise.setSuccess(List.of(InetAddress.getLoopbackAddress()));
                    } else {
                        promise.setFailure(new UnknownHostException(name));
                    }
                }
            }.asAddressResolver();
        }
    }
}

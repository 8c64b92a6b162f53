package dev.larder.http.client;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.resolver.AddressResolverGroup;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/**
 * Client of origins by HTTP/1.1 (RFC 9112), and by HTTP/2 (RFC 9113) to those that select it if its TLS context offers it. It is
 * used on the event loop of a client's connection: request and response stay on that loop, so that forwarding crosses no thread.
 * Connections are kept for each loop and origin ({@link OriginConnectionPool}); their maximum counts those of all loops.
 *
 * <p>The client never asks for an upgrade, and follows no redirect. It reads responses as strictly as {@link
 * dev.larder.http.OriginDecoder}: a malformed or truncated response fails, and octets that answer no request close their
 * connection (RFC 9112 6.3, 8).
 */
public final class OriginClient implements AutoCloseable {

    private final OriginConnector connector;
    private final PoolRegistry registry;
    private final LongSupplier clock;
    private final Map<EventLoop, LoopConnections> loops = new ConcurrentHashMap<>();

    /**
     * Creates a client that resolves the names of origins by DNS.
     *
     * @param clock nanoseconds of a clock that never goes back
     */
    public OriginClient(OriginClientSettings settings, OriginTls tls, LongSupplier clock) {
        this(settings, tls, clock, new LoopAddressResolvers());
    }

    /**
     * Creates a client.
     *
     * @param clock nanoseconds of a clock that never goes back
     * @param resolvers resolve the names of origins; closed with this client
     */
    public OriginClient(
            OriginClientSettings settings,
            OriginTls tls,
            LongSupplier clock,
            AddressResolverGroup<InetSocketAddress> resolvers) {
        this(settings, tls, clock, resolvers, ByteBufAllocator.DEFAULT);
    }

    OriginClient(
            OriginClientSettings settings,
            OriginTls tls,
            LongSupplier clock,
            AddressResolverGroup<InetSocketAddress> resolvers,
            ByteBufAllocator allocator) {
        this.connector = new OriginConnector(settings, tls, resolvers, allocator);
        this.registry = new PoolRegistry(settings, connector, clock);
        this.clock = clock;
    }

    /** Returns whether requests can be sent on this event loop: those of NIO and epoll can. */
    public static boolean supports(EventLoop loop) {
        return OriginTransport.find(loop).isPresent();
    }

    /** Returns whether this client can send requests on the event loop of a channel. */
    public boolean canRunOn(Channel channel) {
        if (!channel.isRegistered()) {
            return false;
        }
        EventLoop loop = channel.eventLoop();
        return loops.containsKey(loop) || supports(loop);
    }

    /**
     * Sends a request to its origin: at once on a free connection, otherwise on a new one, or on the next that becomes free.
     *
     * @param loop event loop of the request; it must be the current thread's
     * @param owner in whose name connections are taken: the address of a client, or {@link OriginShares#GATEWAY}
     * @param listener receives the response, or exactly one failure, unless the call is cancelled before
     * @return the call, for the content of the request and for the flow of the response
     * @throws IllegalStateException if another thread calls
     */
    public OriginCall ask(EventLoop loop, OriginRequest request, Object owner, OriginResponseListener listener) {
        if (!loop.inEventLoop()) {
            throw new IllegalStateException("A request must be sent on its event loop.");
        }
        return connections(loop).ask(request, owner, listener);
    }

    private LoopConnections connections(EventLoop loop) {
        LoopConnections known = loops.get(loop);
        return known == null
                ? loops.computeIfAbsent(loop, added -> new LoopConnections(added, registry, clock))
                : known;
    }

    /** Returns the number of connections that are open or being opened. */
    public int openConnections() {
        return registry.sum(OriginConnectionLimit::openConnections);
    }

    /** Returns the number of connections that carry no request. */
    public int idleConnections() {
        return registry.sum(OriginConnectionLimit::idleConnections);
    }

    /** Returns the number of requests that wait for a connection because no more may be opened. */
    public int waitingRequests() {
        return registry.sum(OriginConnectionLimit::waitingRequests);
    }

    /** Closes all connections. All requests fail; none may be sent after this. */
    @Override
    public void close() {
        registry.close();
        loops.forEach((loop, connections) -> {
            try {
                loop.execute(connections::close);
            } catch (RejectedExecutionException ended) {
                // The loop has closed its channels.
            }
        });
        connector.close();
    }
}

package dev.larder.gateway.connection;

import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.exchange.ComparisonFetch;
import dev.larder.gateway.exchange.ExchangeContext;
import dev.larder.gateway.exchange.ExchangeHooks;
import dev.larder.gateway.exchange.ExchangeServices;
import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.exchange.ReadExchange;
import dev.larder.gateway.filter.CacheFilter;
import dev.larder.gateway.filter.CacheServices;
import dev.larder.gateway.filter.HitInspection;
import dev.larder.gateway.filter.HitSampler;
import dev.larder.gateway.filter.UnsafeRequestForwarder;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.store.CacheKeys;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.gateway.upload.UploadContent;
import dev.larder.gateway.upload.UploadReceiver;
import dev.larder.gateway.write.WriteExchange;
import dev.larder.gateway.write.WriteLifecycle;
import dev.larder.http.client.OriginClient;
import dev.larder.http.client.OriginRequest;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.UnsafeMethods;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;

/**
 * Prepares exchanges at client connections, for requests whose route, key and forwarded head are certain to be the same there.
 * All others go the usual way, through the server and its filters.
 */
public final class ConnectionForwarder implements ConnectionTask.Factory {

    private static final String GRPC = "application/grpc";

    /** Methods that meters know by name. */
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

    private final ConnectionRoutes routes;
    private final EarlyExchangeRecorder recorder;
    private final UnkeyedFields unkeyed;
    private final Parts parts;
    private final HitInspection inspection;
    private final ConnectionOriginFactory origins;
    private final ExchangeDrain drain = new ExchangeDrain();

    /**
     * Components of a forwarder, beside the hit path.
     *
     * @param cache services of cached routes
     * @param origins client of origins
     * @param via name of the gateway in Via; empty for none
     */
    public record Parts(ExchangeServices services, CacheServices cache, OriginClient origins, String via) {}

    ConnectionForwarder(
            ConnectionRoutes routes,
            EarlyExchangeRecorder recorder,
            UnkeyedFields unkeyed,
            Parts parts,
            ListableBeanFactory beans) {
        this.routes = routes;
        this.recorder = recorder;
        this.unkeyed = unkeyed;
        this.parts = parts;
        this.inspection = new HitInspection(parts.cache().extensions().inspector());
        this.origins = ConnectionOriginFactory.of(parts.origins(), parts.via(), beans);
    }

    /** Returns why it is not known what Gateway's HTTP client does, as a sentence; empty if it is. */
    public static Optional<String> clientObstacle(ListableBeanFactory beans) {
        return ForwardingAssessment.client(beans);
    }

    @Override
    public @Nullable ConnectionTask prepare(
            HttpRequest request,
            ByteBuf content,
            @Nullable ConnectionContent arriving,
            ChannelHandlerContext client,
            ServerListener listener,
            ConnectionTask.Completion completion) {
        long start = recorder.nanos();
        HeadOnlyWebExchange asked = asked(request, arriving == null ? Flux.empty() : arriving, client, listener);
        ConnectionRouter.Routed routed = asked == null ? null : routes.route(asked);
        if (asked == null || routed == null || !origins.canReachOrigin(routed.exchange())) {
            return null;
        }
        boolean drawn = inspection.isActive() && HitSampler.isDrawn(client.channel(), request.headers());
        var reached = new RequestingClient(
                client,
                routed.meters(),
                routed.responseFilters(),
                start,
                drawn,
                arriving != null,
                RequestingClient.isRelayed(request.headers()),
                completion);
        CacheFilter cache = routed.cache();
        ConnectionTask prepared = cache == null
                ? uncached(request, routed, content, reached)
                : cached(asked, cache.describe(routed.exchange()), content, reached);
        return prepared != null && drain.begin() ? prepared : null;
    }

    private @Nullable ConnectionTask cached(
            HeadOnlyWebExchange asked, @Nullable Described described, ByteBuf content, RequestingClient client) {
        if (described == null || !isForwardedHere(described)) {
            return null;
        }
        return RequestTarget.isGetOrHead(described.request().head().method())
                ? read(asked, described, client)
                : write(described, content, client);
    }

    private static boolean isForwardedHere(Described described) {
        String method = described.request().head().method();
        boolean allowed = RequestTarget.isGetOrHead(method)
                ? described.obstacle().isEmpty()
                : described.obstacle().equals(Optional.of(Reason.METHOD)) && UnsafeMethods.isUnsafe(method);
        return allowed && !described.request().rule().handling().dryRun();
    }

    /**
     * Gateway announces content in chunks for requests that may have content but announce none. It forwards the fields by which
     * Netty's codec describes a stream.
     */
    private @Nullable ConnectionTask uncached(
            HttpRequest request, ConnectionRouter.Routed routed, ByteBuf content, RequestingClient client) {
        String method = request.method().name();
        boolean announces = OriginRequest.isUsuallyWithoutContent(method)
                || request.headers().contains(HttpHeaderNames.CONTENT_LENGTH)
                || client.contentArrives();
        URI url = routed.exchange().getRequiredAttribute(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR);
        if (!announces || url.getHost() == null || client.isStream()) {
            return null;
        }
        OriginPort origin = origins.uncached(routed.exchange(), client.asking());
        if (origin == null) {
            return null;
        }
        var exchange = new UncachedExchange(
                origin,
                client(method, head -> head, () -> false, client),
                MessageHeadConverter.request(routed.exchange().getRequest(), URI.create(url.toASCIIString())),
                content,
                recorder::nanos,
                client.completion()::fail);
        ExchangeLoop loop = client.loop();
        return upload(routed.exchange(), client, exchange, read -> exchange.begin(read, loop), exchange::refuse);
    }

    private ConnectionTask upload(
            ServerWebExchange exchange,
            RequestingClient client,
            ConnectionTask received,
            Consumer<UploadContent> beginning,
            Consumer<Throwable> refusal) {
        UploadReceiver uploads = parts.cache().writes().uploads();
        return client.contentArrives()
                ? new UploadExchange(uploads, exchange, client.loop(), received, beginning, refusal)
                : received;
    }

    private @Nullable ConnectionTask read(HeadOnlyWebExchange asked, Described described, RequestingClient client) {
        OriginPort origin = origins.cached(described.exchange(), client.asking());
        ExchangeLoop loop = client.loop();
        ExchangeRequest request = described.request();
        var hooks = new ConnectionHooks(
                routes,
                inspection,
                parts.services(),
                asked,
                request,
                client.drawn(),
                ComparisonFetch.read(parts.services(), request, origin, loop));
        ExchangeContext context =
                ExchangeContext.of(parts.services(), request, origin, loop, hooks, memory(described.exchange()));
        return ConnectionTask.of(new ReadExchange(context, client(context, client)));
    }

    private @Nullable ConnectionTask write(Described described, ByteBuf content, RequestingClient client) {
        ExchangeRequest request = described.request();
        boolean takenOver = parts.cache().takeover(request).isPresent();
        UnsafeRequestForwarder writes = parts.cache().writes();
        if (takenOver || writes.pendingBefore(request.resourceTags()).isPresent() || mayBeStoredBeyondHeap(request)) {
            return null;
        }
        OriginPort origin = origins.cached(described.exchange(), client.asking());
        ExchangeContext context = ExchangeContext.of(
                parts.services(), request, origin, client.loop(), ExchangeHooks.NONE, memory(described.exchange()));
        var write = new WriteExchange(
                context,
                client(context, client),
                writes.fence(described),
                WriteLifecycle.ResponseStamp.isOfPlainKey(request),
                content.isReadable() ? content : null);
        return upload(described.exchange(), client, ConnectionTask.of(write), write::begin, write::refuse);
    }

    private ContentMemory memory(ServerWebExchange exchange) {
        return parts.services().limits().memory().of(exchange.getRequest());
    }

    /** Writes record responses in the heap only. */
    private boolean mayBeStoredBeyondHeap(ExchangeRequest request) {
        return request.head().method().equals("POST")
                && parts.services().limits().beyondHeap(request.rule()).isPresent();
    }

    private ConnectionClient client(ExchangeContext context, RequestingClient client) {
        return client(context.request().head().method(), context::reported, context.report()::isHit, client);
    }

    private ConnectionClient client(
            String method, UnaryOperator<ResponseHead> reported, BooleanSupplier hit, RequestingClient client) {
        ConnectionClient.Heads sent = (head, failed) -> {
            recorder.exchanged(hit.getAsBoolean());
            return reported.apply(failed ? head : client.responseFilters().applyTo(head));
        };
        return new ConnectionClient(client.connection(), sent, client::hints, new Timed(method, client));
    }

    /** Times requests by the meters of their route, and tells that they are complete. */
    private final class Timed implements ConnectionClient.Ended {

        private final String method;
        private final RequestingClient client;

        Timed(String method, RequestingClient client) {
            this.method = method;
            this.client = client;
        }

        @Override
        public void complete(int status, boolean last) {
            try {
                recorder.time(client.meters().ofAll(method, status), client.start());
            } finally {
                client.completion().complete(last);
            }
        }

        @Override
        public void incomplete(int status, String error) {
            recorder.time(client.meters().ofIncomplete(method, status, error), client.start());
        }
    }

    /** Carries out no more exchanges; calls back when none is under way. */
    void drain(Runnable drained) {
        drain.drain(drained);
    }

    @Override
    public void release() {
        drain.end();
    }

    @Override
    public boolean isPlain(HttpRequest request) {
        HttpHeaders headers = request.headers();
        return !drain.isDraining()
                && routes.mayAnswer(HitLevel.CONNECTION)
                && METHODS.contains(request.method().name())
                && request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && request.uri().startsWith("/")
                && !headers.contains(HttpHeaderNames.UPGRADE)
                && !headers.contains(HttpHeaderNames.EXPECT)
                && !isCall(headers)
                && RequestContentPolicy.isPlain(request);
    }

    /** Gateway's filters of header fields treat gRPC in ways of their own. */
    private static boolean isCall(HttpHeaders headers) {
        String type = headers.get(HttpHeaderNames.CONTENT_TYPE);
        return type != null && type.regionMatches(true, 0, GRPC, 0, GRPC.length());
    }

    private @Nullable HeadOnlyWebExchange asked(
            HttpRequest request, Flux<DataBuffer> content, ChannelHandlerContext client, ServerListener listener) {
        String host = request.headers().get(HttpHeaderNames.HOST);
        if (host == null
                || host.isEmpty()
                || !host.equals(CacheKeys.normalised(host, listener.scheme()))
                || !(client.channel().localAddress() instanceof InetSocketAddress server)) {
            return null;
        }
        URI uri = URI.create(listener.scheme() + "://" + host + request.uri());
        InetSocketAddress peer = client.channel().remoteAddress() instanceof InetSocketAddress known ? known : null;
        var asked = new HeadOnlyWebExchange(new HeadOnlyRequest(request, uri, server, peer, content));
        if (routes.isTakenBefore(asked)) {
            return null;
        }
        new RequestTarget(
                        listener.port(),
                        listener.scheme(),
                        request.method().name(),
                        host,
                        RequestTarget.target(request.uri(), unkeyed.forwardedBy(peer, request.headers())))
                .note(asked);
        return asked;
    }
}

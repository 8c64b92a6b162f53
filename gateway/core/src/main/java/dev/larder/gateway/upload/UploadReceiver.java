package dev.larder.gateway.upload;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CACHED_SERVER_HTTP_REQUEST_DECORATOR_ATTR;

import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.ClientRequest;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.message.ReplacedExchange;
import dev.larder.gateway.message.UploadException;
import dev.larder.http.ClientConnection;
import dev.larder.http.ClientShares;
import dev.larder.rfc9111.Incremental;
import io.netty.buffer.ByteBufAllocator;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.util.context.Context;

/**
 * Receives request content. Small content is read before the request is processed, so that a slow client holds nothing but its
 * own connection. Larger content, or content that pauses, is streamed; the number of such uploads is limited, so that connections
 * to the origins remain for other requests.
 */
public final class UploadReceiver {

    private static final Logger log = LoggerFactory.getLogger(UploadReceiver.class);

    /** Octets that are read before the request is processed. */
    public static final int READ_AHEAD = 64 * 1024;

    /** Marks an exchange whose content was taken by the current attempt. */
    private static final String TAKEN = UploadReceiver.class.getName() + ".taken";

    private static final String CONTENT = UploadContent.class.getName();
    private static final String CALL = "application/grpc";
    private static final NettyDataBufferFactory BUFFERS = new NettyDataBufferFactory(ByteBufAllocator.DEFAULT);

    /** RFC 10036 4.2. */
    private static final GatewayProblem TOO_MANY_INCREMENTAL = new GatewayProblem(
            HttpStatus.TOO_MANY_REQUESTS,
            GatewayProblem.TOO_MANY_UPLOADS.detail(),
            Optional.of("connection_limit_reached"));

    private final MinimumUploadRate pace;
    private final ClientShares memory;
    private final ClientShares streams;
    private final ClientShares paused;
    private final ClientAddresses clients;

    /**
     * Creates an instance without uploads.
     *
     * @param pace limits how slowly content may arrive
     * @param memory shares of octets that are read ahead
     * @param streams shares of uploads that are streamed
     * @param clients tells whose share a request counts against
     */
    public UploadReceiver(MinimumUploadRate pace, ClientShares memory, ClientShares streams, ClientAddresses clients) {
        this.pace = pace;
        this.memory = memory;
        this.streams = streams;
        this.paused = streams.half();
        this.clients = clients;
    }

    /**
     * Creates separate limits for uploads that are kept until they are acknowledged.
     *
     * @param uploads maximum number of uploads
     * @param octets maximum number of their octets
     */
    public UnfinishedUploads unfinished(ClientShares uploads, ClientShares octets) {
        return new UnfinishedUploads(uploads, octets, clients);
    }

    /** Returns in whose name a request is received; all clients that are not known are one. */
    public Object owner(ServerHttpRequest request) {
        return clients.owner(request);
    }

    /** Returns the URIs that a request asks for ({@link ClientAddresses#asked}). */
    public List<URI> asked(ServerHttpRequest request) {
        return clients.asked(request);
    }

    /** Returns the exchange with request content that must not arrive too slowly. */
    public ServerWebExchange paced(ServerWebExchange exchange) {
        ServerHttpRequest received = exchange.getRequest();
        if (!hasContent(received)) {
            return exchange;
        }
        return CacheKeyContent.replaced(exchange, () -> pace.bound(received.getBody()));
    }

    /**
     * Reads ahead and goes on with an exchange that has the content; fails if the content does not arrive or exceeds the limits.
     * Content that an earlier filter or the cache has read, or that is kept in memory for further attempts, is used as filters have
     * left it.
     * Content read for an earlier attempt is available to the next.
     */
    public Mono<Void> read(ServerWebExchange exchange, Function<ServerWebExchange, Mono<Void>> then) {
        if (!hasContent(exchange.getRequest())
                || RepeatableContent.isIn(exchange)
                || CacheKeyContent.isIn(exchange)
                || exchange.getAttributes().containsKey(TAKEN)) {
            return then.apply(exchange);
        }
        Runnable over = () -> exchange.getAttributes().remove(TAKEN);
        return Mono.defer(() -> {
                    exchange.getAttributes().put(TAKEN, true);
                    return attempt(exchange, then);
                })
                .doOnTerminate(over)
                .doOnCancel(over);
    }

    private Mono<Void> attempt(ServerWebExchange exchange, Function<ServerWebExchange, Mono<Void>> then) {
        return of(exchange)
                .map(before -> then.apply(in(exchange, before)))
                .orElseGet(() -> receive(
                        exchange,
                        action -> ClientConnection.serve(received(exchange), action),
                        content -> then.apply(in(exchange, content))));
    }

    /**
     * Reads ahead and goes on with the content, whole or to be streamed; fails as {@link #read}. Its shares are kept until what goes
     * on ends, or is cancelled.
     *
     * @param thread runs an action on the client's thread
     */
    public Mono<Void> receive(
            ServerWebExchange exchange, Consumer<Runnable> thread, Function<UploadContent, Mono<Void>> then) {
        var share = new Share(exchange, thread);
        Mono<Void> sent = content(paced(exchange), share)
                .flatMap(content ->
                        content.isWhole() || share.tryAcquireStream() ? then.apply(content) : share.refuse());
        return ClientRequest.whenOver(sent, share::answered).contextWrite(UploadReceiver::withoutFaults);
    }

    /** Goes on with an exchange whose content is in memory and can be read repeatedly; fails if there is no room. */
    public Mono<Void> keep(ServerWebExchange exchange, Function<ServerWebExchange, Mono<Void>> then) {
        if (RepeatableContent.isIn(exchange)) {
            return then.apply(exchange);
        }
        if (isIncremental(exchange.getRequest())) {
            return Mono.error(GatewayProblem.INCREMENTAL_REFUSED.toUploadException());
        }
        return Mono.defer(() -> new RepeatableContent(memory, clients.of(exchange.getRequest()))
                        .within(paced(unread(exchange)), then))
                .contextWrite(UploadReceiver::withoutFaults);
    }

    /** Restores content that a predicate of the route has read, which Spring Cloud Gateway keeps for it. */
    private static ServerWebExchange unread(ServerWebExchange exchange) {
        return exchange.getAttributes().remove(CACHED_SERVER_HTTP_REQUEST_DECORATOR_ATTR)
                        instanceof ServerHttpRequest read
                ? new ReplacedExchange(exchange, read, exchange.getResponse())
                : exchange;
    }

    /** Returns the content that is sent as it arrives; empty if all of it has been received. */
    public static Optional<UploadContent> streamed(ServerWebExchange exchange) {
        return of(exchange).filter(content -> !RepeatableContent.isIn(exchange) && !content.isWhole());
    }

    /** Returns the content that was read for this exchange; empty if none was. */
    private static Optional<UploadContent> of(ServerWebExchange exchange) {
        return Optional.ofNullable(exchange.getAttribute(CONTENT));
    }

    /** Returns the exchange with a request that has this content. */
    static ServerWebExchange in(ServerWebExchange exchange, UploadContent content) {
        exchange.getAttributes().put(CONTENT, content);
        DataBufferFactory used = exchange.getResponse().bufferFactory();
        NettyDataBufferFactory buffers = used instanceof NettyDataBufferFactory netty ? netty : BUFFERS;
        return CacheKeyContent.replaced(
                exchange, () -> Flux.from(content).map(piece -> (DataBuffer) buffers.wrap(piece)));
    }

    /** Feeds content with the body of a request. */
    private record BodyReader(UploadContent content) implements CoreSubscriber<DataBuffer> {

        @Override
        public void onSubscribe(Subscription subscription) {
            content.onSubscribe(subscription);
        }

        @Override
        public void onNext(DataBuffer piece) {
            content.onNext(NettyDataBufferFactory.toByteBuf(piece));
        }

        @Override
        public void onComplete() {
            content.onComplete();
        }

        @Override
        public void onError(Throwable error) {
            content.onError(error);
        }
    }

    /** Returns a context that does not log a client's abort after the end of its request: it is no fault. */
    private static Context withoutFaults(Context context) {
        return context.put(MinimumUploadRate.WHEN_DROPPED, (Consumer<Throwable>) UploadReceiver::dropped);
    }

    private static void dropped(Throwable error) {
        if (!(Exceptions.unwrap(error) instanceof UploadException)) {
            log.error("An error occurred after the end of its request.", error);
        }
    }

    private static Object received(ServerWebExchange exchange) {
        return ClientRequest.of(exchange);
    }

    private Mono<UploadContent> content(ServerWebExchange exchange, Share share) {
        ServerHttpRequest request = exchange.getRequest();
        boolean atOnce = isAwaited(request) || (isCall(request) && share.tryAcquirePausedStream());
        int readAhead = atOnce ? 0 : share.readAhead(request);
        long announced = request.getHeaders().getContentLength();
        return Mono.fromFuture(() -> {
                    var read = new CompletableFuture<UploadContent>();
                    var content = new UploadContent(readAhead, announced, read);
                    share.content = content;
                    request.getBody().subscribe(new BodyReader(content));
                    if (announced < 0 && !read.isDone()) {
                        share.watch(content);
                    }
                    return read;
                })
                .doOnNext(read -> share.looking.dispose());
    }

    /** Returns whether a request has content: data after a handshake is not (RFC 6455 4.1: a GET with both fields). */
    public static boolean hasContent(ServerHttpRequest request) {
        HttpHeaders fields = request.getHeaders();
        boolean handshake = request.getMethod().equals(HttpMethod.GET)
                && "websocket".equalsIgnoreCase(fields.getUpgrade())
                && fields.getConnection().stream().anyMatch("upgrade"::equalsIgnoreCase);
        return !handshake && (fields.getContentLength() > 0 || fields.containsHeader(HttpHeaders.TRANSFER_ENCODING));
    }

    /** Returns whether the client waits for a response before it has sent everything (RFC 9110 10.1.1 for Expect). */
    private static boolean isAwaited(ServerHttpRequest request) {
        HttpHeaders fields = request.getHeaders();
        return fields.containsHeader(HttpHeaders.EXPECT) || isIncremental(request);
    }

    private static boolean isIncremental(ServerHttpRequest request) {
        return Incremental.isWanted(MessageHeadConverter.fields(request));
    }

    /** Returns whether this is a gRPC call, whose client may wait for a response to each message. */
    private static boolean isCall(ServerHttpRequest request) {
        String type = request.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE);
        return type != null && type.regionMatches(true, 0, CALL, 0, CALL.length());
    }

    /** The part of the shared limits that one upload has taken. */
    private final class Share {

        private final Object request;
        private final Consumer<Runnable> thread;
        private final ServerHttpResponse response;
        private final boolean incremental;
        private final ClientShares.Account account;
        private volatile Disposable looking = Disposables.disposed();
        private @Nullable UploadContent content;

        private Share(ServerWebExchange exchange, Consumer<Runnable> thread) {
            this.request = received(exchange);
            this.thread = thread;
            this.response = exchange.getResponse();
            this.incremental = isIncremental(exchange.getRequest());
            this.account = new ClientShares.Account(clients.of(exchange.getRequest()));
        }

        /** Returns how many octets may be read ahead: none if no memory is left. */
        private int readAhead(ServerHttpRequest request) {
            long announced = request.getHeaders().getContentLength();
            int wanted = announced >= 0 ? (int) Math.min(announced, READ_AHEAD) : READ_AHEAD;
            return account.take(memory, wanted) ? wanted : 0;
        }

        private boolean tryAcquireStream() {
            return account.raiseTo(streams, 1);
        }

        /** Paused uploads have a smaller limit, so that slow clients leave room for large uploads. */
        private boolean tryAcquirePausedStream() {
            boolean admitted = account.raiseTo(paused, 1) && tryAcquireStream();
            if (!admitted) {
                account.giveBack(paused);
            }
            return admitted;
        }

        /** Continues on the client's thread, not on the timer's. */
        private void watch(UploadContent reading) {
            looking = pace.everyPause(() -> thread.accept(() -> {
                if (!reading.checkProgress(this::tryAcquirePausedStream)) {
                    looking.dispose();
                }
            }));
        }

        private Mono<Void> refuse() {
            end();
            return Mono.error(
                    (incremental ? TOO_MANY_INCREMENTAL : GatewayProblem.TOO_MANY_UPLOADS).toUploadException());
        }

        /** An origin may answer, or be asked once more, before it has all content: the share lasts as long as the exchange. */
        private void answered(SignalType signal) {
            looking.dispose();
            UploadContent streamed = content;
            if (signal == SignalType.CANCEL
                    || streamed == null
                    || streamed.isOver()
                    || !ClientConnection.addTerminationListener(request, this::end)) {
                end();
                return;
            }
            streamed.whenOver(() -> {
                if (streamed.hasFailed() && (signal == SignalType.ON_COMPLETE || response.isCommitted())) {
                    ClientConnection.breakOff(request);
                }
                end();
            });
        }

        private void end() {
            if (account.close()) {
                looking.dispose();
                if (content != null) {
                    content.end();
                }
            }
        }
    }
}

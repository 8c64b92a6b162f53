package dev.larder.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerUpgradeHandler;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.Connection;
import reactor.netty.ConnectionObserver;
import reactor.netty.NettyPipeline;
import reactor.netty.http.HttpDecoderSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerConfig;

/**
 * Configures client connections. Adds {@link LargeBodyWriter}, {@link HeadDeadline}, {@link EarlyResponseHandler},
 * {@link ClientDecoder}, {@link ClientEncoder}, {@link RequestPolicyHandler}, {@link ReadResumption} and
 * {@link LingeringClose} to every HTTP/1.1 connection, {@link FrameGuard}, {@link StreamWriteTimeout} and {@link StreamGuard} to every HTTP/2 connection,
 * {@link StreamRequestPolicy} before each of its streams, {@link ResponseWriteTimeout} first to all, and closes excess
 * connections. Before the first connection it runs the
 * {@link EventLoopStarter}, and reserves a {@link SpareDescriptor} for closing them.
 */
public final class ClientConnectionCustomizer implements UnaryOperator<HttpServer> {

    private static final Logger log = LoggerFactory.getLogger(ClientConnectionCustomizer.class);

    static final String GATE = "larder.requestGate";
    private static final String CHOICE = "larder.protocolChoice";
    private static final String HANDSHAKE = "larder.handshakeEnd";
    private static final String DEADLINE = "larder.headDeadline";
    private static final String SPARE = "larder.spareDescriptor";
    private static final String PIECES = "larder.pieceWriter";
    private static final String PAUSE = "larder.responsePause";
    private static final String FRAMES = "larder.frameGuard";
    private static final String STREAM_PAUSE = "larder.streamPause";
    private static final String STREAMS = "larder.streamGuard";
    private static final String EARLY = "larder.earlyGate";
    private static final String EXCHANGES = "larder.exchanges";
    private static final String TARGET = "larder.streamTarget";
    private static final String ENCODER = "larder.responseEncoder";
    private static final String WEB_SOCKETS = "larder.webSocketFaults";
    private static final String RESUMPTION = "larder.readResumption";
    private static final String CLOSE = "larder.lingeringClose";

    /** Octets that the system accepts beyond those in transit; with 128 KB a hit of 900 KB takes a fifth more processor time. */
    private static final long UNSENT = 512 * 1024;

    private final ClientLimits limits;
    private final Optional<EarlyResponderFactory> early;
    private final int defaultRequestLine;

    /**
     * Creates a customizer.
     *
     * @param limits the limits of clients
     * @param early answers requests before they reach the server, if any does
     * @param defaultRequestLine maximum octets of a request line where the server has Reactor Netty's default
     */
    public ClientConnectionCustomizer(
            ClientLimits limits, Optional<EarlyResponderFactory> early, int defaultRequestLine) {
        this.limits = limits;
        this.early = early;
        this.defaultRequestLine = defaultRequestLine;
    }

    @Override
    public HttpServer apply(HttpServer server) {
        var caps = new ConnectionCaps(limits.connections(), limits.connectionsOfOne(), limits.trusted());
        var backlog = new ClientBacklog(limits.backlog(), limits.backlogOfOne(), System::nanoTime);
        // Other customizers may follow this one: what is configured is known when the server is bound.
        var decoding = new AtomicReference<>(decoding(server.configuration()));
        HttpServer guarded = server.doOnBind(config -> {
                    decoding.set(decoding(config));
                    provide(config, caps);
                })
                .doOnBound(bound -> spare(bound.channel()))
                .doOnChannelInit((observer, channel, address) -> {
                    if (caps.tryAdmit(channel)) {
                        var waiting = backlog.of(caps.client(channel), () -> ResponseWriteTimeout.resetSoon(channel));
                        keepUnsentShort(channel);
                        channel.pipeline()
                                .addFirst(PAUSE, new ResponseWriteTimeout(limits.responseWriteTimeout(), waiting));
                        guard(channel, Objects.requireNonNull(decoding.get()), waiting);
                    } else {
                        channel.close();
                    }
                });
        return supportsHttp2(server)
                ? guarded.http2Settings(settings -> settings.maxConcurrentStreams(StreamRequestPolicy.MAX_STREAMS))
                        .mapHandle(StreamRequestPolicy::guard)
                        .childObserve(this::opened)
                : guarded;
    }

    /** Adds what carries out exchanges to a stream of HTTP/2, before the server gets its request. */
    private void opened(Connection connection, ConnectionObserver.State state) {
        if (state == ConnectionObserver.State.CONNECTED && connection.channel() instanceof Http2StreamChannel stream) {
            early.flatMap(factory -> factory.exchanges(stream))
                    .ifPresent(
                            handler -> stream.pipeline().addAfter(NettyPipeline.H2ToHttp11Codec, EXCHANGES, handler));
            stream.pipeline().addAfter(NettyPipeline.H2ToHttp11Codec, TARGET, new StreamTarget());
        }
    }

    /**
     * Limits the system's send buffer. For a client that does not read, up to megabytes would be copied there in vain,
     * which takes event loop time from other connections, and memory that is not bounded.
     */
    private static void keepUnsentShort(Channel channel) {
        if (channel instanceof EpollSocketChannel socket) {
            socket.config().setTcpNotSentLowAt(UNSENT);
        }
    }

    private HttpDecoderConfig decoding(HttpServerConfig config) {
        HttpDecoderConfig decoding = ClientDecoder.strict(config.decoder());
        return decoding.getMaxInitialLineLength() == HttpDecoderSpec.DEFAULT_MAX_INITIAL_LINE_LENGTH
                ? decoding.setMaxInitialLineLength(defaultRequestLine)
                : decoding;
    }

    /** Reserves resources that may be scarce later, before the first client but after the application has started. */
    private void provide(HttpServerConfig config, ConnectionCaps caps) {
        EventLoopStarter.start(config.loopResources().onServer(config.isPreferNative()));
        caps.lower(FileDescriptorLimit.within(limits.connections()));
    }

    private static void spare(Channel listening) {
        listening.pipeline().addFirst(SPARE, new SpareDescriptor());
    }

    private static boolean supportsHttp2(HttpServer server) {
        return Arrays.stream(server.configuration().protocols())
                .anyMatch(protocol -> protocol == HttpProtocol.H2 || protocol == HttpProtocol.H2C);
    }

    private void guard(Channel channel, HttpDecoderConfig decoding, ClientBacklog.ConnectionBacklog waiting) {
        var pipeline = channel.pipeline();
        if (pipeline.get(NettyPipeline.HttpCodec) != null) {
            guardHttp1(channel, decoding, waiting);
        } else if (pipeline.get(NettyPipeline.H2CUpgradeHandler) != null) {
            pipeline.addFirst(
                    CHOICE,
                    new ProtocolDetector(
                            limits.requestHeaderTimeout(),
                            () -> keepToHttp1(channel, decoding, waiting),
                            () -> pipeline.addAfter(CHOICE, FRAMES, new FrameGuard())
                                    .addLast(
                                            STREAM_PAUSE,
                                            new StreamWriteTimeout(limits.responseWriteTimeout(), waiting))
                                    .addLast(STREAMS, new StreamGuard())));
        } else if (pipeline.get(NettyPipeline.H2OrHttp11Codec) != null) {
            pipeline.addAfter(
                    NettyPipeline.H2OrHttp11Codec,
                    HANDSHAKE,
                    new HandshakeEnd(
                            () -> guardHttp1(channel, decoding, waiting),
                            () -> pipeline.addBefore(NettyPipeline.HttpCodec, FRAMES, new FrameGuard())
                                    .addBefore(
                                            NettyPipeline.H2MultiplexHandler,
                                            STREAM_PAUSE,
                                            new StreamWriteTimeout(limits.responseWriteTimeout(), waiting))
                                    .addBefore(NettyPipeline.H2MultiplexHandler, STREAMS, new StreamGuard())));
        }
    }

    /** Removes the handlers that would upgrade to HTTP/2. */
    private void keepToHttp1(Channel channel, HttpDecoderConfig decoding, ClientBacklog.ConnectionBacklog waiting) {
        var pipeline = channel.pipeline();
        pipeline.remove(NettyPipeline.H2CUpgradeHandler);
        pipeline.remove(HttpServerUpgradeHandler.class);
        pipeline.replace(HttpServerCodec.class, NettyPipeline.HttpCodec, new HttpServerCodec(decoding.clone()));
        guardHttp1(channel, decoding, waiting);
    }

    private void guardHttp1(Channel channel, HttpDecoderConfig decoding, ClientBacklog.ConnectionBacklog waiting) {
        var pipeline = channel.pipeline();
        var encoder = new ClientEncoder();
        var decoder = new ClientDecoder(decoding.clone(), encoder);
        var deadline = new HeadDeadline(limits.requestHeaderTimeout(), decoder);
        var gate = new RequestPolicyHandler(deadline, encoder, limits.requestBodyIdleTimeout());
        pipeline.addBefore(NettyPipeline.HttpCodec, PIECES, new LargeBodyWriter(waiting));
        pipeline.addBefore(NettyPipeline.HttpCodec, DEADLINE, deadline);
        pipeline.replace(NettyPipeline.HttpCodec, NettyPipeline.HttpCodec, decoder);
        pipeline.addAfter(NettyPipeline.HttpCodec, ENCODER, encoder);
        pipeline.addAfter(ENCODER, GATE, gate);
        pipeline.addAfter(GATE, WEB_SOCKETS, new WebSocketFaults());
        pipeline.addAfter(PAUSE, CLOSE, new LingeringClose(gate::isAnsweredBeforeItsEnd, LingeringClose.TIME));
        early.flatMap(factory -> factory.of(channel)).ifPresent(answerer -> {
            var answering = new EarlyResponseHandler(answerer, gate::isIdle, decoder, deadline);
            pipeline.addAfter(DEADLINE, EARLY, answering);
            gate.offerTo(answering);
        });
        early.flatMap(factory -> factory.exchanges(channel))
                .ifPresent(handler -> pipeline.addAfter(GATE, EXCHANGES, handler));
        if (pipeline.get(NettyPipeline.HttpTrafficHandler) != null) {
            pipeline.addAfter(NettyPipeline.HttpTrafficHandler, RESUMPTION, new ReadResumption());
        }
    }

    /** Encodes the target of a stream's request, if it is good: Reactor Netty would refuse it before it is judged. */
    private static final class StreamTarget extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            if (msg instanceof HttpRequest request
                    && RequestTargetPolicy.refusal(request.uri()).isEmpty()) {
                request.setUri(TargetEncoding.encoded(request.uri()));
            }
            ctx.fireChannelRead(msg);
        }
    }

    /** Adds the guards of the protocol on which ALPN has agreed. */
    private static final class HandshakeEnd extends ChannelInboundHandlerAdapter {

        private final Runnable http1;
        private final Runnable http2;

        private HandshakeEnd(Runnable http1, Runnable http2) {
            this.http1 = http1;
            this.http2 = http2;
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof SslHandshakeCompletionEvent) {
                ChannelHandler codec = ctx.pipeline().get(NettyPipeline.HttpCodec);
                if (codec instanceof Http2ConnectionHandler) {
                    http2.run();
                } else if (codec != null) {
                    http1.run();
                }
                ctx.pipeline().remove(this);
            }
            ctx.fireUserEventTriggered(event);
        }
    }

    /**
     * Keeps what follows an upgrade and is no WebSocket frame from the server behind, which would log each with a stack trace of 200
     * lines. It is the client's fault, and the decoder has ended the connection.
     */
    static final class WebSocketFaults extends ChannelInboundHandlerAdapter {

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            if (!(cause instanceof CorruptedWebSocketFrameException fault)) {
                ctx.fireExceptionCaught(cause);
            } else if (WebSocketCloseStatus.MESSAGE_TOO_BIG.equals(fault.closeStatus())) {
                log.warn("A client's WebSocket frame is too long. {}", fault.getMessage());
            } else {
                log.debug("A client has sent a malformed WebSocket frame.", cause);
            }
        }
    }
}

package dev.larder.http.client;

import dev.larder.http.client.RandomPlan.Fault;
import dev.larder.http.client.RandomPlan.Framing;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An origin by HTTP/2 that does with each request what its plan says, in steps that alternate with those of other requests, and
 * reports what the client does wrong. Some connections end in the middle of everything.
 */
final class Http2RandomOrigin implements AutoCloseable {

    static final int MAX_STREAMS = 8;

    private static final int BREAKS = 400;

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Map<Integer, Integer> seen = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> answered = new ConcurrentHashMap<>();
    private final AtomicInteger broken = new AtomicInteger();
    private final AtomicInteger left = new AtomicInteger();
    private final long seed;
    private final Collection<String> violations;
    private final Channel server;

    Http2RandomOrigin(long seed, Collection<String> violations) {
        this.seed = seed;
        this.violations = violations;
        SslContext context = Http2Fixture.originContext();
        server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(context.newHandler(channel.alloc()))
                                .addLast(Http2FrameCodecBuilder.forServer()
                                        .initialSettings(new Http2Settings().maxConcurrentStreams(MAX_STREAMS))
                                        .validateHeaders(false)
                                        .decoderEnforceMaxRstFramesPerWindow(0, 0)
                                        .encoderEnforceMaxRstFramesPerWindow(0, 0)
                                        .build())
                                .addLast(new Http2MultiplexHandler(new ChannelInitializer<Channel>() {
                                    @Override
                                    protected void initChannel(Channel stream) {
                                        stream.pipeline().addLast(new Stream());
                                    }
                                }))
                                .addLast(new Silence());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    OriginAddress address() {
        return new OriginAddress(true, "origin.test", ((InetSocketAddress) server.localAddress()).getPort());
    }

    /** Returns how many connections have ended at a time when each of their requests may fail. */
    int broken() {
        return broken.get();
    }

    /** Returns how many connections have been ended by GOAWAY. */
    int left() {
        return left.get();
    }

    /** Whether the response to a request is wrong, whatever connection it comes on. */
    static boolean isWrong(RandomPlan plan) {
        return switch (plan.fault()) {
            case MALFORMED, RESETS, TRUNCATES -> true;
            case SURPLUS -> !plan.isHead() && plan.framing() == Framing.LENGTH;
            default -> false;
        };
    }

    @Override
    public void close() {
        server.close().syncUninterruptibly();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** What a client does to a connection that is being left is no fault. */
    private static final class Silence extends ChannelInboundHandlerAdapter {

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            // The codec has ended the connection.
        }
    }

    /** One request and its response. */
    private final class Stream extends ChannelInboundHandlerAdapter {

        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private final Deque<Runnable> steps = new ArrayDeque<>();
        private @Nullable RandomPlan plan;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            boolean end = false;
            if (message instanceof Http2HeadersFrame head) {
                if (plan == null) {
                    plan = RandomPlan.of(
                            seed,
                            Integer.parseInt(head.headers().path().toString().substring(1)));
                }
                end = head.isEndStream();
            } else if (message instanceof Http2DataFrame data) {
                byte[] octets = new byte[data.content().readableBytes()];
                data.content().readBytes(octets);
                content.writeBytes(octets);
                end = data.isEndStream();
            }
            ReferenceCountUtil.release(message);
            if (end && plan != null) {
                answer(ctx, plan);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            steps.clear();
        }

        private void answer(ChannelHandlerContext ctx, RandomPlan asked) {
            int times = seen.merge(asked.number(), 1, Integer::sum);
            if (!Arrays.equals(content.toByteArray(), asked.requestContent())) {
                violations.add(asked + " came with other content");
            }
            if (asked.fault() == Fault.ENDS_WITHOUT_RESPONSE && times == 1) {
                ctx.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.REFUSED_STREAM));
                return;
            }
            if (answered.merge(asked.number(), 1, Integer::sum)
                    > (asked.method().equals("POST") ? 1 : 2)) {
                violations.add(asked + " was sent too often");
            }
            var random = new Random(asked.seed());
            if (random.nextInt(BREAKS) == 0) {
                steps.add(() -> {
                    broken.incrementAndGet();
                    ctx.channel().parent().pipeline().firstContext().close();
                });
            }
            script(ctx, asked, random);
            step(ctx, random);
        }

        private void step(ChannelHandlerContext ctx, Random random) {
            if (!steps.isEmpty() && ctx.channel().isActive()) {
                steps.remove().run();
                int delay = random.nextInt(3);
                if (delay == 0) {
                    step(ctx, random);
                } else {
                    ctx.executor().schedule(() -> step(ctx, random), delay - 1, TimeUnit.MILLISECONDS);
                }
            }
        }

        private void script(ChannelHandlerContext ctx, RandomPlan asked, Random random) {
            for (int i = random.nextInt(3); i > 0; i--) {
                steps.add(() -> head(ctx, new DefaultHttp2Headers(false).status("103"), false));
            }
            byte[] octets = asked.responseContent();
            boolean ends = octets.length == 0 && !isWrong(asked);
            steps.add(() -> head(ctx, headers(asked), ends));
            int from = 0;
            int whole = asked.fault() == Fault.TRUNCATES ? octets.length / 2 : octets.length;
            while (from < whole) {
                int size = Math.min(whole - from, 1 + random.nextInt(20_000));
                byte[] piece = Arrays.copyOfRange(octets, from, from + size);
                from += size;
                boolean last = from == whole && !isWrong(asked);
                steps.add(() -> data(ctx, piece, last));
            }
            if (isWrong(asked)) {
                steps.add(() -> wrong(ctx, asked));
            } else if (asked.fault() == Fault.CLOSES_AFTER) {
                steps.add(() -> {
                    left.incrementAndGet();
                    ctx.channel().parent().writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
                });
            }
        }

        private Http2Headers headers(RandomPlan asked) {
            Http2Headers headers = new DefaultHttp2Headers(false);
            if (asked.fault() != Fault.MALFORMED) {
                headers.status("200");
            }
            headers.add("x-number", Integer.toString(asked.number()));
            if (asked.framing() == Framing.LENGTH) {
                headers.add("content-length", Integer.toString(asked.length()));
            }
            return headers;
        }

        /** What is wrong with the end of a response. */
        private void wrong(ChannelHandlerContext ctx, RandomPlan asked) {
            if (asked.fault() == Fault.SURPLUS) {
                data(ctx, new byte[1], true);
            } else if (asked.fault() == Fault.TRUNCATES && asked.framing() == Framing.LENGTH && asked.length() > 0) {
                data(ctx, new byte[0], !asked.isHead());
                ctx.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.INTERNAL_ERROR));
            } else {
                ctx.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.INTERNAL_ERROR));
            }
        }

        private static void head(ChannelHandlerContext ctx, Http2Headers headers, boolean end) {
            ctx.writeAndFlush(new DefaultHttp2HeadersFrame(headers, end));
        }

        private static void data(ChannelHandlerContext ctx, byte[] octets, boolean end) {
            ctx.writeAndFlush(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(octets), end));
        }
    }
}

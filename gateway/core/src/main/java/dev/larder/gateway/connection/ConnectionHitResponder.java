package dev.larder.gateway.connection;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.filter.HitSampler;
import dev.larder.gateway.store.DirectBodyCopies;
import dev.larder.gateway.store.StoredBodyUtils;
import dev.larder.http.EarlyResponder;
import dev.larder.rfc9111.ConstructedResponse;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseConstruction;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.StoredResponse;
import io.micrometer.core.instrument.Timer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests of one connection: by their octets if equal ones have been answered before, otherwise after decoding. */
final class ConnectionHitResponder implements EarlyResponder {

    private static final Logger log = LoggerFactory.getLogger(ConnectionHitResponder.class);

    /** Maximum size of content that is copied behind its head, which is cheaper than a second buffer. */
    private static final int COPIED = 4096;

    /** Maximum size of a response head that is kept, in octets. */
    private static final int REMEMBERED = 2048;

    private final ConnectionServices services;
    private final ServerListener listener;
    private final @Nullable InetSocketAddress peer;
    private boolean nextIsDrawn;

    /** Services shared by all connections. */
    record ConnectionServices(
            ConnectionRoutes routes,
            EarlyExchangeRecorder recorder,
            EarlyLookup lookup,
            HitSampler sampler,
            DirectBodyCopies copies) {}

    ConnectionHitResponder(ConnectionServices services, ServerListener listener, @Nullable InetSocketAddress peer) {
        this.services = services;
        this.listener = listener;
        this.peer = peer;
    }

    @Override
    public int answer(ByteBuf received, ChannelHandlerContext client) {
        int length = RequestHeadCache.headLength(received);
        CachedRequestHead known = length == 0 ? null : services.routes().heads().find(received, length, listener);
        return known != null
                        && services.routes().mayAnswer(HitLevel.CONNECTION)
                        && !services.recorder().isLogged()
                        && services.routes().isCurrent(known.decision())
                        && tryAnswer(known, client)
                ? length
                : 0;
    }

    private boolean tryAnswer(CachedRequestHead known, ChannelHandlerContext client) {
        long start = services.recorder().nanos();
        CacheEntry<ResponseVariants> entry = services.lookup().usable(known.decision());
        StoredResponse stored = entry == null ? null : known.select(entry.value());
        Instant now = services.lookup().now();
        if (entry == null
                || stored == null
                || !Reuse.canServeWithoutOrigin(
                        stored, known.decision().routing().policy(), now)) {
            return false;
        }
        if (!known.isHead() && services.sampler().draw(known.decision().routing(), now)) {
            nextIsDrawn = true;
            return false;
        }
        byte[] head = known.block(stored, now, (response, then) -> encode(known, response, then));
        boolean empty = known.isHead() || StoredBodyUtils.isEmpty(stored.body());
        write(client, head, empty ? null : stored);
        try {
            services.recorder().answered(known, entry, empty ? 0 : stored.body().length(), start);
        } catch (Throwable fault) {
            unnoted(fault);
        }
        return true;
    }

    private byte[] encode(CachedRequestHead known, StoredResponse stored, Instant now) {
        RequestHead plain = known.decision().head(known.isHead() ? "HEAD" : "GET", HeaderFields.EMPTY);
        ConstructedResponse answer = ResponseConstruction.construct(plain, stored, now);
        return MessageHeadOctets.of(services.lookup().head(known.decision(), answer.head(), stored, Reason.HIT, now));
    }

    private void write(ChannelHandlerContext client, byte[] head, @Nullable StoredResponse content) {
        if (content == null) {
            client.write(client.alloc().directBuffer(head.length).writeBytes(head), client.voidPromise());
            return;
        }
        int length = (int) content.body().length();
        if (length <= COPIED) {
            ByteBuf together = client.alloc().directBuffer(head.length + length).writeBytes(head);
            StoredBodyUtils.of(content.body(), together);
            client.write(together, client.voidPromise());
            return;
        }
        ByteBuf before = client.alloc().directBuffer(head.length).writeBytes(head);
        ByteBuf copy = services.copies().of(content.body());
        ByteBuf behind = copy == null ? StoredBodyUtils.of(content.body()) : copy;
        client.write(before, client.voidPromise());
        client.write(behind, client.voidPromise());
    }

    @Override
    public boolean tryAnswer(HttpRequest request, @Nullable ByteBuf octets, ChannelHandlerContext client) {
        if (!RequestTarget.isGetOrHead(request.method().name())
                || !services.routes().mayAnswer(HitLevel.CONNECTION)) {
            return false;
        }
        if (nextIsDrawn) {
            nextIsDrawn = false;
            services.sampler().mark(client.channel(), request.headers());
            return false;
        }
        long start = services.recorder().nanos();
        String host = Objects.requireNonNullElse(request.headers().get(HttpHeaderNames.HOST), "");
        String target =
                RequestTarget.target(request.uri(), services.lookup().unkeyed().forwardedBy(peer, request.headers()));
        CachedRoutingDecision decision = services.routes()
                .find(
                        new RequestTarget(
                                listener.port(),
                                listener.scheme(),
                                request.method().name(),
                                host,
                                target),
                        HitLevel.CONNECTION);
        if (decision == null) {
            return false;
        }
        HeaderFields fields = services.lookup().fields(request.headers(), peer);
        Optional<EarlyHit> hit =
                services.lookup().find(decision, request.method().name(), fields);
        if (hit.filter(found -> !found.isHead()).isPresent()
                && services.sampler().draw(decision.routing(), services.lookup().now())) {
            services.sampler().mark(client.channel(), request.headers());
            return false;
        }
        hit.ifPresent(found -> serve(found, request, fields, octets, client, start));
        return hit.isPresent();
    }

    private void serve(
            EarlyHit found,
            HttpRequest request,
            HeaderFields fields,
            @Nullable ByteBuf octets,
            ChannelHandlerContext client,
            long start) {
        List<Timer> timers =
                found.decision().meters().ofAll(found.method(), found.head().status());
        byte[] head = MessageHeadOctets.of(found.head());
        write(client, found, head);
        try {
            if (octets != null && head.length <= REMEMBERED) {
                remember(request, fields, octets, found, timers);
            }
            services.recorder().answered(HitLevel.CONNECTION, found, timers, start);
        } catch (Throwable fault) {
            unnoted(fault);
        }
    }

    /** A written response must not be followed by another one, whatever fails afterwards. */
    private static void unnoted(Throwable fault) {
        log.error("A hit was served but not recorded.", fault);
    }

    private void write(ChannelHandlerContext client, EarlyHit hit, byte[] head) {
        if (hit.answer() instanceof ConstructedResponse.Whole) {
            boolean empty = hit.isHead() || StoredBodyUtils.isEmpty(hit.stored().body());
            write(client, head, empty ? null : hit.stored());
            return;
        }
        List<ByteBuffer> content = hit.content();
        client.write(Unpooled.wrappedBuffer(head), client.voidPromise());
        content.forEach(part -> client.write(Unpooled.wrappedBuffer(part), client.voidPromise()));
    }

    /**
     * Remembers a plain request that was answered with a fresh response. It is answered the same way while that is stored and
     * fresh, if none of its fields is treated differently depending on its sender.
     */
    private void remember(HttpRequest request, HeaderFields fields, ByteBuf octets, EarlyHit hit, List<Timer> timers) {
        int length = RequestHeadCache.headLength(octets);
        RequestHead head = hit.decision().head(hit.method(), fields);
        boolean plain = Reuse.isPlain(head)
                && fields.size() == request.headers().size()
                && request.headers().names().stream().noneMatch(UnkeyedFields::mayInfluenceResponse)
                && Reuse.canServeWithoutOrigin(
                        hit.stored(),
                        hit.decision().routing().policy(),
                        services.lookup().now());
        if (length > 0 && plain && hasRequestLine(octets, request)) {
            ByteBuf own = RequestHeadCache.copy(octets, length);
            services.routes().heads().keep(own, new CachedRequestHead(own, listener, hit, timers));
        }
    }

    /** Returns whether the octets are those of this request, judging by the request line. */
    private static boolean hasRequestLine(ByteBuf octets, HttpRequest request) {
        String line = request.method().name() + " " + request.uri() + " HTTP/1.1\r\n";
        return octets.readableBytes() >= line.length()
                && octets.toString(octets.readerIndex(), line.length(), StandardCharsets.ISO_8859_1)
                        .equals(line);
    }
}

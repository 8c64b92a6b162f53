package dev.larder.gateway.upload;

import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.message.UploadException;
import dev.larder.http.ClientShares;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;

/**
 * The content of one request, completely in memory, so that it can be sent again. Memory is reserved for each piece before it is
 * kept, and freed when all processing of the request is over: that of a write may outlast its client's connection.
 */
public final class RepeatableContent {

    private static final String ATTRIBUTE = RepeatableContent.class.getName();

    /** Overhead counted per piece: without it, pieces of one octet would use far more memory than is counted. */
    private static final int OF_PIECE = 1024;

    private static final GatewayProblem TOO_LARGE = new GatewayProblem(
            HttpStatus.CONTENT_TOO_LARGE, "The content is too long for this route, which keeps it in memory.");

    private final ClientShares memory;
    private final ClientShares.Account account;
    private int holders = 1;

    /** Creates empty content that counts against the share of this address. */
    RepeatableContent(ClientShares memory, @Nullable InetAddress address) {
        this.memory = memory;
        this.account = new ClientShares.Account(address);
    }

    /** Returns whether the content of this exchange is kept. */
    static boolean isIn(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE) != null;
    }

    /** Returns {@code rest}; content kept for the exchange stays in memory until it is over, too. */
    public static Mono<Void> held(ServerWebExchange exchange, Mono<Void> rest) {
        return Mono.defer(() -> {
            RepeatableContent kept = exchange.getAttribute(ATTRIBUTE);
            return kept == null || !kept.tryRetain() ? rest : rest.doFinally(signal -> kept.letGo());
        });
    }

    /** Reads the whole content and goes on with an exchange whose content can be read repeatedly. */
    Mono<Void> within(ServerWebExchange exchange, Function<ServerWebExchange, Mono<Void>> then) {
        ServerHttpRequest received = exchange.getRequest();
        if (!memory.canHold(received.getHeaders().getContentLength())) {
            return Mono.error(TOO_LARGE.toUploadException());
        }
        return received.getBody()
                .handle(this::keep)
                .collectList()
                .onErrorMap(error -> error instanceof UploadException ? error : UploadException.brokenOff())
                .flatMap(pieces -> then.apply(in(exchange, joined(pieces))))
                .doFinally(signal -> letGo());
    }

    /** The second attribute tells Spring Cloud Gateway that there is content and that it is kept: Gateway releases it until it is free. */
    private ServerWebExchange in(ServerWebExchange exchange, byte[] octets) {
        DataBufferFactory buffers = exchange.getResponse().bufferFactory();
        exchange.getAttributes().put(ATTRIBUTE, this);
        if (octets.length > 0) {
            exchange.getAttributes().putIfAbsent(ServerWebExchangeUtils.CACHED_REQUEST_BODY_ATTR, buffers.wrap(octets));
        }
        return CacheKeyContent.replaced(exchange, () -> CacheKeyContent.flux(octets, buffers));
    }

    private void keep(DataBuffer piece, SynchronousSink<byte[]> kept) {
        long room = (long) OF_PIECE + piece.readableByteCount();
        if (account.take(memory, room)) {
            byte[] octets = new byte[piece.readableByteCount()];
            piece.read(octets);
            kept.next(octets);
        } else {
            kept.error(refusal(room).toUploadException());
        }
        DataBufferUtils.release(piece);
    }

    private static byte[] joined(List<byte[]> pieces) {
        ByteBuffer whole = ByteBuffer.allocate(
                pieces.stream().mapToInt(piece -> piece.length).sum());
        pieces.forEach(whole::put);
        return whole.array();
    }

    private GatewayProblem refusal(long amount) {
        return memory.canHold(account.taken(memory) + amount) ? GatewayProblem.TOO_MANY_UPLOADS : TOO_LARGE;
    }

    private synchronized boolean tryRetain() {
        boolean here = holders > 0;
        holders += here ? 1 : 0;
        return here;
    }

    private synchronized void letGo() {
        holders--;
        if (holders == 0) {
            account.close();
        }
    }
}

package dev.larder.gateway.exchange;

import dev.larder.gateway.wire.ClientShares;
import java.net.InetAddress;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;

/**
 * Room for the content of one request that a filter of the gateway keeps whole, without a bound of its own, until the request is
 * over. Each piece takes its room before the filter has it.
 */
final class KeptContent {

    /** What a piece takes beside its octets: without it, content in pieces of one octet would take far more than is counted. */
    private static final int OF_PIECE = 1024;

    private static final Problem TOO_LARGE = new Problem(
            HttpStatus.CONTENT_TOO_LARGE, "Content of this length cannot be kept in memory, as this route has to.");

    private final ClientShares memory;
    private final @Nullable InetAddress address;
    private long taken;
    private boolean ended;

    /** Room of which nothing is taken, in the share of this address. */
    KeptContent(ClientShares memory, @Nullable InetAddress address) {
        this.memory = memory;
        this.address = address;
    }

    /** Goes on with an exchange whose content takes room as it is read; gives the room back when that is over. */
    Mono<Void> within(ServerWebExchange exchange, Function<ServerWebExchange, Mono<Void>> then) {
        ServerHttpRequest received = exchange.getRequest();
        if (!memory.canHold(received.getHeaders().getContentLength())) {
            return Mono.error(new UploadException(TOO_LARGE));
        }
        var request = new ServerHttpRequestDecorator(received) {
            @Override
            public Flux<DataBuffer> getBody() {
                return super.getBody().handle(KeptContent.this::keep);
            }
        };
        return then.apply(exchange.mutate().request(request).build())
                .doFinally(signal -> end())
                .contextWrite(UploadException::isNoFault);
    }

    private void keep(DataBuffer piece, SynchronousSink<DataBuffer> kept) {
        long room = (long) OF_PIECE + piece.readableByteCount();
        if (take(room)) {
            kept.next(piece);
        } else {
            DataBufferUtils.release(piece);
            kept.error(new UploadException(refusal(room)));
        }
    }

    private synchronized boolean take(long amount) {
        boolean there = !ended && memory.take(address, amount);
        taken += there ? amount : 0;
        return there;
    }

    private synchronized Problem refusal(long amount) {
        return memory.canHold(taken + amount) ? Uploads.TOO_MANY : TOO_LARGE;
    }

    private synchronized void end() {
        ended = true;
        memory.giveBack(address, taken);
        taken = 0;
    }
}

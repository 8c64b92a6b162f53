package dev.larder.gateway.exchange;

import dev.larder.http.ClientShares;
import java.net.InetAddress;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;

/**
 * Uploads that are kept here until they are acknowledged: how many one address may have under way, and how many octets they may
 * have announced or sent.
 */
public final class UnfinishedUploads {

    private final ClientShares uploads;
    private final ClientShares octets;
    private final Predicate<InetAddress> trusted;

    /**
     * None yet.
     *
     * @param uploads how many there may be
     * @param octets of all of them
     * @param trusted whether a proxy at this address says truly for whom it asks
     */
    public UnfinishedUploads(ClientShares uploads, ClientShares octets, Predicate<InetAddress> trusted) {
        this.uploads = uploads;
        this.octets = octets;
        this.trusted = trusted;
    }

    /**
     * Takes an upload in on its client's share, as far as there is any left.
     *
     * @param content of the request
     * @param take what is done with the content; the share is asked for when that is read
     * @param refuse what becomes of one for which nothing is left
     */
    public <T> Mono<T> within(
            ServerHttpRequest client,
            Flux<DataBuffer> content,
            Function<Flux<DataBuffer>, Mono<T>> take,
            Function<GatewayProblem, T> refuse) {
        return Mono.defer(() -> {
            var share = new Share(ClientAddress.of(client, trusted));
            long announced = client.getHeaders().getContentLength();
            Flux<DataBuffer> shared =
                    Flux.defer(() -> share.cover(announced) ? content.handle(share::pass) : Flux.error(share.refuse()));
            return uploads.take(share.address, 1)
                    ? Mono.defer(() -> take.apply(shared))
                            .onErrorResume(share::isRefusal, error -> Mono.just(refuse.apply(UploadReceiver.TOO_MANY)))
                            .doFinally(signal -> share.end())
                    : Mono.just(refuse.apply(UploadReceiver.TOO_MANY));
        });
    }

    /** What one upload has taken. */
    private final class Share {

        private final @Nullable InetAddress address;
        private @Nullable UploadException refusal;
        private long covered;
        private long received;
        private boolean over;

        private Share(@Nullable InetAddress address) {
            this.address = address;
        }

        /** Whether there is room for so many octets in all. */
        private synchronized boolean cover(long length) {
            if (length <= covered) {
                return true;
            }
            if (over || !octets.take(address, length - covered)) {
                return false;
            }
            covered = length;
            return true;
        }

        private void pass(DataBuffer piece, SynchronousSink<DataBuffer> to) {
            received += piece.readableByteCount();
            if (cover(received)) {
                to.next(piece);
            } else {
                DataBufferUtils.release(piece);
                to.error(refuse());
            }
        }

        private synchronized UploadException refuse() {
            refusal = new UploadException(UploadReceiver.TOO_MANY);
            return refusal;
        }

        private synchronized boolean isRefusal(Throwable error) {
            return error == refusal;
        }

        private synchronized void end() {
            over = true;
            uploads.giveBack(address, 1);
            octets.giveBack(address, covered);
        }
    }
}

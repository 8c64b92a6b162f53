package dev.larder.gateway.upload;

import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.message.UploadException;
import dev.larder.http.ClientShares;
import java.net.InetAddress;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;

/**
 * Limits uploads that are kept until they are acknowledged: how many each address may have under way, and how many octets those
 * may announce or send.
 */
public final class UnfinishedUploads {

    private final ClientShares uploads;
    private final ClientShares octets;
    private final ClientAddresses clients;

    /**
     * Creates an instance without uploads.
     *
     * @param uploads maximum number of uploads
     * @param octets maximum number of their octets
     * @param clients tells whose share a request counts against
     */
    public UnfinishedUploads(ClientShares uploads, ClientShares octets, ClientAddresses clients) {
        this.uploads = uploads;
        this.octets = octets;
        this.clients = clients;
    }

    /**
     * Accepts an upload if its client's share allows it.
     *
     * @param content content of the request
     * @param take processes the content; the share of octets is taken when the content is read
     * @param refuse creates the result if the share is used up
     */
    public <T> Mono<T> within(
            ServerHttpRequest client,
            Flux<DataBuffer> content,
            Function<Flux<DataBuffer>, Mono<T>> take,
            Function<GatewayProblem, T> refuse) {
        return Mono.defer(() -> {
            var share = new Share(clients.of(client));
            long announced = client.getHeaders().getContentLength();
            Flux<DataBuffer> shared = Flux.defer(() -> share.account.raiseTo(octets, announced)
                    ? content.handle(share::pass)
                    : Flux.error(share.refuse()));
            return share.account.take(uploads, 1)
                    ? Mono.defer(() -> take.apply(shared))
                            .onErrorResume(
                                    share::isRefusal, error -> Mono.just(refuse.apply(GatewayProblem.TOO_MANY_UPLOADS)))
                            .doFinally(signal -> share.account.close())
                    : Mono.just(refuse.apply(GatewayProblem.TOO_MANY_UPLOADS));
        });
    }

    /** The share that one upload has taken. */
    private final class Share {

        private final ClientShares.Account account;
        private @Nullable UploadException refusal;
        private long received;

        private Share(@Nullable InetAddress address) {
            this.account = new ClientShares.Account(address);
        }

        private void pass(DataBuffer piece, SynchronousSink<DataBuffer> to) {
            received += piece.readableByteCount();
            if (account.raiseTo(octets, received)) {
                to.next(piece);
            } else {
                DataBufferUtils.release(piece);
                to.error(refuse());
            }
        }

        private synchronized UploadException refuse() {
            refusal = GatewayProblem.TOO_MANY_UPLOADS.toUploadException();
            return refusal;
        }

        private synchronized boolean isRefusal(Throwable error) {
            return error == refusal;
        }
    }
}

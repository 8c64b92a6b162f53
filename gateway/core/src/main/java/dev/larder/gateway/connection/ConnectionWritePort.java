package dev.larder.gateway.connection;

import dev.larder.gateway.exchange.MessageHeadConverter;
import dev.larder.gateway.exchange.WritePort;
import dev.larder.gateway.filter.UnsafeRequestForwarder;
import dev.larder.gateway.filter.UnsafeRequestForwarder.WriteTarget;
import dev.larder.http.SendProgress;
import dev.larder.invalidation.EpochChange;
import dev.larder.rfc9111.ResponseHead;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/**
 * The invalidation around a write that is forwarded at its connection, by what does it for all routes.
 *
 * @param mayBeStored whether the response to a GET for the target is stored under the same rule
 */
record ConnectionWritePort(UnsafeRequestForwarder writes, WriteTarget target, boolean mayBeStored)
        implements WritePort {

    @Override
    public Mono<EpochChange> around(Function<SendProgress, Mono<ResponseHead>> forward) {
        var changed = new AtomicReference<>(EpochChange.NOT);
        return writes.aroundReceived(
                        target,
                        target.exchange(),
                        (exchange, settle) -> Mono.deferContextual(context -> forward.apply(SendProgress.of(context)))
                                .doOnNext(this::answered)
                                .then(settle)
                                .doOnNext(changed::set)
                                .then())
                .then(Mono.fromSupplier(changed::get));
    }

    /** The invalidation depends on status and fields of the response. */
    private void answered(ResponseHead head) {
        ServerHttpResponse response = target.exchange().getResponse();
        response.setRawStatusCode(head.status());
        MessageHeadConverter.write(head.fields(), response.getHeaders());
    }

    @Override
    public boolean waits() {
        return writes.waits();
    }
}

package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.ComparableResponse;
import dev.larder.gateway.exchange.OriginBodyRecorder;
import dev.larder.gateway.exchange.OriginResponseStream;
import dev.larder.gateway.exchange.TruncatedResponseException;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.Validation;
import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** Fetches what the origin would send a client now, without storing it. */
final class ComparisonFetch {

    private final FetchServices services;
    private final CacheExchange cacheExchange;

    ComparisonFetch(FetchServices services, CacheExchange cacheExchange) {
        this.services = services;
        this.cacheExchange = cacheExchange;
    }

    /** Returns what the origin sends for this request without its conditions; fails if it does not arrive completely. */
    Mono<ComparableResponse> read() {
        return Mono.defer(() -> services.origin()
                .ask(
                        cacheExchange.exchange(),
                        cacheExchange.chain(),
                        Validation.unconditional(cacheExchange.request()).fields())
                .timeout(services.limits().pauses().longest())
                .flatMap(this::whole));
    }

    private Mono<ComparableResponse> whole(OriginResponseStream answer) {
        return Mono.create(sink -> {
            var recorder = new OriginBodyRecorder(
                    answer,
                    services.limits().maxObjectSize(cacheExchange.rule()),
                    Optional.empty(),
                    new Whole(answer, sink));
            recorder.clientLeft();
            sink.onCancel(recorder);
            services.limits().pauses().bound(answer.copiedBody()).subscribe(recorder);
        });
    }

    private record Whole(OriginResponseStream answer, MonoSink<ComparableResponse> sink)
            implements OriginBodyRecorder.Listener {

        @Override
        public void recorded(StoredBody body, Runnable ready) {
            sink.success(new ComparableResponse(answer.head(), body));
            ready.run();
        }

        @Override
        public void dropped(Reason reason) {
            sink.error(new TruncatedResponseException());
        }
    }
}

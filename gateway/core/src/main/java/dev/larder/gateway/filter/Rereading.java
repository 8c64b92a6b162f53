package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.OriginAnswer;
import dev.larder.gateway.exchange.Recorder;
import dev.larder.gateway.exchange.TruncatedResponseException;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.Validation;
import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** Asks the origin what it would send a client now, and stores none of it. */
final class Rereading {

    private final FetchServices services;
    private final Visit visit;

    Rereading(FetchServices services, Visit visit) {
        this.services = services;
        this.visit = visit;
    }

    /** What the origin sends for this very request, less its conditions; fails if that does not arrive whole. */
    Mono<ComparableResponse> read() {
        return Mono.defer(() -> services.origin()
                .ask(
                        visit.exchange(),
                        visit.chain(),
                        Validation.unconditional(visit.request()).fields())
                .timeout(services.limits().pauses().longest())
                .flatMap(this::whole));
    }

    private Mono<ComparableResponse> whole(OriginAnswer answer) {
        return Mono.create(sink -> {
            var recorder = new Recorder(
                    answer, services.limits().maxObjectSize(visit.rule()), Optional.empty(), new Whole(answer, sink));
            recorder.clientLeft();
            sink.onCancel(recorder);
            services.limits().pauses().bound(answer.copiedBody()).subscribe(recorder);
        });
    }

    private record Whole(OriginAnswer answer, MonoSink<ComparableResponse> sink) implements Recorder.Listener {

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

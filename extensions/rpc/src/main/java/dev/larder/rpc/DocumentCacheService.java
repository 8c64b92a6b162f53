package dev.larder.rpc;

import com.google.protobuf.ByteString;
import dev.larder.rpc.policy.FetchDenial;
import dev.larder.rpc.v1.DocumentCacheGrpc.DocumentCacheImplBase;
import dev.larder.rpc.v1.End;
import dev.larder.rpc.v1.FetchManyRequest;
import dev.larder.rpc.v1.FetchManyResponse;
import dev.larder.rpc.v1.FetchRequest;
import dev.larder.rpc.v1.FetchResponse;
import dev.larder.rpc.v1.Head;
import dev.larder.rpc.v1.PurgeRequest;
import dev.larder.rpc.v1.PurgeResponse;
import dev.larder.rpc.v1.StatsRequest;
import dev.larder.rpc.v1.StatsResponse;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** The service {@code larder.v1.DocumentCache}. A call that ends early, by client or deadline, cancels its fetches. */
public final class DocumentCacheService extends DocumentCacheImplBase {

    private static final Logger LOG = LoggerFactory.getLogger(DocumentCacheService.class);

    private final DocumentFetcher documents;
    private final DocumentMetrics metrics;
    private final RpcPurger purging;
    private final Limits limits;
    private final Semaphore places;
    private final CallResponseStream.Patience patience;

    /**
     * The limits of calls.
     *
     * @param concurrency concurrent fetches of one call
     * @param requests documents of one call
     * @param documents concurrent fetches of all calls
     * @param stall how long a client may leave waiting data unread
     */
    public record Limits(int concurrency, int requests, int documents, Duration stall) {

        /**
         * The limits unless a bean overrides them: one call uses a small part of the connections to an origin, and all
         * calls together about as much memory as client connections.
         */
        public static final Limits DEFAULT = new Limits(16, 1_000, 1_024, Duration.ofSeconds(60));
    }

    /**
     * Creates the service.
     *
     * @param scheduler detects stalled clients
     */
    public DocumentCacheService(
            DocumentFetcher documents, DocumentMetrics metrics, RpcPurger purging, Limits limits, Scheduler scheduler) {
        this.documents = documents;
        this.metrics = metrics;
        this.purging = purging;
        this.limits = limits;
        this.places = new Semaphore(limits.documents());
        this.patience = new CallResponseStream.Patience(limits.stall(), scheduler);
    }

    @Override
    public void fetch(FetchRequest request, StreamObserver<FetchResponse> observer) {
        Disposable.Swap running = Disposables.swap();
        var outlet = new CallResponseStream<>(
                (ServerCallStreamObserver<FetchResponse>) observer, patience, running::dispose);
        running.update(document(request, RpcCaller.current(), new One(outlet)).subscribe(outlet::end));
    }

    @Override
    public void fetchMany(FetchManyRequest request, StreamObserver<FetchManyResponse> observer) {
        Disposable.Swap running = Disposables.swap();
        var outlet = new CallResponseStream<>(
                (ServerCallStreamObserver<FetchManyResponse>) observer, patience, running::dispose);
        if (request.getRequestsCount() > limits.requests()) {
            outlet.end(FetchDenial.TOO_MANY_REQUESTS.status());
            return;
        }
        RpcCaller peer = RpcCaller.current();
        int wished = request.getConcurrency();
        int concurrency = wished <= 0 ? limits.concurrency() : Math.min(wished, limits.concurrency());
        running.update(Flux.range(0, request.getRequestsCount())
                .flatMap(index -> item(request.getRequests(index), peer, new OneOfMany(outlet, index)), concurrency)
                .subscribe(nothing -> {}, error -> outlet.end(failed(error)), () -> outlet.end(Status.OK)));
    }

    private Mono<Void> item(FetchRequest request, RpcCaller peer, OneOfMany receiver) {
        return receiver.room()
                .then(Mono.defer(() -> document(request, peer, receiver)))
                .doOnNext(receiver::end)
                .then(Mono.defer(receiver::room));
    }

    /** Fetches a document within the limit of all calls; always completes with its final status. */
    private Mono<Status> document(FetchRequest request, RpcCaller peer, DocumentReceiver receiver) {
        return Mono.using(
                        places::tryAcquire,
                        taken -> taken
                                ? documents.fetch(DocumentRequest.of(request, peer), receiver)
                                : Mono.just(FetchFailure.BUSY.status()),
                        this::leave)
                .onErrorResume(error -> Mono.just(failed(error)));
    }

    private void leave(boolean taken) {
        if (taken) {
            places.release();
        }
    }

    private static Status failed(Throwable error) {
        LOG.error("A gRPC document was not fetched", error);
        return FetchDenial.FAILED.status();
    }

    @Override
    public void purge(PurgeRequest request, StreamObserver<PurgeResponse> observer) {
        Disposable.Swap running = Disposables.swap();
        var outlet = new CallResponseStream<>(
                (ServerCallStreamObserver<PurgeResponse>) observer, patience, running::dispose);
        running.update(purging.purge(request, RpcCaller.current())
                .subscribe(
                        outcome -> {
                            if (outcome.status().isOk()) {
                                outlet.send(PurgeResponse.newBuilder()
                                        .setEntries(outcome.entries())
                                        .build());
                            }
                            outlet.end(outcome.status());
                        },
                        error -> outlet.end(failed(error))));
    }

    @Override
    public void stats(StatsRequest request, StreamObserver<StatsResponse> observer) {
        var stats = StatsResponse.newBuilder();
        metrics.all().forEach(tally -> stats.addStores(tally.stats()));
        observer.onNext(stats.build());
        observer.onCompleted();
    }

    private record One(CallResponseStream<FetchResponse> outlet) implements DocumentReceiver {

        @Override
        public void head(Head head) {
            outlet.send(FetchResponse.newBuilder().setHead(head).build());
        }

        @Override
        public void chunk(ByteString chunk) {
            outlet.send(FetchResponse.newBuilder().setChunk(chunk).build());
        }

        @Override
        public void whenReady(Runnable next) {
            outlet.whenReady(next);
        }
    }

    private record OneOfMany(CallResponseStream<FetchManyResponse> outlet, int index) implements DocumentReceiver {

        @Override
        public void head(Head head) {
            outlet.send(message().setHead(head).build());
        }

        @Override
        public void chunk(ByteString chunk) {
            outlet.send(message().setChunk(chunk).build());
        }

        @Override
        public void whenReady(Runnable next) {
            outlet.whenReady(next);
        }

        /** Completes when the client has read enough: heads and ends wait for that as content does. */
        Mono<Void> room() {
            return Mono.create(sink -> outlet.whenReady(sink::success));
        }

        void end(Status status) {
            outlet.send(message()
                    .setEnd(End.newBuilder()
                            .setCode(status.getCode().value())
                            .setMessage(Objects.requireNonNullElse(status.getDescription(), "")))
                    .build());
        }

        private FetchManyResponse.Builder message() {
            return FetchManyResponse.newBuilder().setIndex(index);
        }
    }
}

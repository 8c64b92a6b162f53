package dev.larder.rpc;

import com.google.protobuf.ByteString;
import dev.larder.gateway.describe.Described;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.message.ReceivedFieldLines;
import dev.larder.gateway.store.NamedStores;
import dev.larder.http.InProcessRequest;
import dev.larder.rfc9111.CacheStatus;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rpc.policy.FetchDenial;
import dev.larder.rpc.policy.WebOrigin;
import dev.larder.rpc.v1.Head;
import dev.larder.rpc.v1.HeaderField;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** The fetch of one document for a client. It ends once: complete, or with a status that gives the reason. */
final class DocumentFetch implements InProcessRequest, ReceivedFieldLines, RpcResponseReceiver {

    private static final Logger LOG = LoggerFactory.getLogger(DocumentFetch.class);
    private static final int NOT_MODIFIED = 304;
    private static final int SERVER_ERROR = 500;
    private static final long UNDECLARED = -1;

    private final DocumentReceiver receiver;
    private final long maxBytes;
    private final Optional<WebOrigin> listed;
    private final DocumentMetrics metrics;
    private final LarderClock clock;
    private final long start;
    private final Disposable.Swap running = Disposables.swap();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable MonoSink<Status> whoWaits;
    private volatile @Nullable ServerWebExchange exchange;
    private volatile @Nullable FetchDenial denied;
    private volatile HeaderFields received = HeaderFields.EMPTY;
    private volatile boolean hit;
    private volatile int answered;
    private volatile long declared = UNDECLARED;
    private volatile long bytes;

    /**
     * Creates a fetch for this receiver.
     *
     * @param maxBytes maximum content; 0 for no limit
     * @param listed the origin, if it is contacted without a route of the gateway
     */
    DocumentFetch(
            DocumentReceiver receiver,
            long maxBytes,
            Optional<WebOrigin> listed,
            DocumentMetrics metrics,
            LarderClock clock) {
        this.receiver = receiver;
        this.maxBytes = maxBytes;
        this.listed = listed;
        this.metrics = metrics;
        this.clock = clock;
        this.start = clock.nanos();
    }

    /** Called with the fields of the request before any filter has seen them. */
    void asks(HttpHeaders fields) {
        received = MessageHeadConverter.fields(fields);
    }

    @Override
    public HeaderFields fieldLines() {
        return received;
    }

    /** Fetches; completes with the status. Cancellation means that the client left; an exchange not shared is aborted. */
    Mono<Status> by(Function<DocumentFetch, Mono<Void>> handling) {
        return Mono.create(sink -> {
            whoWaits = sink;
            sink.onCancel(() -> end(FetchFailure.LEFT.status()));
            running.update(
                    Mono.defer(() -> handling.apply(this)).subscribe(nothing -> {}, this::endFailed, this::endWhole));
        });
    }

    private void endFailed(Throwable error) {
        boolean begun = answered != 0;
        if (!begun) {
            LOG.error("A gRPC document was not fetched", error);
        }
        end(begun ? FetchFailure.CUT_SHORT.status() : FetchDenial.FAILED.status());
    }

    /** Denies the fetch, after a check that came late. */
    void deny(FetchDenial why) {
        end(why.status());
    }

    /** Records the denial reported to the client, whatever response the failure leads to. */
    void willBeDenied(FetchDenial why) {
        denied = why;
    }

    /** Called on the way through the gateway's filters. */
    Optional<WebOrigin> passing(ServerWebExchange by) {
        exchange = by;
        return listed;
    }

    @Override
    public void breakOff() {
        end(FetchFailure.CUT_SHORT.status());
    }

    @Override
    public void head(int status, HttpHeaders fields) {
        FetchDenial why = denied;
        if (why != null) {
            deny(why);
            return;
        }
        List<String> members = fields.getOrEmpty(CacheStatus.FIELD);
        String member = members.isEmpty() ? "" : members.get(members.size() - 1);
        answered = status;
        declared = status == NOT_MODIFIED ? UNDECLARED : fields.getContentLength();
        hit = hasOwnCacheStatus() && CacheStatus.isHit(member);
        var head = Head.newBuilder().setStatus(status);
        head.getCacheStatusBuilder().setHit(hit).setMember(member);
        fields.forEach((name, values) -> values.forEach(value ->
                head.addHeaderFields(HeaderField.newBuilder().setName(name).setValue(value))));
        if (!over.get()) {
            receiver.head(head.build());
        }
    }

    /** Errors are reported to the client only: the surrounding filters cannot handle them. */
    @Override
    public Mono<Void> content(Flux<DataBuffer> content) {
        return ContentChunkSender.handOn(content, receiver, this::admit).onErrorResume(brokenOff -> {
            end(FetchFailure.CUT_SHORT.status());
            return Mono.empty();
        });
    }

    /**
     * Called when the filters complete, which does not prove success: they also complete when they assume that the
     * client has left. The response must have had a head, and as much content as it declares.
     */
    private void endWhole() {
        boolean whole = answered != 0 && (declared == UNDECLARED || declared == bytes);
        end(whole ? Status.OK : FetchFailure.CUT_SHORT.status());
    }

    /** Whether a cache of the route set its Cache-Status; otherwise the last member is of a cache nearer to the origin. */
    private boolean hasOwnCacheStatus() {
        ServerWebExchange passed = exchange;
        return passed != null && Described.told(passed).isPresent();
    }

    private boolean admit(ByteString chunk) {
        long sum = bytes + chunk.size();
        if (maxBytes > 0 && sum > maxBytes) {
            end(FetchFailure.OVERFLOW.status());
        }
        bytes = sum;
        return !over.get();
    }

    private void end(Status status) {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        try {
            count(status);
        } catch (RuntimeException uncounted) {
            LOG.warn("The outcome of a gRPC document was not counted", uncounted);
        } finally {
            running.dispose();
            MonoSink<Status> waiting = whoWaits;
            if (waiting != null) {
                waiting.success(status);
            }
        }
    }

    private void count(Status status) {
        ServerWebExchange passed = exchange;
        StoreDocumentMetrics storeMetrics = metrics.of(passed == null ? StoreDescription.NONE.store() : store(passed));
        if (status.getCode() == Code.RESOURCE_EXHAUSTED) {
            storeMetrics.overflow();
        } else if (!status.isOk() || answered >= SERVER_ERROR) {
            storeMetrics.failure();
        } else if (hit) {
            storeMetrics.hit(bytes, clock.nanos() - start);
        } else {
            storeMetrics.miss(bytes, clock.nanos() - start);
        }
    }

    private static String store(ServerWebExchange exchange) {
        return Described.told(exchange)
                .map(reached -> reached.rule().handling().store().orElse(NamedStores.DEFAULT))
                .orElse(StoreDescription.NONE.store());
    }
}

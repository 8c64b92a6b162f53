package dev.larder.gateway.exchange;

import dev.larder.gateway.origin.OriginCall;
import dev.larder.gateway.origin.OriginResponseListener;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Validation;
import io.netty.buffer.ByteBuf;
import java.util.OptionalLong;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** Fetches what the origin would send a client now, without storing it. Runs on the loop of an exchange. */
public final class ComparisonFetch implements OriginResponseListener {

    private final ExchangeServices services;
    private final ExchangeRequest request;
    private final OriginPort origin;
    private final MonoSink<ComparableResponse> sink;
    private final long askedNanos;
    private Runnable late = () -> {};
    private @Nullable OriginCall call;
    private @Nullable ResponseHead head;
    private final ContentMemory.Claim memory;
    private HeapRecording recording;

    private ComparisonFetch(
            ExchangeServices services, ExchangeRequest request, OriginPort origin, MonoSink<ComparableResponse> sink) {
        this.services = services;
        this.request = request;
        this.origin = origin;
        this.sink = sink;
        this.askedNanos = services.clock().nanos();
        this.memory = services.limits().memory().inBackground().claim();
        this.recording = new HeapRecording(OptionalLong.empty(), 0, memory);
    }

    /** Returns what the origin sends for this request without its conditions; fails if it does not arrive completely. */
    public static Mono<ComparableResponse> read(
            ExchangeServices services, ExchangeRequest request, OriginPort origin, ExchangeLoop loop) {
        return Mono.create(
                sink -> loop.run(() -> new ComparisonFetch(services, request, origin.inBackground(), sink).ask(loop)));
    }

    private void ask(ExchangeLoop loop) {
        late = loop.schedule(
                services.limits().pauses().longest(),
                () -> failed(new TimeoutException("The origin has not answered in time.")));
        sink.onDispose(() -> loop.run(this::cancel));
        try {
            call = origin.ask(Validation.unconditional(request.head()), 0, this);
        } catch (RuntimeException fault) {
            failed(fault);
        }
    }

    private void cancel() {
        late.run();
        memory.release();
        if (call != null) {
            call.cancel();
        }
    }

    @Override
    public void sending() {}

    @Override
    public void writable() {}

    @Override
    public void interim(ResponseHead interim) {}

    @Override
    public void head(ResponseHead arrived, boolean atHand) {
        late.run();
        origin.answered(arrived.status(), services.clock().nanos() - askedNanos);
        head = origin.seen(arrived);
        long limit = services.limits().maxObjectSize(request.rule());
        OptionalLong announced = FetchResponse.announced(head);
        boolean fits = memory.take(HeapRecording.needed(announced, limit));
        recording = new HeapRecording(announced, fits ? limit : 0, memory);
    }

    @Override
    public void data(ByteBuf octets) {
        Reason lost = recording.add(octets);
        octets.release();
        if (lost != null) {
            failed(new TruncatedResponseException());
        }
    }

    @Override
    public void end(HeaderFields trailers) {
        if (head != null) {
            sink.success(new ComparableResponse(head, recording.body()));
        }
    }

    @Override
    public void failed(Throwable error) {
        if (head == null) {
            origin.unanswered(error, services.clock().nanos() - askedNanos);
        }
        sink.error(error);
    }
}

package dev.larder.gateway.exchange;

import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.message.TruncatedResponseException;
import dev.larder.gateway.store.ComparableResponse;
import dev.larder.gateway.store.ContentMemory;
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
public final class ComparisonFetch implements ResponseSink {

    private final ExchangeServices services;
    private final ExchangeRequest request;
    private final OriginRequestTracker call;
    private final MonoSink<ComparableResponse> sink;
    private Runnable late = () -> {};
    private @Nullable ResponseHead head;
    private final ContentMemory.Claim memory;
    private HeapRecording recording;

    private ComparisonFetch(
            ExchangeServices services, ExchangeRequest request, OriginPort origin, MonoSink<ComparableResponse> sink) {
        this.services = services;
        this.request = request;
        this.call = new OriginRequestTracker(origin, services.clock()::nanos, this);
        this.sink = sink;
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
                () -> call.failed(new TimeoutException("The origin has not answered in time.")));
        sink.onDispose(() -> loop.run(this::cancel));
        try {
            call.ask(Validation.unconditional(request.head()));
        } catch (RuntimeException fault) {
            call.failed(fault);
        }
    }

    private void cancel() {
        late.run();
        memory.release();
        call.cancel();
    }

    @Override
    public void interim(ResponseHead interim) {}

    @Override
    public void head(ResponseHead arrived, boolean atHand) {
        late.run();
        head = arrived;
        long limit = services.limits().maxObjectSize(request.rule());
        OptionalLong announced = arrived.announcedLength();
        boolean fits = memory.take(HeapRecording.needed(announced, limit));
        recording = new HeapRecording(announced, fits ? limit : 0, memory);
    }

    @Override
    public boolean receive(ByteBuf octets) {
        Reason lost = recording.add(octets);
        octets.release();
        if (lost != null) {
            call.failed(new TruncatedResponseException());
        }
        return true;
    }

    @Override
    public void received() {}

    @Override
    public boolean hasIdleTimeout() {
        return true;
    }

    @Override
    public void end() {
        if (head != null) {
            sink.success(new ComparableResponse(head, recording.body()));
        }
    }

    @Override
    public void failed(Throwable error) {
        sink.error(error);
    }
}

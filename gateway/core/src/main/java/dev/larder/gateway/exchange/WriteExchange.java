package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.origin.OriginCall;
import dev.larder.gateway.origin.OriginResponseListener;
import dev.larder.http.SendProgress;
import dev.larder.invalidation.EpochChange;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * One unsafe request whose content has been received: forwarded behind its fence, and answered when everything that it makes wrong
 * is invalidated (RFC 9111 4.4).
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>entered when</th><th>if the client leaves</th></tr>
 * <tr><td>fencing</td><td>it begins</td><td>nothing is sent</td></tr>
 * <tr><td>forwarded</td><td>its fence is set</td><td>the response is awaited for a while: only it tells what has changed</td></tr>
 * <tr><td>settling</td><td>the head of the response has arrived</td><td>the invalidation is completed</td></tr>
 * <tr><td>answering</td><td>that has taken effect</td><td>the rest of the response is cancelled</td></tr>
 * </table>
 *
 * <p>Everything runs on the loop of the client, but for the invalidation of other members of a cluster.
 */
public final class WriteExchange {

    private final ExchangeContext context;
    private final WritePort port;
    private final ExchangeResponder responder;
    private final Disposable.Swap running = Disposables.swap();
    private final EpochStamp before;
    private final Instant asked;
    private FetchInitiator initiator;
    private @Nullable ByteBuf content;
    private @Nullable Response response;
    private @Nullable Fetch recorded;
    private boolean over;

    /** @param content the content, which this takes over; null if the request has none */
    public WriteExchange(ExchangeContext context, ClientPort client, WritePort port, @Nullable ByteBuf content) {
        this.context = context;
        this.port = port;
        this.content = content;
        this.responder = new ExchangeResponder(context, client, () -> over = true, () -> {});
        this.initiator = responder;
        this.before = context.stamp();
        this.asked = context.now();
    }

    /** Begins to set the fence. */
    public void begin() {
        context.report().forwarded(Reason.METHOD);
        if (!port.waits()) {
            context.report().notStored(Reason.EVENTUAL);
        }
        running.update(port.around(this::forward)
                .doFinally(signal -> context.loop().run(this::releaseUnsent))
                .subscribe(
                        change -> context.loop().run(() -> settled(change)),
                        error -> context.loop().run(() -> initiator.failed(error))));
    }

    /** Called when the client has left before the end of its response. */
    public void clientLeft() {
        if (over) {
            return;
        }
        over = true;
        initiator = FetchInitiator.NONE;
        responder.clientLeft();
        if (recorded != null) {
            recorded.left();
        }
        if (response != null && response.head != null) {
            response.cancel();
        }
        running.dispose();
    }

    /** Called when the client keeps up again. */
    public void clientWritable() {
        if (response != null) {
            response.resume();
        }
    }

    /** The fence may be set on another thread. */
    private Mono<ResponseHead> forward(SendProgress progress) {
        return Mono.create(sink -> {
            var asking = new Response(progress, sink);
            sink.onCancel(() -> context.loop().run(asking::cancel));
            context.loop().run(() -> {
                response = asking;
                asking.ask();
            });
        });
    }

    private void releaseUnsent() {
        ByteBuf unsent = content;
        content = null;
        if (unsent != null) {
            unsent.release();
        }
    }

    private void settled(EpochChange change) {
        Response answered = response;
        if (answered == null || answered.head == null) {
            return;
        }
        if (!record(answered, answered.head, change)) {
            initiator.head(answered.head.endToEnd());
        }
        answered.release();
    }

    /**
     * Stores the response to a POST that declares itself valid for GET (RFC 9110 9.3.3), unless another write has advanced its
     * tags in the meantime.
     */
    private boolean record(Response answered, ResponseHead head, EpochChange change) {
        if (!port.mayBeStored() || change.before() > before.epoch()) {
            return false;
        }
        var times = new ReceptionTimes(
                asked, context.now(), context.services().clock().wall());
        StoreVerdict verdict = Storability.judge(
                context.request().head(), head, context.request().policy(), times);
        OptionalLong announced = FetchResponse.announced(head);
        long limit = context.services().limits().maxObjectSize(context.request().rule());
        if (!(verdict instanceof StoreVerdict.Store store) || announced.orElse(0) > limit) {
            return false;
        }
        EpochStamp stamp = writtenAt(change, head);
        var fetch = new Fetch(context, Optional.empty(), CollapsedFetch.alone(stamp), initiator);
        recorded = fetch;
        var what = new FetchRecording.Recorded(
                head,
                store.response(),
                stamp,
                Duration.between(asked, times.responseTime()).toNanos());
        var recording = new FetchRecording(fetch, context, what, answered.atHand, Optional.empty());
        answered.receiver = recording;
        recording.begin(false);
        return true;
    }

    private EpochStamp writtenAt(EpochChange change, ResponseHead head) {
        Set<CacheTag> tags = new HashSet<>(context.request().resourceTags().ofResponse());
        tags.addAll(context.services()
                .originTags()
                .ofResponse(context.request().resourceTags().origin(), head.fields()));
        EpochStamp now = context.store().stamp(tags);
        return now.at(Math.min(change.now(), now.epoch()));
    }

    /** The response, held back until the write is settled. */
    private final class Response implements OriginResponseListener {

        private final SendProgress progress;
        private final MonoSink<ResponseHead> sink;
        private final long askedNanos = context.services().clock().nanos();
        private @Nullable OriginCall call;
        private @Nullable ResponseHead head;
        private @Nullable ContentReceiver receiver;
        private boolean atHand;
        private boolean released;
        private boolean cancelled;

        Response(SendProgress progress, MonoSink<ResponseHead> sink) {
            this.progress = progress;
            this.sink = sink;
        }

        void ask() {
            if (cancelled) {
                return;
            }
            progress.connecting();
            ByteBuf whole = content;
            content = null;
            try {
                OriginCall begun =
                        context.origin().ask(context.request().head(), whole == null ? 0 : whole.readableBytes(), this);
                call = begun;
                if (whole != null) {
                    begun.send(whole.retain());
                }
                begun.sendLast(HeaderFields.EMPTY);
            } catch (RuntimeException fault) {
                sink.error(fault);
            } finally {
                ReferenceCountUtil.release(whole);
            }
            if (cancelled) {
                cancel();
            }
        }

        void cancel() {
            cancelled = true;
            if (receiver != null && !receiver.isWorthCancelling()) {
                return;
            }
            if (call != null) {
                call.cancel();
            }
            if (receiver != null) {
                receiver.cancelled();
            }
        }

        /** What has been held back is flushed: nothing more may be received that would flush it. */
        void resume() {
            if (call != null && released) {
                call.resume();
                if (!over) {
                    initiator.received();
                }
            }
        }

        /** The write is settled: its response goes on. */
        void release() {
            released = true;
            resume();
        }

        @Override
        public void sending() {
            progress.sending();
        }

        @Override
        public void interim(ResponseHead interim) {
            initiator.interim(context.origin().seen(interim).endToEnd());
        }

        @Override
        public void head(ResponseHead arrived, boolean whole) {
            atHand = whole;
            ResponseHead seen = context.origin().seen(arrived);
            head = seen;
            context.origin().answered(seen.status(), context.services().clock().nanos() - askedNanos);
            sink.success(seen);
            if (initiator == FetchInitiator.NONE) {
                cancel();
            } else if (!released && call != null) {
                call.pause();
            }
        }

        @Override
        public void data(ByteBuf octets) {
            boolean more = receiver == null ? initiator.data(octets) : receiver.data(octets);
            if (!more && call != null) {
                call.pause();
            }
        }

        @Override
        public boolean limitsPauses() {
            return receiver != null && receiver.limitsPauses();
        }

        @Override
        public void received() {
            if (released) {
                initiator.received();
            }
        }

        @Override
        public void end(HeaderFields trailers) {
            if (receiver == null) {
                initiator.end();
            } else {
                receiver.end();
            }
        }

        @Override
        public void failed(Throwable error) {
            if (head == null) {
                sink.error(error);
            } else if (receiver == null) {
                initiator.failed(error);
            } else {
                receiver.failed(error);
            }
        }

        @Override
        public void writable() {}
    }
}

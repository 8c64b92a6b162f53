package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.origin.OriginCall;
import dev.larder.gateway.origin.OriginResponseListener;
import dev.larder.invalidation.EpochChange;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/**
 * One unsafe request: forwarded behind its {@link WriteFence}, and answered when everything that it makes wrong is invalidated (RFC
 * 9111 4.4). Content that is not received yet is streamed: the fence is then up before the origin has the end of it.
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>entered when</th><th>if the client leaves</th></tr>
 * <tr><td>FENCING</td><td>it begins</td><td>nothing is sent</td></tr>
 * <tr><td>FORWARDED</td><td>its fence is up, or its content is streamed</td><td>the request is cancelled if its content is incomplete;
 * otherwise the response is awaited for a while, if the origin may have the request: only
 * that tells what has changed</td></tr>
 * <tr><td>SETTLING</td><td>the head of the response has arrived, or there is none</td><td>the invalidation is completed, and the
 * rest of the response cancelled</td></tr>
 * <tr><td>ANSWERING</td><td>that has taken effect: an {@link Exchange} gets the response</td><td>that decides</td></tr>
 * </table>
 *
 * <p>Everything runs on the loop of the client, but for the invalidation of other members of a cluster.
 */
public final class WriteExchange {

    private final ExchangeContext context;
    private final ClientPort client;
    private final WriteFence fence;
    private final boolean mayBeStored;
    private final Response response;
    private final Exchange answer;
    private final EpochStamp before;
    private final Instant asked;
    private final Disposable.Swap waiting = Disposables.swap();
    private ByteBuf content;
    private @Nullable UploadContent upload;
    private State state = State.FENCING;
    private boolean left;

    private enum State {
        FENCING,
        FORWARDED,
        SETTLING,
        ANSWERING
    }

    /**
     * Creates an exchange that has not begun.
     *
     * @param mayBeStored whether a GET for the target is answered by the same rule as the response would be stored by
     * @param content the content, which this takes over; null if the request has none
     */
    public WriteExchange(
            ExchangeContext context,
            ClientPort client,
            WriteFence fence,
            boolean mayBeStored,
            @Nullable ByteBuf content) {
        this.context = context;
        this.client = client;
        this.fence = fence;
        this.mayBeStored = mayBeStored;
        this.content = content == null ? Unpooled.EMPTY_BUFFER : content;
        this.response = new Response();
        this.answer = new Exchange(context.with(response), client);
        this.before = context.stamp();
        this.asked = context.now();
        context.report().forwarded(Reason.METHOD);
        if (!fence.waits()) {
            context.report().notStored(Reason.EVENTUAL);
        }
    }

    /** Begins to raise the fence. */
    public void begin() {
        onLoop(fence.raise(), up -> forward(), this::failed);
    }

    /** Begins with content that has been read ahead: without the rest of it, the origin has an incomplete request. */
    public void begin(UploadContent received) {
        upload = received;
        if (received.isWhole()) {
            begin();
        } else {
            fence.streams(client::atEnd);
            received.beforeEnd(Mono.fromCompletionStage(fence::raise));
            forward();
        }
    }

    /** Answers a request whose content does not arrive, or exceeds limits; nothing is sent. */
    public void refuse(Throwable error) {
        failed(error);
    }

    /** The fence may be set, and the invalidation complete, on another thread. */
    private <T> void onLoop(CompletionStage<T> stage, Consumer<T> next, Consumer<Throwable> failed) {
        stage.whenComplete((result, fault) -> context.loop().run(() -> {
            try {
                if (fault == null) {
                    next.accept(result);
                } else {
                    failed.accept(fault instanceof CompletionException wrapped ? wrapped.getCause() : fault);
                }
            } catch (RuntimeException unexpected) {
                answer.fault(unexpected);
            }
        }));
    }

    /** Called when the client has left before the end of its response. */
    public void clientLeft() {
        left = true;
        answer.clientLeft();
        if (state == State.ANSWERING) {
            response.breakOff();
        } else if (state == State.FENCING) {
            releaseContent();
            fence.over();
        } else if (state == State.SETTLING) {
            response.call.cancel();
        } else if (state == State.FORWARDED) {
            waiting.update(fence.left(() -> context.loop().run(this::giveUp)));
        }
    }

    private void giveUp() {
        if (state == State.FORWARDED) {
            response.call.cancel();
            fence.over();
        }
    }

    /** Called when the client keeps up again. */
    public void clientWritable() {
        answer.clientWritable();
    }

    private ByteBuf takeContent() {
        ByteBuf taken = content;
        content = Unpooled.EMPTY_BUFFER;
        return taken;
    }

    private void releaseContent() {
        takeContent().release();
    }

    private void forward() {
        if (left) {
            return;
        }
        state = State.FORWARDED;
        try {
            response.ask(takeContent());
        } catch (RuntimeException fault) {
            response.call.refuse(fault);
        }
    }

    /** There is no response. An origin that has incomplete content may have acted on it, though the fence could not be raised. */
    private void failed(Throwable error) {
        releaseContent();
        state = State.ANSWERING;
        if (upload != null) {
            fence.over();
        }
        if (!left) {
            answer.responder().failed(error);
        }
    }

    private void settled(ResponseHead head, EpochChange change) {
        if (left || state != State.SETTLING) {
            return;
        }
        state = State.ANSWERING;
        Optional<EpochStamp> stamp = mayBeStored
                ? stampOf(context.services(), context.request(), head, asked, before, change)
                : Optional.empty();
        stamp.ifPresentOrElse(known -> answer.beginAnswered(known, asked), answer::beginPassing);
        answer.clientWritable();
    }

    /**
     * Returns the stamp of a response to POST that declares itself valid for GET (RFC 9110 9.3.3); empty if it does not, or if
     * another write has advanced its tags in the meantime, or may have: what its content names is not known yet.
     *
     * @param asked when the request was made
     * @param before stamp of a response at that time
     * @param change what the write has invalidated
     */
    public static Optional<EpochStamp> stampOf(
            ExchangeServices services,
            ExchangeRequest request,
            ResponseHead head,
            Instant asked,
            EpochStamp before,
            EpochChange change) {
        var times = new ReceptionTimes(
                asked, services.clock().steady(), services.clock().wall());
        if (!request.rule().invalidation().contentPools().isEmpty()
                || !(Storability.judge(request.head(), head, request.policy(), times) instanceof StoreVerdict.Store)) {
            return Optional.empty();
        }
        Set<CacheTag> tags = request.resourceTags().ofResponse();
        tags.addAll(services.originTags().ofResponse(head.fields()));
        EpochStamp now = services.store().stamp(tags);
        return services.store().unmovedBut(now.at(before.epoch()), change)
                ? Optional.of(now.at(Math.min(change.now(), now.epoch())))
                : Optional.empty();
    }

    /** The response: held back until the write is settled, then the origin of an exchange that has responded already. */
    private final class Response implements OriginPort, ResponseSink {

        private final OriginRequestTracker call =
                new OriginRequestTracker(context.origin(), context.services().clock()::nanos, this, fence::sending);
        private @Nullable ResponseHead head;
        private @Nullable OriginResponseListener next;
        private boolean whole;

        void ask(ByteBuf octets) {
            if (upload != null) {
                call.ask(context.request().head(), upload, context.loop());
            } else {
                call.ask(context.request().head(), octets);
            }
        }

        /** The client has left before the end of its content: there will be no more of the response. */
        void breakOff() {
            if (next != null && upload != null && !upload.isOver()) {
                call.refuse(UploadException.brokenOff());
            }
        }

        private void settling() {
            state = State.SETTLING;
            waiting.dispose();
        }

        @Override
        public OriginCall ask(RequestHead request, long length, OriginResponseListener listener) {
            next = listener;
            listener.head(Objects.requireNonNull(head), whole);
            return Objects.requireNonNull(call.call());
        }

        @Override
        public void interim(ResponseHead interim) {
            if (!left) {
                answer.responder().interim(interim);
            }
        }

        @Override
        public void head(ResponseHead seen, boolean atHand) {
            head = seen;
            whole = atHand;
            settling();
            boolean more = upload != null && !upload.isWhole() && upload.mayHaveMore();
            onLoop(fence.answered(seen, more), change -> answered(seen, change, more), this::unsettled);
            if (left) {
                call.cancel();
            } else if (state == State.SETTLING) {
                call.pause();
            }
        }

        /** What the origin does with the rest of the content is invalidated when the response is over. */
        private void answered(ResponseHead seen, EpochChange change, boolean more) {
            if (more) {
                fence.over();
            }
            settled(seen, change);
        }

        private void unsettled(Throwable fault) {
            call.cancel();
            WriteExchange.this.failed(fault);
        }

        @Override
        public boolean data(ByteBuf octets) {
            if (next == null) {
                octets.release();
            } else {
                next.data(octets);
            }
            return true;
        }

        @Override
        public boolean limitsPauses() {
            return next != null && next.limitsPauses();
        }

        @Override
        public void received() {
            if (next != null) {
                next.received();
            }
        }

        @Override
        public void end() {
            if (next == null) {
                call.failed(new IOException("The response has no head."));
            } else {
                next.end(HeaderFields.EMPTY);
            }
        }

        @Override
        public void failed(Throwable error) {
            if (next != null) {
                next.failed(error);
                return;
            }
            settling();
            Consumer<Throwable> answered = settled -> WriteExchange.this.failed(error);
            boolean brokenOff = upload != null && upload.hasFailed();
            onLoop(fence.failed(error, brokenOff), change -> WriteExchange.this.failed(error), answered);
        }
    }
}

package dev.larder.gateway.exchange;

import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The response to one request of a {@link Fetch}: first its head is awaited, then its content goes to a receiver. */
final class FetchAttempt implements ResponseSink {

    private static final long WORTH_DRAINING = 64 * 1024;

    private final Listener listener;
    private final ExchangeContext context;
    private final boolean validating;
    private final Instant asked;
    private final boolean counted;
    private final OriginRequestTracker call;
    private Instant answered;
    private boolean conditional;
    private boolean atHand;
    private @Nullable ContentReceiver receiver;

    /** Is told what arrives before the content. Called on the loop. */
    interface Listener {

        /** An interim response has arrived. */
        void onInterim(ResponseHead head);

        /** The head of this response has arrived. Its content goes to the receiver that is set now. */
        void onHead(FetchAttempt from, ResponseHead head);

        /** There is no response. */
        void onFailure(Throwable error);
    }

    /**
     * @param validating whether the request has the validators of a stored response
     * @param asked when the request is made
     * @param counted whether the duration of the request is counted
     */
    FetchAttempt(Listener listener, ExchangeContext context, boolean validating, Instant asked, boolean counted) {
        this.listener = listener;
        this.context = context;
        this.validating = validating;
        this.asked = asked;
        this.counted = counted;
        this.call =
                new OriginRequestTracker(context.origin(), context.services().clock()::nanos, this);
        this.answered = asked;
    }

    boolean isValidating() {
        return validating;
    }

    /** Returns whether a 304 can answer the request as it was sent, with the client's conditions or with validators. */
    boolean isConditional() {
        return conditional;
    }

    /** Returns whether the whole response has been received with its head. */
    boolean isAtHand() {
        return atHand;
    }

    /** Returns where the content goes; null while the head is awaited. */
    @Nullable
    ContentReceiver receiver() {
        return receiver;
    }

    void to(ContentReceiver next) {
        receiver = next;
    }

    void ask(RequestHead head) {
        conditional = ExchangeRequest.isConditional(head);
        try {
            call.ask(head);
        } catch (RuntimeException fault) {
            call.failed(fault);
        }
    }

    boolean isAwaited() {
        return receiver == null && !call.isCancelled();
    }

    /** Returns whether nobody but the initiator needs the rest of the content. */
    boolean isForInitiator() {
        return receiver != null && receiver.isForInitiator();
    }

    ReceptionTimes reception() {
        return new ReceptionTimes(asked, answered, context.services().clock().wall());
    }

    /** Returns the nanoseconds from the request to the head of its response. */
    long cost() {
        return Math.max(0, Duration.between(asked, answered).toNanos());
    }

    void drain() {
        receiver = new Draining();
    }

    void cancel() {
        call.cancel();
        if (receiver != null) {
            receiver.cancelled();
        }
    }

    void resume() {
        if (receiver == null || !receiver.isFull()) {
            call.resume();
        }
    }

    @Override
    public void interim(ResponseHead head) {
        listener.onInterim(head);
    }

    @Override
    public void head(ResponseHead head, boolean whole) {
        answered = context.now();
        atHand = whole;
        if (counted) {
            context.counter().traffic().fetched(call.nanos());
        }
        listener.onHead(this, head);
    }

    @Override
    public boolean receive(ByteBuf octets) {
        if (receiver == null) {
            octets.release();
            return true;
        }
        return receiver.receive(octets);
    }

    @Override
    public boolean hasIdleTimeout() {
        return receiver == null || receiver.hasIdleTimeout();
    }

    @Override
    public void received() {
        if (receiver != null) {
            receiver.received();
        }
    }

    @Override
    public void end() {
        if (receiver != null) {
            receiver.end();
        }
    }

    @Override
    public void failed(Throwable error) {
        if (receiver == null) {
            receiver = new Draining();
            listener.onFailure(error);
        } else {
            receiver.failed(error);
        }
    }

    /** A response that is not needed. */
    private final class Draining implements ContentReceiver {

        private long drained;

        @Override
        public boolean receive(ByteBuf octets) {
            drained += octets.readableBytes();
            octets.release();
            if (drained > WORTH_DRAINING) {
                cancel();
            }
            return true;
        }

        @Override
        public void received() {}

        @Override
        public void end() {}

        @Override
        public void failed(Throwable error) {}

        @Override
        public boolean isForInitiator() {
            return false;
        }

        @Override
        public boolean isWorthCancelling() {
            return false;
        }

        @Override
        public void cancelled() {}
    }

    /**
     * The exchanges that need the response of a {@link Fetch}: its initiator, and those that have joined its {@link CollapsedFetch}. Cancels
     * the response when none of them needs it.
     *
     * <p>Confined to the loop of the initiator's client. Exchanges on other loops know only the {@code CollapsedFetch}: the last one that
     * leaves hands {@link #onEmpty} over, so that no request can join a fetch that is being cancelled.
     */
    static final class Participants {

        /** How long a request whose client has left continues, for requests that may still join. */
        static final Duration LINGER = Duration.ofSeconds(2);

        private final ExchangeLoop loop;
        private final CollapsedFetch shared;
        private final boolean background;
        private FetchInitiator initiator;
        private FetchAttempt response;

        /** @param initiator the exchange that the fetch is begun for; {@link FetchInitiator#NONE} for one in the background */
        Participants(ExchangeLoop loop, CollapsedFetch shared, FetchInitiator initiator, FetchAttempt response) {
            this.loop = loop;
            this.shared = shared;
            this.background = initiator == FetchInitiator.NONE;
            this.initiator = initiator;
            this.response = response;
        }

        FetchInitiator initiator() {
            return initiator;
        }

        CollapsedFetch shared() {
            return shared;
        }

        /** Returns whether the fetch was begun without a client. */
        boolean isBackground() {
            return background;
        }

        /** Makes the request of the fetch. */
        void ask(RequestHead head) {
            shared.onGiveUp(() -> loop.execute(this::onEmpty));
            response.ask(head);
        }

        /** The fetch makes another request, whose response takes the place of the earlier one. */
        void expect(FetchAttempt next) {
            response = next;
        }

        /** Called when the initiator's client has left, or has its response; perhaps more than once. */
        void leave() {
            boolean first = initiator != FetchInitiator.NONE;
            initiator = FetchInitiator.NONE;
            cancelIfUnneeded();
            if (first) {
                shared.leave();
            }
        }

        /** Cancels if the initiator has left, and all those that had joined have been released. */
        void cancelIfUnneeded() {
            if (!background && initiator == FetchInitiator.NONE && response.isForInitiator()) {
                response.cancel();
            }
        }

        /** Called when the initiator's client keeps up again, or there is room for more. */
        void resume() {
            response.resume();
        }

        /** Called when the rest of the response is of no use any more. */
        void drain() {
            response.drain();
        }

        /** Called when all exchanges have left, unless one has joined again. */
        private void onEmpty() {
            if (response.isAwaited() && shared.isJoinable()) {
                loop.schedule(LINGER, this::cancelUnlessUseful);
            } else {
                cancelUnlessUseful();
            }
        }

        private void cancelUnlessUseful() {
            ContentReceiver receiver = response.receiver();
            boolean useful = !response.isAwaited() && (receiver == null || !receiver.isWorthCancelling());
            boolean unneeded = initiator == FetchInitiator.NONE && response.isForInitiator();
            if (unneeded || (!useful && shared.closeIfEmpty())) {
                response.cancel();
            }
        }
    }
}

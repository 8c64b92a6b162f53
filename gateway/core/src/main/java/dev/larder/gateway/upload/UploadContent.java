package dev.larder.gateway.upload;

import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.message.UploadException;
import dev.larder.gateway.upload.UploadProgress.State;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.ReferenceCountUtil;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Processor;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The content of one request on its way to the origin: pieces arrive from the client, and readers ask for them.
 *
 * <p>Pieces arrive on the client's thread; a reader may ask on any. Until a reader has asked for what arrives, it is called on its own
 * thread, afterwards on the client's: so it gets one piece after the other. The last piece and the end come on the thread that has done
 * what precedes them ({@link #beforeEnd}). The monitor guards the fields, and is not held while pieces are passed on.
 */
public final class UploadContent implements Processor<ByteBuf, ByteBuf> {

    private static final Logger log = LoggerFactory.getLogger(UploadContent.class);

    private final UploadProgress progress;
    private final CompletableFuture<UploadContent> read;
    private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    private @Nullable Subscription client;
    private @Nullable Throwable failure;
    private @Nullable Reading reader;
    private Supplier<CompletionStage<Void>> beforeEnd = () -> CompletableFuture.completedFuture(null);

    /**
     * @param readAhead maximum number of octets to read ahead; longer content is streamed
     * @param announced announced length; negative if unknown
     * @param read told once, when the content is complete or to be streamed, or has failed before
     */
    public UploadContent(int readAhead, long announced, CompletableFuture<UploadContent> read) {
        this.progress = new UploadProgress(readAhead, announced);
        this.read = read;
    }

    /** Returns whether all of the content has been received. */
    public synchronized boolean isWhole() {
        return progress.state() == State.WHOLE;
    }

    /** Returns whether no more of the content will be sent. */
    public synchronized boolean isOver() {
        return progress.state().isOver();
    }

    /** Returns whether the origin has not been sent all of it: the origin may then act on more than it has answered. */
    public synchronized boolean mayHaveMore() {
        return failure != null || !progress.state().isOver();
    }

    /** Returns whether the client broke the content off, or was too slow. */
    public synchronized boolean hasFailed() {
        return failure != null;
    }

    /** Returns the announced length in octets; -1 if none is announced. */
    public long length() {
        return progress.announced();
    }

    /** Returns whether an error says that a client broke its content off: it has left. */
    public static boolean isBrokenOff(Throwable error) {
        return error instanceof UploadException failed && failed.isBrokenOff();
    }

    /** Adds an action to be done before the end of streamed content is sent: until then the origin has an incomplete request. */
    public synchronized void beforeEnd(Supplier<CompletionStage<Void>> action) {
        Supplier<CompletionStage<Void>> before = beforeEnd;
        beforeEnd = () -> before.get().thenCompose(done -> action.get());
    }

    /** Runs an action when the content has been sent, has failed, or is not needed any more; at once if it is over. */
    void whenOver(Runnable action) {
        over.thenRun(action).exceptionally(fault -> {
            log.warn("What follows the content of a request has failed.", fault);
            return null;
        });
    }

    /**
     * Checks whether content has arrived since the last call. A client that pauses may wait for a response to what it has sent:
     * then the rest is streamed, if admitted.
     *
     * @return whether the content is still being read ahead
     */
    boolean checkProgress(BooleanSupplier admitted) {
        synchronized (this) {
            if (!progress.isPausing() || !admitted.getAsBoolean()) {
                return progress.state() == State.READING;
            }
            progress.move(State::streamed);
        }
        read.complete(this);
        return false;
    }

    /** Called when the content is not needed any more: the rest is not waited for. */
    void end() {
        Subscription unread;
        ByteBuf unsent;
        synchronized (this) {
            unread = client;
            unsent = progress.take();
            progress.move(State::givenUp);
        }
        ReferenceCountUtil.release(unsent);
        if (unread != null) {
            unread.cancel();
        }
        over.complete(null);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        long ahead;
        synchronized (this) {
            client = subscription;
            ahead = progress.begin();
        }
        if (ahead > 0) {
            subscription.request(ahead);
        } else {
            read.complete(this);
        }
    }

    private void ask(long wanted) {
        if (wanted > 0) {
            Objects.requireNonNull(client).request(wanted);
        }
    }

    @Override
    public void onNext(ByteBuf piece) {
        UploadProgress.Arrival arrival;
        Reading to;
        synchronized (this) {
            arrival = progress.arrive(piece);
            to = reader;
        }
        switch (arrival) {
            case KEPT -> ask(1);
            case KEPT_AS_LAST -> read.complete(this);
            case WAITS -> {}
            case PASSED_ON -> Objects.requireNonNull(to).subscriber.onNext(piece);
            case DROPPED -> piece.release();
        }
    }

    @Override
    public void onComplete() {
        State before;
        ByteBuf last;
        synchronized (this) {
            before = progress.move(State::arrived);
            last = before == State.FLOWING ? progress.take() : null;
        }
        if (before == State.READING) {
            read.complete(this);
        } else if (before == State.FLOWING) {
            sendEnd(last);
        }
    }

    private void sendEnd(@Nullable ByteBuf last) {
        Reading to;
        Supplier<CompletionStage<Void>> action;
        synchronized (this) {
            to = Objects.requireNonNull(reader);
            action = beforeEnd;
        }
        CompletableFuture.completedFuture(null)
                .thenCompose(now -> action.get())
                .whenComplete((done, fault) -> sendEnd(to, last, fault));
    }

    /** What has arrived completely is sent even if its client has left meanwhile, unless its reader has. */
    private void sendEnd(Reading to, @Nullable ByteBuf last, @Nullable Throwable fault) {
        try {
            if (fault == null) {
                to.end(last);
            } else {
                ReferenceCountUtil.release(last);
            }
        } finally {
            synchronized (this) {
                progress.move(fault == null ? State::sent : State::givenUp);
            }
            over.complete(null);
        }
        if (fault != null) {
            to.fail(fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault);
        }
    }

    @Override
    public void onError(Throwable error) {
        State before;
        Throwable cause;
        ByteBuf unsent;
        Reading to;
        synchronized (this) {
            before = progress.move(State::failed);
            if (!before.isArriving()) {
                return;
            }
            cause = before == State.READING || error instanceof UploadException ? error : UploadException.brokenOff();
            failure = cause;
            unsent = before == State.FLOWING ? progress.take() : null;
            to = before == State.FLOWING ? reader : null;
        }
        ReferenceCountUtil.release(unsent);
        over.complete(null);
        if (before == State.READING) {
            read.completeExceptionally(cause);
        } else if (to != null) {
            to.fail(cause);
        }
    }

    /** Gives a reader the content as it asks for it. What is streamed can be read once. */
    @Override
    public void subscribe(Subscriber<? super ByteBuf> subscriber) {
        subscriber.onSubscribe(new Reading(subscriber));
    }

    /** One reader: each gets what was read ahead, and the first one gets the rest. */
    private final class Reading implements Subscription {

        private final Subscriber<? super ByteBuf> subscriber;
        private volatile Step step = Step.NEW;
        private long demand;

        private enum Step {
            NEW,
            /** What has arrived before is passed on. */
            PASSING,
            /** That was all of it. */
            COMPLETE,
            /** The rest is another reader's. */
            REFUSED,
            /** The rest is this reader's, but has not been asked for yet. */
            CLAIMED,
            JOINED,
            LEFT
        }

        private Reading(Subscriber<? super ByteBuf> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long wanted) {
            Step before;
            synchronized (UploadContent.this) {
                before = step;
                demand = demand + wanted < 0 ? Long.MAX_VALUE : demand + wanted;
                step = before == Step.NEW ? Step.PASSING : before;
            }
            switch (before) {
                case NEW -> begin();
                case CLAIMED -> join();
                case JOINED -> ask(wanted);
                case PASSING, COMPLETE, REFUSED, LEFT -> {}
            }
        }

        private void begin() {
            byte[] octets = progress.ahead();
            if (octets.length > 0) {
                passOn(Unpooled.wrappedBuffer(octets));
            }
            switch (claim()) {
                case COMPLETE -> subscriber.onComplete();
                case REFUSED -> subscriber.onError(GatewayProblem.SENT_ONCE.toUploadException());
                case CLAIMED -> join();
                default -> {}
            }
        }

        private void passOn(ByteBuf piece) {
            synchronized (UploadContent.this) {
                demand -= demand == Long.MAX_VALUE ? 0 : 1;
            }
            subscriber.onNext(piece);
        }

        private Step claim() {
            synchronized (UploadContent.this) {
                if (step == Step.PASSING) {
                    boolean free = reader == null || reader == this;
                    step = progress.state() == State.WHOLE ? Step.COMPLETE : free ? Step.CLAIMED : Step.REFUSED;
                    reader = step == Step.CLAIMED ? this : reader;
                }
                return step;
            }
        }

        /** Passes on what came before it was asked for; all else follows as it arrives. */
        private void join() {
            for (ByteBuf early = takeEarlyOrJoin(); early != null; early = takeEarlyOrJoin()) {
                passOn(early);
                claim();
            }
        }

        private @Nullable ByteBuf takeEarlyOrJoin() {
            State found;
            long more;
            ByteBuf last;
            synchronized (UploadContent.this) {
                if (step != Step.CLAIMED || demand == 0) {
                    return null;
                }
                ByteBuf early = progress.takeEarly();
                if (early != null) {
                    step = Step.PASSING;
                    return early;
                }
                step = Step.JOINED;
                found = progress.move(State::asked);
                more = progress.missing(demand);
                last = found == State.ARRIVED ? progress.take() : null;
            }
            switch (found) {
                case UNREAD -> ask(more);
                case ARRIVED -> sendEnd(last);
                case FAILED -> fail(Objects.requireNonNull(failure));
                default -> fail(GatewayProblem.SENT_ONCE.toUploadException());
            }
            return null;
        }

        private void end(@Nullable ByteBuf last) {
            if (step == Step.LEFT) {
                ReferenceCountUtil.release(last);
                return;
            }
            if (last != null) {
                subscriber.onNext(last);
            }
            subscriber.onComplete();
        }

        private void fail(Throwable error) {
            if (step != Step.LEFT) {
                subscriber.onError(error);
            }
        }

        @Override
        public void cancel() {
            boolean reading;
            synchronized (UploadContent.this) {
                boolean unclaimed = reader == null && progress.ahead().length == 0;
                step = Step.LEFT;
                reading = (reader == this || unclaimed) && !progress.state().isOver();
            }
            if (reading) {
                UploadContent.this.end();
            }
        }
    }
}

package dev.larder.gateway.filter;

import dev.larder.gateway.filter.origin.ArrivingContent;
import dev.larder.gateway.filter.origin.ContentDrain;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.http.client.OriginCall;
import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;
import reactor.netty.ByteBufFlux;
import reactor.netty.Connection;
import reactor.netty.NettyInbound;
import reactor.netty.channel.AbortedException;

/**
 * The connection that a response arrives on, as filters of routes know it from Gateway's client: its content can be read once, at the
 * speed of its reader. State is confined to the event loop of the request.
 */
final class NativeContent implements Connection, NettyInbound, ArrivingContent, Subscription {

    private final OriginCall call;
    private final ExchangeLoop loop;
    private final Channel channel;
    private final boolean atHand;
    private final NativeResponseHead response;
    private final Sinks.Empty<Void> over = Sinks.empty();
    private final Queue<ByteBuf> waiting = new ArrayDeque<>(1);
    private @Nullable Subscriber<? super ByteBuf> reader;
    private volatile @Nullable Outcome outcome;
    private long demand;
    private Reading reading = Reading.IDLE;

    private enum Reading {
        IDLE,
        /** Pieces are passed on, as long as the reader asks for them. */
        PASSING,
        /** The reader has got the end, or has left. */
        OVER
    }

    /** How the content has ended: as a whole, or by an error. */
    private record Outcome(@Nullable Throwable error) {}

    /** @param atHand whether the whole response has arrived with its head, so that it need not be paused */
    NativeContent(OriginCall call, ExchangeLoop loop, boolean atHand, NativeResponseHead response) {
        this.call = call;
        this.loop = loop;
        this.channel = call.channel().orElseThrow();
        this.atHand = atHand;
        this.response = response;
        if (!atHand) {
            call.pause();
        }
    }

    void data(ByteBuf data) {
        if (reading == Reading.OVER) {
            data.release();
            return;
        }
        waiting.add(data);
        if (!atHand && waiting.size() >= demand) {
            call.pause();
        }
        emit();
    }

    void end(HeaderFields trailers) {
        outcome = new Outcome(null);
        response.end(trailers);
        over.tryEmitEmpty();
        emit();
    }

    void fail(Throwable error) {
        if (outcome == null) {
            outcome = new Outcome(error);
            response.end();
            over.tryEmitEmpty();
            emit();
        }
    }

    private void emit() {
        Subscriber<? super ByteBuf> to = reader;
        if (to == null || reading != Reading.IDLE) {
            return;
        }
        reading = Reading.PASSING;
        do {
            while (demand > 0 && !waiting.isEmpty()) {
                demand--;
                to.onNext(waiting.remove());
            }
            if (demand > 0 && outcome == null && reading == Reading.PASSING) {
                call.resume();
            }
        } while (demand > 0 && !waiting.isEmpty());
        if (reading == Reading.PASSING) {
            reading = Reading.IDLE;
            finish(to);
        }
    }

    private void finish(Subscriber<? super ByteBuf> to) {
        Outcome how = outcome;
        if (how != null && waiting.isEmpty()) {
            reading = Reading.OVER;
            if (how.error() == null) {
                to.onComplete();
            } else {
                to.onError(how.error());
            }
        }
    }

    @Override
    public void subscribe(Subscriber<? super ByteBuf> subscriber) {
        loop.run(() -> {
            if (reader != null) {
                readAgain(subscriber);
                return;
            }
            reader = subscriber;
            boolean givenUp = reading == Reading.OVER;
            subscriber.onSubscribe(this);
            Outcome how = outcome;
            if (givenUp) {
                subscriber.onError(
                        how == null || how.error() == null ? new AbortedException("It was given up.") : how.error());
            } else {
                emit();
            }
        });
    }

    /** Gateway reads the content of a fallback's response a second time, and finds that nothing is left. */
    private void readAgain(Subscriber<? super ByteBuf> subscriber) {
        Outcome how = outcome;
        if (reading != Reading.OVER || how == null) {
            Operators.error(subscriber, new IllegalStateException("The content of a response can be read once."));
        } else if (how.error() == null) {
            Operators.complete(subscriber);
        } else {
            Operators.error(subscriber, how.error());
        }
    }

    @Override
    public void request(long pieces) {
        loop.run(() -> {
            demand = Operators.addCap(demand, pieces);
            emit();
        });
    }

    @Override
    public void cancel() {
        loop.run(this::release);
    }

    /** Gives content up that nobody has begun to read: whoever does it later has none. */
    void abandon() {
        loop.run(() -> {
            if (reader == null) {
                release();
                outcome = new Outcome(new GivenUpException());
            }
        });
    }

    /** The content was given up before it was read. */
    private static final class GivenUpException extends AbortedException {

        private static final long serialVersionUID = 1L;

        GivenUpException() {
            super("The response was given up before it was read.");
        }
    }

    /** Discards what has arrived; the rest is not waited for. */
    private void release() {
        if (reading == Reading.OVER) {
            return;
        }
        reading = Reading.OVER;
        waiting.forEach(ByteBuf::release);
        waiting.clear();
        if (outcome == null) {
            call.cancel();
            response.end();
            over.tryEmitEmpty();
        }
    }

    @Override
    public boolean isMessageComplete() {
        Outcome how = outcome;
        return how != null && how.error() == null;
    }

    @Override
    public boolean isReceivedWithHead() {
        return atHand;
    }

    @Override
    public void discard() {
        loop.run(() -> {
            if (reader == null) {
                subscribe(new ContentDrain());
            }
        });
    }

    /** Returns whether the rest is read for nobody. */
    boolean isDrained() {
        return reader instanceof ContentDrain;
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public NettyInbound inbound() {
        return this;
    }

    @Override
    public ByteBufFlux receive() {
        return ByteBufFlux.fromInbound(borrowed(), channel.alloc());
    }

    @Override
    public Flux<?> receiveObject() {
        return borrowed();
    }

    private Flux<ByteBuf> borrowed() {
        Publisher<ByteBuf> lent = borrower -> subscribe(new Borrower(borrower));
        return Flux.from(lent);
    }

    /** A reader as those of Reactor Netty, which has a piece only while it is given it. */
    private record Borrower(Subscriber<? super ByteBuf> borrower) implements Subscriber<ByteBuf> {

        @Override
        public void onSubscribe(Subscription subscription) {
            borrower.onSubscribe(subscription);
        }

        @Override
        public void onNext(ByteBuf piece) {
            try {
                borrower.onNext(piece);
            } finally {
                piece.release();
            }
        }

        /** Who writes the response of a client that has left is not to report that. */
        @Override
        public void onError(Throwable error) {
            if (error instanceof GivenUpException) {
                borrower.onComplete();
            } else {
                borrower.onError(error);
            }
        }

        @Override
        public void onComplete() {
            borrower.onComplete();
        }
    }

    @Override
    public NettyInbound withConnection(Consumer<? super Connection> told) {
        told.accept(this);
        return this;
    }

    @Override
    public void dispose() {
        cancel();
    }

    @Override
    public boolean isDisposed() {
        return over.scanOrDefault(Scannable.Attr.TERMINATED, false);
    }

    @Override
    public Mono<Void> onDispose() {
        return over.asMono();
    }

    @Override
    public Connection onDispose(Disposable disposable) {
        over.asMono().subscribe(never -> {}, error -> disposable.dispose(), disposable::dispose);
        return this;
    }

    @Override
    public Mono<Void> onTerminate() {
        return over.asMono();
    }
}

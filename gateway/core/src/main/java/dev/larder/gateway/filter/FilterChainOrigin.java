package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.filter.origin.OriginResponseStream;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.message.FailureLog;
import dev.larder.gateway.message.TruncatedResponseException;
import dev.larder.gateway.metrics.span.CacheStep;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.gateway.metrics.span.StepOutcome;
import dev.larder.http.InterimResponseRelay;
import dev.larder.http.client.OriginCall;
import dev.larder.http.client.OriginResponseListener;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** The origin of an exchange on its route: the rest of the route's filters. */
final class FilterChainOrigin implements OriginPort {

    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final int SERVER_ERROR = 500;

    private final FetchServices services;
    private final FilterRequest filterRequest;
    private final ExchangeLoop loop;
    private final ContextView context;
    private final boolean background;
    private final Optional<OriginResponseStream> received;

    private FilterChainOrigin(
            FetchServices services,
            FilterRequest filterRequest,
            ExchangeLoop loop,
            ContextView context,
            boolean background,
            Optional<OriginResponseStream> received) {
        this.services = services;
        this.filterRequest = filterRequest;
        this.loop = loop;
        this.context = context;
        this.background = background;
        this.received = received;
    }

    /** @param context context of the client's request */
    static FilterChainOrigin of(
            FetchServices services, FilterRequest filterRequest, ExchangeLoop loop, ContextView context) {
        ForwardedRequestCheck.begin(filterRequest);
        return new FilterChainOrigin(services, filterRequest, loop, context, false, Optional.empty());
    }

    /** Returns an origin that has responded already. */
    static FilterChainOrigin answered(
            FetchServices services, FilterRequest filterRequest, ExchangeLoop loop, OriginResponseStream answer) {
        return new FilterChainOrigin(services, filterRequest, loop, Context.empty(), false, Optional.of(answer));
    }

    @Override
    public Optional<Reason> obstacle() {
        return ForwardedRequestCheck.obstacle(filterRequest.exchange())
                .or(() -> LateResponseCheck.obstacle(
                        filterRequest.exchange(), filterRequest.rule(), filterRequest.policy()));
    }

    @Override
    public OriginPort inBackground() {
        return new FilterChainOrigin(services, filterRequest, loop, Context.empty(), true, received);
    }

    @Override
    public OriginCall ask(RequestHead request, long content, OriginResponseListener listener) {
        var call = new Call(listener);
        if (received.isPresent()) {
            loop.execute(() -> call.guarded(() -> call.answered(received.get())));
        } else {
            call.ask(request);
        }
        return call;
    }

    @Override
    public void unanswered(Throwable error, long nanos) {
        FailureLog.unanswered(filterRequest.request().target(), error);
    }

    private Reason why() {
        return background
                ? Reason.HIT_STALE_WHILE_REVALIDATE
                : filterRequest.report().reason();
    }

    private enum Stage {
        ASKED,

        /** The response has arrived, whole or not; its end waits for the end of a pause. */
        ENDED,
        OVER,
        CANCELLED
    }

    /** One request. Everything but the subscription runs on the loop. */
    private final class Call implements OriginCall {

        private final OriginResponseListener listener;
        private final Disposable.Swap asking = Disposables.swap();
        private final Body body = new Body();
        private @Nullable OriginResponseStream stream;
        private Disposable idle = Disposables.disposed();
        private Runnable end = () -> {};
        private long length;
        private Stage stage = Stage.ASKED;
        private boolean paused;
        private int watches;
        private boolean requested;

        Call(OriginResponseListener listener) {
            this.listener = listener;
        }

        void ask(RequestHead request) {
            ForwardedRequestCheck.asks(filterRequest.exchange(), request.fields());
            CacheStepObservation step = filterRequest.step(services.spans(), CacheStep.FETCH);
            ContextView interim = background
                    ? ClientAddresses.inBackground(Context.of(context))
                    : InterimResponseRelay.towards(filterRequest.nativeRequest(), Context.of(context));
            Mono<OriginResponseStream> answering = services.origin()
                    .ask(filterRequest.exchange(), filterRequest.chain(), request.fields())
                    .contextWrite(step.around(interim))
                    .doOnNext(answer -> step.ended(outcome(answer.head()), why()));
            asking.update(step.around(why(), answering)
                    .subscribe(
                            answer -> loop.execute(() -> guarded(() -> answered(answer))),
                            error -> loop.execute(() -> ended(() -> listener.failed(error)))));
        }

        /** A fault of a listener ends the response, for everybody who waits for it. */
        private void guarded(Runnable action) {
            try {
                action.run();
            } catch (RuntimeException fault) {
                abandon();
                ended(() -> listener.failed(fault));
            }
        }

        private static StepOutcome outcome(ResponseHead head) {
            if (head.status() == NOT_MODIFIED) {
                return StepOutcome.CONFIRMED;
            }
            return head.status() >= SERVER_ERROR ? StepOutcome.SERVER_ERROR : StepOutcome.ANSWERED;
        }

        void answered(OriginResponseStream answer) {
            if (stage == Stage.CANCELLED) {
                answer.cancel();
                return;
            }
            stream = answer;
            Optional<byte[]> content = answer.content();
            listener.head(answer.head(), answer.isReceivedWithHead());
            if (stage == Stage.CANCELLED) {
                return;
            }
            if (filterRequest.isBodiless(answer.head().status())) {
                boolean whole = answer.head().status() != NO_CONTENT
                        || answer.announcedLength().orElse(0) == 0;
                answer.discard();
                arrived(whole);
            } else if (content.isPresent()) {
                data(Unpooled.wrappedBuffer(content.get()));
                ended(() -> listener.end(HeaderFields.EMPTY));
            } else {
                answer.octets().subscribe(body);
            }
        }

        /** Pauses of the origin are limited only while octets are asked for. */
        private void next() {
            if (!paused && stage == Stage.ASKED && !requested && stream != null) {
                requested = true;
                int watched = ++watches;
                if (!stream.isReceivedWithHead() && listener.hasIdleTimeout()) {
                    idle = services.limits().pauses().watch(() -> loop.run(() -> late(watched)));
                }
                body.request(1);
            }
        }

        private void late(int watched) {
            if (requested && watched == watches && stage == Stage.ASKED) {
                abandon();
                ended(() -> listener.failed(new TimeoutException("The origin has paused for too long.")));
            }
        }

        private void data(ByteBuf octets) {
            if (!octets.isReadable()) {
                octets.release();
                return;
            }
            listener.data(octets);
            if (stage != Stage.CANCELLED) {
                listener.received();
            }
        }

        private void ended(Runnable how) {
            if (stage == Stage.ASKED) {
                stage = Stage.ENDED;
                end = how;
                finish();
            }
        }

        /** The response has arrived, whole or not. */
        private void arrived(boolean whole) {
            ended(
                    whole
                            ? () -> listener.end(HeaderFields.EMPTY)
                            : () -> listener.failed(new TruncatedResponseException()));
        }

        private void finish() {
            if (stage == Stage.ENDED && !paused) {
                stage = Stage.OVER;
                end.run();
            }
        }

        @Override
        public void pause() {
            paused = true;
        }

        @Override
        public void resume() {
            if (!paused) {
                return;
            }
            paused = false;
            next();
            finish();
        }

        @Override
        public void cancel() {
            if (stage != Stage.CANCELLED) {
                stage = Stage.CANCELLED;
                idle.dispose();
                asking.dispose();
                abandon();
            }
        }

        private void abandon() {
            if (stream != null) {
                stream.cancel();
            }
        }

        @Override
        public void send(ByteBuf content) {
            content.release();
        }

        @Override
        public void sendLast(HeaderFields trailers) {}

        @Override
        public boolean isWritable() {
            return false;
        }

        /** Receives the body on the threads of the origin's connection. */
        private final class Body extends BaseSubscriber<ByteBuf> {

            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                loop.run(Call.this::next);
            }

            @Override
            protected void hookOnNext(ByteBuf octets) {
                loop.run(() -> {
                    requested = false;
                    idle.dispose();
                    if (stage != Stage.ASKED) {
                        octets.release();
                        return;
                    }
                    length += octets.readableBytes();
                    guarded(() -> {
                        data(octets);
                        next();
                    });
                });
            }

            @Override
            protected void hookOnComplete() {
                loop.run(() -> {
                    idle.dispose();
                    boolean whole = stream != null && stream.isComplete(length);
                    arrived(whole);
                });
            }

            @Override
            protected void hookOnError(Throwable error) {
                loop.run(() -> {
                    idle.dispose();
                    ended(() -> listener.failed(error));
                });
            }
        }
    }
}

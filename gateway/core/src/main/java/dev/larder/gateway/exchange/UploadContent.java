package dev.larder.gateway.exchange;

import java.io.ByteArrayOutputStream;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Sinks;

/**
 * The content of one request on its way to the origin.
 *
 * <pre>
 * READING --- all of it has arrived ---------> WHOLE    can be sent repeatedly
 *    |------- longer than the read-ahead ----> STREAMED as the origin takes it; its end waits for {@link #beforeEnd}
 *    |------- the client pauses -------------> STREAMED too, if admitted
 *    '------- breaks off, or is too slow ----> failed
 * </pre>
 */
public final class UploadContent implements CoreSubscriber<DataBuffer> {

    private static final String ATTRIBUTE = UploadContent.class.getName();
    private static final int SMALL = 1024;

    private static final GatewayProblem SENT_ONCE = new GatewayProblem(
            HttpStatus.SERVICE_UNAVAILABLE,
            "The content was streamed to the origin and cannot be repeated. Retry later.");

    private final int readAhead;
    private final long announced;
    private final DataBufferFactory buffers;
    private final MonoSink<UploadContent> read;
    private final ByteArrayOutputStream here;
    private long received;
    private long receivedBefore;
    private boolean reading = true;
    private boolean outstanding;
    private boolean taken;
    private boolean completed;
    private boolean ended;
    private boolean sent;
    private @Nullable Subscription client;
    private boolean whole;
    private @Nullable Throwable failure;
    private @Nullable FluxSink<DataBuffer> origin;
    private @Nullable DataBuffer early;
    private @Nullable DataBuffer last;
    private Mono<Void> beforeEnd = Mono.empty();
    private final Sinks.Empty<Void> over = Sinks.empty();

    /**
     * Creates empty content.
     *
     * @param readAhead maximum number of octets to read ahead; longer content is streamed
     * @param announced announced length; negative if unknown
     * @param read told once, when the content is complete or to be streamed, or has failed before
     */
    UploadContent(int readAhead, long announced, DataBufferFactory buffers, MonoSink<UploadContent> read) {
        this.readAhead = readAhead;
        this.announced = announced;
        this.buffers = buffers;
        this.read = read;
        this.here = new ByteArrayOutputStream(announced >= 0 && announced <= readAhead ? (int) announced : SMALL);
    }

    /** Returns the content that was read for this exchange; empty if none was. */
    static Optional<UploadContent> of(ServerWebExchange exchange) {
        return Optional.ofNullable(exchange.getAttribute(ATTRIBUTE));
    }

    /** Returns the exchange with a request that has this content. */
    ServerWebExchange in(ServerWebExchange exchange) {
        exchange.getAttributes().put(ATTRIBUTE, this);
        return CacheKeyContent.replaced(exchange, this::flux);
    }

    /** Returns whether all of the content has been received. */
    public synchronized boolean isWhole() {
        return whole;
    }

    /** Returns whether no more of the content will be sent. */
    public synchronized boolean isOver() {
        return whole || ended || sent || failure != null;
    }

    /** Returns whether the origin has not been sent all of it: the origin may then act on more than it has answered. */
    public synchronized boolean mayHaveMore() {
        return failure != null || !isOver();
    }

    /** Runs an action when the content has been sent, has failed, or is not needed any more; at once if it is over. */
    void whenOver(Runnable action) {
        over.asMono().subscribe(nothing -> {}, error -> {}, action);
    }

    /** Adds an action to be run before the end of streamed content is sent: until then the origin has an incomplete request. */
    public synchronized void beforeEnd(Mono<Void> action) {
        beforeEnd = beforeEnd.then(action);
    }

    /** Returns the announced length in octets; -1 if none is announced. */
    public long length() {
        return announced;
    }

    /** Returns the content, which can be read once unless it is whole. */
    Flux<DataBuffer> flux() {
        Flux<DataBuffer> ahead =
                here.size() == 0 ? Flux.empty() : Flux.defer(() -> Flux.just(buffers.wrap(here.toByteArray())));
        return isWhole()
                ? ahead
                : ahead.concatWith(Flux.create(this::stream, FluxSink.OverflowStrategy.IGNORE))
                        .doOnDiscard(DataBuffer.class, DataBufferUtils::release)
                        .contextWrite(UploadException::isNoFault);
    }

    private void stream(FluxSink<DataBuffer> subscribed) {
        boolean again;
        synchronized (this) {
            again = taken;
            taken = true;
        }
        if (again) {
            subscribed.error(SENT_ONCE.toUploadException());
            return;
        }
        subscribed.onCancel(this::end);
        subscribed.onRequest(pieces -> request(subscribed, pieces));
    }

    /** Requests as many pieces as the origin does. The first request also delivers the piece that came before it. */
    private void request(FluxSink<DataBuffer> to, long pieces) {
        DataBuffer piece;
        Throwable error = null;
        boolean atEnd = false;
        do {
            synchronized (this) {
                piece = early;
                early = null;
                if (piece == null && origin == null) {
                    origin = to;
                    error = ended ? SENT_ONCE.toUploadException() : failure;
                    atEnd = completed;
                }
            }
            if (piece != null) {
                to.next(piece);
            }
        } while (piece != null);
        if (error != null) {
            to.error(error);
        } else if (atEnd) {
            sendEnd(to);
        } else {
            request(lessOutstanding(pieces));
        }
    }

    private void request(long pieces) {
        Subscription asked = client;
        if (asked != null && pieces > 0) {
            asked.request(pieces);
        }
    }

    /** If the client paused during read-ahead, the outstanding piece is the first of those that the origin requests. */
    private synchronized long lessOutstanding(long pieces) {
        boolean less = outstanding && pieces < Long.MAX_VALUE;
        outstanding = false;
        return less ? pieces - 1 : pieces;
    }

    /**
     * Checks whether content has arrived since the last call. A client that pauses may wait for a response to what it has sent:
     * then the rest is streamed, if admitted.
     *
     * @return whether the content is still being read ahead
     */
    boolean look(BooleanSupplier admitted) {
        synchronized (this) {
            if (!reading || received != receivedBefore || !admitted.getAsBoolean()) {
                receivedBefore = received;
                return reading;
            }
            reading = false;
        }
        read.success(this);
        return false;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        client = subscription;
        synchronized (this) {
            outstanding = readAhead > 0;
            reading = outstanding;
        }
        if (readAhead > 0) {
            request(1);
        } else {
            read.success(this);
        }
    }

    synchronized boolean isReading() {
        return reading;
    }

    @Override
    public void onNext(DataBuffer piece) {
        boolean kept;
        boolean more;
        synchronized (this) {
            received += piece.readableByteCount();
            kept = reading;
            if (kept) {
                keep(piece);
                reading = received <= readAhead || received == announced;
                outstanding = reading;
            }
            more = reading;
        }
        if (!kept) {
            pass(piece);
        } else if (more) {
            request(1);
        } else {
            read.success(this);
        }
    }

    private void keep(DataBuffer piece) {
        byte[] octets = new byte[piece.readableByteCount()];
        piece.read(octets);
        DataBufferUtils.release(piece);
        here.writeBytes(octets);
    }

    /** The last octet of an announced length would complete the origin's request, so the last piece is held back. */
    private void pass(DataBuffer piece) {
        FluxSink<DataBuffer> to;
        synchronized (this) {
            to = ended ? null : origin;
            if (to == null && !ended) {
                early = piece;
                return;
            }
            if (to != null && received == announced) {
                last = piece;
                return;
            }
        }
        if (to == null || to.isCancelled()) {
            DataBufferUtils.release(piece);
            return;
        }
        to.next(piece);
    }

    @Override
    public void onComplete() {
        boolean readNow;
        FluxSink<DataBuffer> to;
        synchronized (this) {
            completed = true;
            readNow = reading;
            whole |= reading;
            reading = false;
            to = origin;
        }
        if (readNow) {
            read.success(this);
        } else if (to != null) {
            sendEnd(to);
        }
    }

    private void sendEnd(FluxSink<DataBuffer> to) {
        Mono<Void> action;
        synchronized (this) {
            action = beforeEnd;
        }
        DataBuffer piece = takeLast();
        action.subscribe(
                nothing -> {},
                error -> {
                    DataBufferUtils.release(piece);
                    sent();
                    to.error(error);
                },
                () -> {
                    if (piece != null) {
                        to.next(piece);
                    }
                    to.complete();
                    sent();
                });
    }

    private void sent() {
        synchronized (this) {
            sent = true;
        }
        over.tryEmitEmpty();
    }

    private synchronized @Nullable DataBuffer takeLast() {
        DataBuffer piece = last;
        last = null;
        return piece;
    }

    @Override
    public void onError(Throwable error) {
        boolean readNow;
        FluxSink<DataBuffer> to;
        synchronized (this) {
            if (ended) {
                return;
            }
            failure = reading || error instanceof UploadException ? error : UploadException.brokenOff();
            readNow = reading;
            reading = false;
            to = origin;
        }
        over.tryEmitEmpty();
        if (readNow) {
            read.error(error);
        } else if (to != null && !to.isCancelled()) {
            to.error(Objects.requireNonNull(failure));
        }
    }

    /** Returns whether an error says that a client broke its content off: it has left. */
    public static boolean isBrokenOff(Throwable error) {
        return error instanceof UploadException failed && failed.isBrokenOff();
    }

    /** Returns whether the client broke the content off, or was too slow. */
    public synchronized boolean hasFailed() {
        return failure != null;
    }

    /** Called when the content is not needed any more: the rest is not waited for. */
    void end() {
        Subscription unread;
        DataBuffer unsent;
        synchronized (this) {
            reading = false;
            ended = true;
            unread = client;
            unsent = early;
            early = null;
        }
        DataBufferUtils.release(unsent);
        if (unread != null) {
            unread.cancel();
        }
        DataBufferUtils.release(takeLast());
        over.tryEmitEmpty();
    }
}

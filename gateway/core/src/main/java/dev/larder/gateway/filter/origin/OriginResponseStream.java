package dev.larder.gateway.filter.origin;

import dev.larder.gateway.upload.CacheKeyContent;
import dev.larder.http.MessageEnd;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A response of the origin: its head, and a body that is still arriving and must be read or discarded, once. */
public final class OriginResponseStream {

    private static final NettyDataBufferFactory BUFFERS = new NettyDataBufferFactory(ByteBufAllocator.DEFAULT);

    private final ResponseHead head;
    private final OptionalLong announcedLength;
    private final ReceptionTimes reception;
    private final Flux<DataBuffer> body;
    private final Optional<MessageEnd> end;
    private final byte @Nullable [] content;
    private final @Nullable ArrivingContent received;
    private final AtomicBoolean discarded = new AtomicBoolean();
    private final AtomicReference<@Nullable Subscription> reading = new AtomicReference<>();

    /** Creates a response whose body is still arriving. */
    public OriginResponseStream(
            ResponseHead head, ReceptionTimes reception, Flux<DataBuffer> body, Optional<MessageEnd> end) {
        this(head, reception, body, end, null, null);
    }

    /** Creates a response whose content arrives at Larder's client. */
    OriginResponseStream(ResponseHead head, ReceptionTimes reception, ArrivingContent received) {
        this(head, reception, Flux.from(received).map(BUFFERS::wrap), Optional.of(received), null, received);
    }

    /** Creates a response whose body has been received. */
    OriginResponseStream(ResponseHead head, ReceptionTimes reception, byte[] content, DataBufferFactory buffers) {
        this(head, reception, Mono.fromSupplier(() -> buffers.wrap(content)).flux(), Optional.empty(), content, null);
    }

    private OriginResponseStream(
            ResponseHead head,
            ReceptionTimes reception,
            Flux<DataBuffer> body,
            Optional<MessageEnd> end,
            byte @Nullable [] content,
            @Nullable ArrivingContent received) {
        this.head = head;
        this.announcedLength = head.announcedLength();
        this.reception = reception;
        this.body = body;
        this.end = end;
        this.content = content;
        this.received = received;
    }

    /** Returns the status and header fields as they are judged, with those that Connection names. */
    public ResponseHead head() {
        return head;
    }

    /** Returns when the request was sent and the response arrived. */
    public ReceptionTimes reception() {
        return reception;
    }

    /** Returns the whole body, if it was received with the announced length; it then need not be read or discarded. Read-only. */
    public Optional<byte[]> content() {
        byte[] here = content;
        return here != null && isComplete(here.length) ? Optional.of(here) : Optional.empty();
    }

    /** Returns whether the whole body has been received, so that it can be read without waiting. */
    public boolean isReceivedWithHead() {
        return received == null ? content().isPresent() : received.isReceivedWithHead();
    }

    /** Returns the body as octets, which the one subscriber releases. It may complete even if it was cut short, see {@link #isComplete}. */
    public Publisher<ByteBuf> octets() {
        return received == null ? body().map(NettyDataBufferFactory::toByteBuf) : received;
    }

    /** Returns the body, for one subscriber. It completes even if it was cut short, see {@link #isComplete}. */
    public Flux<DataBuffer> body() {
        return body.doOnSubscribe(subscription -> {
            reading.compareAndSet(null, subscription);
            if (discarded.get()) {
                subscription.cancel();
            }
        });
    }

    /** Returns the body as separate arrays, which need not be released. For one subscriber. */
    public Flux<byte[]> copiedBody() {
        return body().map(CacheKeyContent::copy);
    }

    /** Returns the length in bytes that the origin announced. */
    public OptionalLong announcedLength() {
        return announcedLength;
    }

    /** Returns whether the completed body is the whole one: its end was seen, not made up, and it is as long as announced. */
    public boolean isComplete(long received) {
        if (discarded.get()) {
            return false;
        }
        boolean seen = end.map(MessageEnd::isMessageComplete).orElse(true);
        return seen && (announcedLength.isEmpty() || announcedLength.getAsLong() == received);
    }

    /**
     * Discards the rest of the body; one that was not subscribed to is drained. Callers that send the body to a client call this
     * at the end of the request: a write that fails because the client has left may leave the body subscribed.
     */
    public void discard() {
        if (content != null || !discarded.compareAndSet(false, true)) {
            return;
        }
        Subscription begun = reading.get();
        if (begun == null && received != null) {
            received.discard();
        } else if (begun == null) {
            OriginBody.drain(body);
        } else {
            begun.cancel();
        }
    }

    /** Cancels the rest of the body: unless all of it has arrived, its connection is closed. */
    public void cancel() {
        if (content != null || !discarded.compareAndSet(false, true)) {
            return;
        }
        Subscription begun = reading.get();
        if (begun == null && received != null) {
            received.cancel();
        } else if (begun == null) {
            body().subscribe(DataBufferUtils.releaseConsumer(), error -> {});
        } else {
            begun.cancel();
        }
    }
}

package dev.larder.gateway.exchange;

import dev.larder.http.MessageEnd;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.ResponseHead;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What an origin answered: the head, and a body that still arrives and must be taken or discarded, once. */
public final class OriginResponseStream {

    private static final int DIGITS = 18;

    private final ResponseHead head;
    private final OptionalLong announcedLength;
    private final ReceptionTimes reception;
    private final Flux<DataBuffer> body;
    private final Optional<MessageEnd> end;
    private final byte @Nullable [] content;
    private final AtomicBoolean discarded = new AtomicBoolean();
    private final AtomicReference<@Nullable Subscription> reading = new AtomicReference<>();

    /** Whose body still arrives. */
    public OriginResponseStream(
            ResponseHead head, ReceptionTimes reception, Flux<DataBuffer> body, Optional<MessageEnd> end) {
        this(head, reception, body, end, null);
    }

    /** Whose body is here. */
    OriginResponseStream(ResponseHead head, ReceptionTimes reception, byte[] content, DataBufferFactory buffers) {
        this(head, reception, Mono.fromSupplier(() -> buffers.wrap(content)).flux(), Optional.empty(), content);
    }

    private OriginResponseStream(
            ResponseHead head,
            ReceptionTimes reception,
            Flux<DataBuffer> body,
            Optional<MessageEnd> end,
            byte @Nullable [] content) {
        this.head = head;
        this.announcedLength = announcedLength(head);
        this.reception = reception;
        this.body = body;
        this.end = end;
        this.content = content;
    }

    /** Status and header fields, connection-bound fields already gone. */
    public ResponseHead head() {
        return head;
    }

    /** When it was asked for and when it arrived. */
    public ReceptionTimes reception() {
        return reception;
    }

    /** All of the body, if it is here, and as long as announced; then nobody has to take or discard it. Not to be changed. */
    public Optional<byte[]> content() {
        byte[] here = content;
        return here != null && whole(here.length) ? Optional.of(here) : Optional.empty();
    }

    /** The body; completes even where it was cut short, see {@link #whole}. For one subscriber. */
    public Flux<DataBuffer> body() {
        return body.doOnSubscribe(subscription -> {
            reading.compareAndSet(null, subscription);
            if (discarded.get()) {
                subscription.cancel();
            }
        });
    }

    /** The body as arrays of its own, which nobody has to release. For one subscriber. */
    public Flux<byte[]> copiedBody() {
        return body().map(OriginResponseStream::copy);
    }

    /** Length that the origin announced, in bytes. */
    public OptionalLong announcedLength() {
        return announcedLength;
    }

    /** Length that a head announces, in bytes; empty if it announces none. */
    public static OptionalLong announcedLength(ResponseHead head) {
        for (String value : head.fields().values("Content-Length")) {
            String digits = value.trim();
            if (!digits.isEmpty() && digits.length() <= DIGITS && areDigits(digits)) {
                return OptionalLong.of(Long.parseLong(digits));
            }
        }
        return OptionalLong.empty();
    }

    private static boolean areDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** Whether the completed body was the whole one: its end was seen, not made here, and it is as long as announced. */
    public boolean whole(long received) {
        if (discarded.get()) {
            return false;
        }
        boolean seen = end.map(MessageEnd::whole).orElse(true);
        return seen && (announcedLength.isEmpty() || announcedLength.getAsLong() == received);
    }

    /** The octets of a buffer, which is released. */
    static byte[] copy(DataBuffer buffer) {
        try {
            byte[] bytes = new byte[buffer.readableByteCount()];
            buffer.read(bytes);
            return bytes;
        } finally {
            DataBufferUtils.release(buffer);
        }
    }

    /**
     * Lets the body go, if it is not at its end: nobody reads on. One that nobody has begun to read is drained. Whoever
     * hands the body to a client does this when the request is over: a write that fails because the client has left may
     * leave the body subscribed.
     */
    public void discard() {
        if (content != null || !discarded.compareAndSet(false, true)) {
            return;
        }
        Subscription begun = reading.get();
        if (begun == null) {
            OriginBody.drain(body);
        } else {
            begun.cancel();
        }
    }
}

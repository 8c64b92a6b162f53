package dev.larder.gateway.exchange;

import dev.larder.gateway.rfc9111.Reception;
import dev.larder.gateway.rfc9111.ResponseHead;
import dev.larder.gateway.wire.MessageEnd;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Flux;

/** What an origin answered: the head, and a body that still arrives and must be taken or discarded, once. */
public final class OriginAnswer {

    private static final long WORTH_DRAINING = 64 * 1024;

    private final ResponseHead head;
    private final Reception reception;
    private final Flux<DataBuffer> body;
    private final Optional<MessageEnd> end;
    private final AtomicBoolean taken = new AtomicBoolean();

    OriginAnswer(ResponseHead head, Reception reception, Flux<DataBuffer> body, Optional<MessageEnd> end) {
        this.head = head;
        this.reception = reception;
        this.body = body;
        this.end = end;
    }

    /** Status and header fields, connection-bound fields already gone. */
    public ResponseHead head() {
        return head;
    }

    /** When it was asked for and when it arrived. */
    public Reception reception() {
        return reception;
    }

    /** The body; completes even where it was cut short, see {@link #whole}. For one subscriber. */
    public Flux<DataBuffer> body() {
        return body.doOnSubscribe(subscription -> taken.set(true));
    }

    /** The body as arrays of its own, which nobody has to release. For one subscriber. */
    public Flux<byte[]> copiedBody() {
        return body().map(OriginAnswer::copy);
    }

    /** Length that the origin announced, in bytes. */
    public OptionalLong announcedLength() {
        return head.fields().values("Content-Length").stream()
                .map(String::trim)
                .filter(value -> value.matches("[0-9]{1,18}"))
                .mapToLong(Long::parseLong)
                .findFirst();
    }

    /** Whether the completed body was the whole one: its end was seen, and it is as long as announced. */
    public boolean whole(long received) {
        boolean seen = end.map(MessageEnd::whole).orElse(true);
        var announced = announcedLength();
        return seen && (announced.isEmpty() || announced.getAsLong() == received);
    }

    private static byte[] copy(DataBuffer buffer) {
        try {
            byte[] bytes = new byte[buffer.readableByteCount()];
            buffer.read(bytes);
            return bytes;
        } finally {
            DataBufferUtils.release(buffer);
        }
    }

    /** Lets the body go, if nobody has taken it: read to its end where that is near, cut off where it is not. */
    public void discard() {
        if (taken.compareAndSet(false, true)) {
            var drained = new long[1];
            body.takeWhile(buffer -> {
                        drained[0] += buffer.readableByteCount();
                        DataBufferUtils.release(buffer);
                        return drained[0] <= WORTH_DRAINING;
                    })
                    .subscribe(buffer -> {}, error -> {});
        }
    }
}

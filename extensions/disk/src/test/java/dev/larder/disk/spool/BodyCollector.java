package dev.larder.disk.spool;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/** Collects what it reads: a full stop at the end, an exclamation mark for an error. */
final class BodyCollector extends BaseSubscriber<byte[]> {

    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final long first;
    private String end = "";

    BodyCollector(SpoolReader reader) {
        this(reader, Long.MAX_VALUE);
    }

    BodyCollector(SpoolReader reader, long first) {
        this.first = first;
        reader.subscribe(this);
    }

    long count() {
        return read.size();
    }

    String text() {
        return read.toString(StandardCharsets.ISO_8859_1) + end;
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        if (first > 0) {
            request(first);
        }
    }

    @Override
    protected void hookOnNext(byte[] piece) {
        read.writeBytes(piece);
    }

    @Override
    protected void hookOnComplete() {
        end = ".";
    }

    @Override
    protected void hookOnError(Throwable error) {
        end = "!";
    }
}

package dev.larder.gateway.exchange;

import dev.larder.rfc9111.StoredBody;
import java.util.function.Consumer;
import reactor.core.publisher.Flux;

/**
 * A body that is still arriving, of an announced length; it is never stored.
 *
 * @param recorder from which it is read meanwhile
 * @param length octets of the whole content
 */
public record GrowingBody(BodyRecorder recorder, long length) implements StoredBody {

    /**
     * Octets of it, as they arrive; ends in an error if they do not.
     *
     * @param atEnd is given what lets go of it, to be run when it is needed no longer
     * @throws BodyGoneException if it has arrived by now, and is to be read from where it is stored
     */
    public Flux<byte[]> read(long first, long count, Consumer<Runnable> atEnd) throws BodyGoneException {
        BodyRecorder.Reader reader = recorder.reader(first, first + count);
        atEnd.accept(reader::cancel);
        return Flux.from(reader);
    }
}

package dev.larder.gateway.store;

import dev.larder.cache.spi.EntryContent;
import dev.larder.rfc9111.StoredBody;
import java.nio.file.Path;
import java.util.function.Consumer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A stored body outside the heap, for example in a file. The component that records it must {@link #release} it, stored or not; a
 * reader opens it for the duration of one response.
 */
public interface ReadableBody extends StoredBody {

    /** Returns the content in the form stores use. */
    EntryContent content();

    /** Returns whether both have the same content, as far as that is known without reading it. */
    boolean isSame(ReadableBody other);

    /**
     * Opens the body; fails with {@link BodyGoneException} if it is gone or damaged. Does not block.
     *
     * @param atEnd receives the action that closes it, run when it is not needed any more, or at once if that is already so
     */
    Mono<Opened> open(Consumer<Runnable> atEnd);

    /** Called by the recording component when it does not need the body any more. */
    void release();

    /** A body that is readable until it is closed. */
    interface Opened extends BodySource {

        /** Returns the file that has the content, and nothing else. */
        Path file();

        /** Reads octets at the speed of the subscriber, on threads that may block. */
        @Override
        Flux<byte[]> read(long first, long count);
    }
}

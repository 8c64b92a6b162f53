package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EntryContent;
import dev.larder.rfc9111.ConstructedResponse;
import dev.larder.rfc9111.StoredBody;
import java.util.function.Consumer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/**
 * A stored body outside the heap, such as one in a file. Whoever records it has to {@link #release} it, stored or not; whoever reads
 * it opens it for the time of one response.
 */
public interface ReadableBody extends StoredBody {

    /** The same as stores know it. */
    EntryContent content();

    /** Whether both have the same content, as far as that can be told without reading it. */
    boolean isSame(ReadableBody other);

    /**
     * Opens it; fails with {@link BodyGoneException} if it is gone, or damaged. Does not block.
     *
     * @param atEnd is given what closes it, to be run when it is needed no longer, at once if that is already so
     */
    Mono<Opened> open(Consumer<Runnable> atEnd);

    /** Whoever has recorded it needs it no longer. */
    void release();

    /** One that stays readable until it is closed. */
    interface Opened {

        /** Writes the content of an answer to GET, as the client reads it. */
        Mono<Void> writeTo(ServerHttpResponse client, ConstructedResponse answer);
    }
}

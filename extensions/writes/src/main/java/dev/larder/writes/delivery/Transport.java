package dev.larder.writes.delivery;

import dev.larder.writes.Batch;
import java.util.concurrent.CompletableFuture;

/** The way to the origin. */
@FunctionalInterface
interface Transport {

    /**
     * Sends one request with these writes.
     *
     * @return completes with what has come back, and with {@link Outcome.Silence} if nothing has; to cancel it gives the
     *     request up
     */
    CompletableFuture<Outcome> send(Batch batch);
}

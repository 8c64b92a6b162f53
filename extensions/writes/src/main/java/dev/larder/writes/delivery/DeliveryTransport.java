package dev.larder.writes.delivery;

import dev.larder.writes.WriteBatch;
import java.util.concurrent.CompletableFuture;

/** The way to the origin. */
@FunctionalInterface
interface DeliveryTransport {

    /**
     * Sends one request with these writes.
     *
     * @return completes with what has come back, and with {@link DeliveryOutcome.Silence} if nothing has; to cancel it gives the
     *     request up
     */
    CompletableFuture<DeliveryOutcome> send(WriteBatch batch);
}

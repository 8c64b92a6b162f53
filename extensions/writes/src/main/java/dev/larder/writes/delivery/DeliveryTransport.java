package dev.larder.writes.delivery;

import dev.larder.writes.WriteBatch;
import java.util.concurrent.CompletableFuture;

/** Sends requests to the origin. */
@FunctionalInterface
interface DeliveryTransport {

    /**
     * Sends one request with these writes.
     *
     * @return completes with the outcome, which is {@link DeliveryOutcome.Silence} if there is no answer; cancelling it
     *     aborts the request
     */
    CompletableFuture<DeliveryOutcome> send(WriteBatch batch);
}

package dev.larder.writes.buffer;

import dev.larder.journal.LogFullException;
import java.util.UUID;
import java.util.concurrent.CompletionException;

/** Whether a write has been acknowledged. */
public sealed interface WriteAcceptance {

    /**
     * It is durable, and will be delivered.
     *
     * @param id names it
     * @param repeated whether it had been acknowledged before
     */
    record Accepted(UUID id, boolean repeated) implements WriteAcceptance {}

    /** It is not, and nothing of it is kept. */
    record Refused(Refusal why) implements WriteAcceptance {}

    /** Why a write is not acknowledged. */
    enum Refusal {
        /** As many wait for their origin as may. */
        FULL,
        /** The disk has no room. */
        DISK_FULL,
        /** It could not be made durable. */
        NOT_DURABLE,
        /** Other gateways may not know of it. */
        NOT_HELD,
        /** The gateway is about to end. */
        CLOSING,
        /** Another request has had its Idempotency-Key. */
        KEY_REUSED;

        /** For a fault of the log. */
        static Refusal of(Throwable fault) {
            Throwable cause =
                    fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault;
            return cause instanceof LogFullException ? DISK_FULL : NOT_DURABLE;
        }
    }
}

package dev.larder.writes.buffer;

import dev.larder.journal.LogFullException;
import java.util.UUID;
import java.util.concurrent.CompletionException;

/** The result of accepting a write. */
public sealed interface WriteAcceptance {

    /**
     * It is durable, and will be delivered.
     *
     * @param id identifies it
     * @param repeated whether it had been acknowledged before
     */
    record Accepted(UUID id, boolean repeated) implements WriteAcceptance {}

    /** It is not acknowledged, and nothing of it is kept. */
    record Refused(Refusal why) implements WriteAcceptance {}

    /** Why a write is not acknowledged. */
    enum Refusal {
        /** The buffer is full. */
        FULL,
        /** The disk is full. */
        DISK_FULL,
        /** It could not be made durable. */
        NOT_DURABLE,
        /** Other gateways may not have marked it as pending. */
        NOT_HELD,
        /** The gateway is shutting down. */
        CLOSING,
        /** Another request has used its Idempotency-Key. */
        KEY_REUSED;

        /** Returns the refusal for a log failure. */
        static Refusal of(Throwable fault) {
            Throwable cause =
                    fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault;
            return cause instanceof LogFullException ? DISK_FULL : NOT_DURABLE;
        }
    }
}

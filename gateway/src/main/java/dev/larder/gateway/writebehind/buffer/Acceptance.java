package dev.larder.gateway.writebehind.buffer;

import java.util.UUID;

/** Whether a write has been acknowledged. */
public sealed interface Acceptance {

    /**
     * It is durable, and will be delivered.
     *
     * @param id names it
     * @param repeated whether it had been acknowledged before
     */
    record Accepted(UUID id, boolean repeated) implements Acceptance {}

    /** It is not, and nothing of it is kept. */
    record Refused(Refusal why) implements Acceptance {}

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
        KEY_REUSED
    }
}

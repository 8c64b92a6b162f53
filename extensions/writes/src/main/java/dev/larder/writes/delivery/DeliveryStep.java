package dev.larder.writes.delivery;

/** The next step of a delivery. */
sealed interface DeliveryStep {

    /** Record a new batch, and send it. */
    record Begin(UnsettledBatch flight) implements DeliveryStep {}

    /** Repeat a recorded batch. */
    record Repeat(UnsettledBatch flight) implements DeliveryStep {}

    /** Record the outcome of a batch. */
    record Settle(UnsettledBatch flight) implements DeliveryStep {}

    /** Wait until this time, or until an event; {@link Long#MAX_VALUE} if only an event continues. */
    record Rest(long until) implements DeliveryStep {}
}

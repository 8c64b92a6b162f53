package dev.larder.writes.delivery;

/** What is to be done next. */
sealed interface DeliveryStep {

    /** A new batch is to be noted, and sent. */
    record Begin(UnsettledBatch flight) implements DeliveryStep {}

    /** A batch that has been noted is to be sent once more. */
    record Repeat(UnsettledBatch flight) implements DeliveryStep {}

    /** What has become of a batch is to be noted. */
    record Settle(UnsettledBatch flight) implements DeliveryStep {}

    /** Nothing before this time, unless something happens; {@link Long#MAX_VALUE} if it has to happen. */
    record Rest(long until) implements DeliveryStep {}
}

package dev.larder.writes.delivery;

/** What is to be done next. */
sealed interface Step {

    /** A new batch is to be noted, and sent. */
    record Begin(Flight flight) implements Step {}

    /** A batch that has been noted is to be sent once more. */
    record Repeat(Flight flight) implements Step {}

    /** What has become of a batch is to be noted. */
    record Settle(Flight flight) implements Step {}

    /** Nothing before this time, unless something happens; {@link Long#MAX_VALUE} if it has to happen. */
    record Rest(long until) implements Step {}
}

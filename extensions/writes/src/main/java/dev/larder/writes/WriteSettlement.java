package dev.larder.writes;

/** The outcome of one write of a batch that the origin has answered. */
public sealed interface WriteSettlement {

    /** Returns the write. */
    AcknowledgedWrite write();

    /** The origin has applied it. */
    record Delivered(AcknowledgedWrite write, OriginReply reply) implements WriteSettlement {}

    /** The origin has rejected it permanently: it becomes a dead letter. */
    record Dead(AcknowledgedWrite write, OriginReply reply, String reason) implements WriteSettlement {}

    /**
     * It is sent again, in another batch.
     *
     * @param attempts how often the origin has answered it so far
     */
    record Again(AcknowledgedWrite write, int attempts) implements WriteSettlement {}
}

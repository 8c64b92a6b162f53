package dev.larder.writes;

/** What has become of one write of a batch that the origin has answered. */
public sealed interface WriteSettlement {

    /** The write. */
    AcknowledgedWrite write();

    /** The origin has it. */
    record Delivered(AcknowledgedWrite write, OriginReply reply) implements WriteSettlement {}

    /** The origin does not want it, now or ever: it goes to the dead letters. */
    record Dead(AcknowledgedWrite write, OriginReply reply, String reason) implements WriteSettlement {}

    /**
     * It will be sent again, in another batch.
     *
     * @param attempts how often the origin has answered it so far
     */
    record Again(AcknowledgedWrite write, int attempts) implements WriteSettlement {}
}

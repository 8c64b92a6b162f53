package dev.larder.writes;

/** What has become of one write of a batch that the origin has answered. */
public sealed interface Settlement {

    /** The write. */
    BufferedWrite write();

    /** The origin has it. */
    record Delivered(BufferedWrite write, Reply reply) implements Settlement {}

    /** The origin does not want it, now or ever: it goes to the dead letters. */
    record Dead(BufferedWrite write, Reply reply, String reason) implements Settlement {}

    /**
     * It will be sent again, in another batch.
     *
     * @param attempts how often the origin has answered it so far
     */
    record Again(BufferedWrite write, int attempts) implements Settlement {}
}

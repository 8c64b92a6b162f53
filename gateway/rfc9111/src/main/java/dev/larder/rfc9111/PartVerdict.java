package dev.larder.rfc9111;

import java.util.Optional;

/** RFC 9111 3.4: what a response is to the stored representation that a part was requested of. */
public sealed interface PartVerdict {

    /**
     * It is that part, and may be combined with what is stored.
     *
     * @param whole what is known of the whole now, to be stored with the part
     * @param answer the whole for the client that has asked, with all that the origin says to this client
     * @param notStored why the part is not stored, for a reason that leaves alone what is stored; empty if it may be
     */
    record Combined(SlicedRepresentation whole, StoredResponse answer, Optional<Reason> notStored)
            implements PartVerdict {}

    /** It is that part, but the origin says now what forbids to send what is stored with it, or to keep it. */
    record Withdrawn() implements PartVerdict {}

    /** It is something else: another range, another representation, or no part at all. */
    record Foreign() implements PartVerdict {}
}

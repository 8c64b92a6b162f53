package dev.larder.gateway.store;

import java.util.OptionalLong;

/** Creates recorders for the bodies of a store that are too large for the heap. */
public interface BodyRecorderFactory {

    /** Returns the maximum size of a body in octets; larger responses are not stored. */
    long maxObjectSize();

    /**
     * Begins to record a body, whose announced length may be unknown.
     *
     * @param memory from which what waits to be recorded is taken; has taken nothing
     */
    BodyRecorder begin(OptionalLong announced, ContentMemory.Claim memory, BodyRecorder.Listener listener);

    /** Returns whether a body of this announced length, if known, may be recorded. */
    default boolean accepts(OptionalLong announced) {
        return announced.orElse(0) <= maxObjectSize();
    }
}

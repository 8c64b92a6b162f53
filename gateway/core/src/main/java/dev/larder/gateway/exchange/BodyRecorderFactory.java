package dev.larder.gateway.exchange;

import java.util.OptionalLong;

/** Where the bodies of a store are kept that are too large for the heap. */
public interface BodyRecorderFactory {

    /** Octets of content, beyond which a response is not stored. */
    long maxObjectSize();

    /** Begins to record a body, of a length that may be known. */
    BodyRecorder begin(OptionalLong announced, BodyRecorder.Listener listener);

    /** Whether a body may be recorded, as far as is known of it. */
    default boolean accepts(OptionalLong announced) {
        return announced.orElse(0) <= maxObjectSize();
    }
}

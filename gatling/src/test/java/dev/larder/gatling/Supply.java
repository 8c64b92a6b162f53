package dev.larder.gatling;

import java.util.Iterator;
import java.util.Optional;

/** The calls of a run in their order, each handed to one client; ends with its traffic, or after so many calls. */
final class Supply {

    private final Iterator<Call> traffic;
    private long left;

    Supply(Iterator<Call> traffic, long calls) {
        this.traffic = traffic;
        this.left = calls;
    }

    synchronized boolean hasNext() {
        return left > 0 && traffic.hasNext();
    }

    /** Empty at the end, also if {@link #hasNext()} was true a moment ago. */
    synchronized Optional<Call> take() {
        if (!hasNext()) {
            return Optional.empty();
        }
        left--;
        return Optional.of(traffic.next());
    }
}

package dev.larder.gatling;

import java.util.Iterator;
import java.util.Optional;

/** The calls of a run in their order, each handed to one client; ends with its traffic, or after so many calls. */
final class RequestSupply {

    private final Iterator<LoadRequest> traffic;
    private long left;

    RequestSupply(Iterator<LoadRequest> traffic, long calls) {
        this.traffic = traffic;
        this.left = calls;
    }

    synchronized boolean hasNext() {
        return left > 0 && traffic.hasNext();
    }

    /** Empty at the end, also if {@link #hasNext()} was true a moment ago. */
    synchronized Optional<LoadRequest> take() {
        if (!hasNext()) {
            return Optional.empty();
        }
        left--;
        return Optional.of(traffic.next());
    }
}

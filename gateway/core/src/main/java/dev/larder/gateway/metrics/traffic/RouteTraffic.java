package dev.larder.gateway.metrics.traffic;

import dev.larder.rfc9111.Reason;
import java.util.function.Supplier;

/** Counts the traffic of one route. */
public interface RouteTraffic {

    /** Counts nothing. */
    RouteTraffic UNCOUNTED = new RouteTraffic() {

        @Override
        public boolean isCounted() {
            return false;
        }

        @Override
        public void hit(Reason reason, long bytes, long nanos) {}

        @Override
        public void ended(RequestOutcome outcome, Supplier<MissCause> ofKey, long bytes, long nanos) {}

        @Override
        public void answered(CacheResult result, long bytes) {}

        @Override
        public void fetched(long nanos) {}

        @Override
        public void notStored(Reason reason) {}

        @Override
        public void stored() {}
    };

    /** Returns whether traffic is counted; if not, callers need not compute the values. */
    boolean isCounted();

    /** Counts a request answered from the store before routing; for a fresh response, allocates nothing and takes no lock. */
    void hit(Reason reason, long bytes, long nanos);

    /**
     * Counts a request that is being answered, or has been abandoned.
     *
     * @param ofKey returns why its key is not stored, if it is not
     * @param bytes size of the content announced by the head of the response
     * @param nanos time since the request reached the cache
     */
    void ended(RequestOutcome outcome, Supplier<MissCause> ofKey, long bytes, long nanos);

    /** Counts content that was sent without an announced length. */
    void answered(CacheResult result, long bytes);

    /** Counts a response of the origin, with the time since the request was sent to it. */
    void fetched(long nanos);

    /** Counts a response of the origin that is not stored. */
    void notStored(Reason reason);

    /** Counts a response that is stored. */
    void stored();
}

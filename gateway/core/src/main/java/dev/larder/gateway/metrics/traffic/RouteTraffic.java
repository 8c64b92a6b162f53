package dev.larder.gateway.metrics.traffic;

import dev.larder.rfc9111.Reason;
import java.util.function.Supplier;

/** What counts the traffic of one route. */
public interface RouteTraffic {

    /** Nobody counts. */
    RouteTraffic UNCOUNTED = new RouteTraffic() {

        @Override
        public boolean counts() {
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

    /** Whether anybody counts; if not, nobody need find out what is to be counted. */
    boolean counts();

    /** A request is being answered from the store, before it was routed: for one that is fresh, allocates nothing and waits for nobody. */
    void hit(Reason reason, long bytes, long nanos);

    /**
     * A request is being answered, or has been given up.
     *
     * @param ofKey why its key is not stored, if it is not
     * @param bytes of content announced by the head of the answer
     * @param nanos since the cache was asked
     */
    void ended(RequestOutcome outcome, Supplier<MissCause> ofKey, long bytes, long nanos);

    /** So much content goes out that no head has announced. */
    void answered(CacheResult result, long bytes);

    /** The origin has answered a request of the cache, so long after it was asked. */
    void fetched(long nanos);

    /** The origin's response is not stored. */
    void notStored(Reason reason);

    /** It is stored. */
    void stored();
}

package dev.larder.writes.intake;

import dev.larder.gateway.exchange.Problem;
import java.util.UUID;

/** What a request that is to be buffered is answered. */
public sealed interface Verdict {

    /**
     * It is acknowledged.
     *
     * @param id names its status resource
     */
    record Acknowledged(UUID id) implements Verdict {}

    /** It is not, and nothing of it is kept. */
    record Declined(Problem problem) implements Verdict {}
}

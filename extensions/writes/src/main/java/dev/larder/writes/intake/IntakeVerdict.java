package dev.larder.writes.intake;

import dev.larder.gateway.exchange.GatewayProblem;
import java.util.UUID;

/** What a request that is to be buffered is answered. */
public sealed interface IntakeVerdict {

    /**
     * It is acknowledged.
     *
     * @param id names its status resource
     */
    record Acknowledged(UUID id) implements IntakeVerdict {}

    /** It is not, and nothing of it is kept. */
    record Declined(GatewayProblem problem) implements IntakeVerdict {}
}

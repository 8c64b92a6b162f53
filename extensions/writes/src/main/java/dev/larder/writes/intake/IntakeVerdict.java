package dev.larder.writes.intake;

import dev.larder.gateway.message.GatewayProblem;
import java.util.UUID;

/** The response to a request to be buffered. */
public sealed interface IntakeVerdict {

    /**
     * It is acknowledged.
     *
     * @param id names its status resource
     */
    record Acknowledged(UUID id) implements IntakeVerdict {}

    /** It is not acknowledged, and nothing of it is kept. */
    record Declined(GatewayProblem problem) implements IntakeVerdict {}
}

package dev.larder.gateway.actuate;

import dev.larder.gateway.actuate.access.OperatorActionLimit;
import dev.larder.gateway.exchange.LarderClock;
import java.security.Principal;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.http.HttpStatus;

/** Whether operators may change something at all, and whether they do it more often than they may. */
public final class OperatorActionGuard {

    private final boolean enabled;
    private final OperatorActionLimit limit;
    private final LarderClock clock;

    /** @param limit that all orders have in common, by whatever way they come */
    public OperatorActionGuard(boolean enabled, OperatorActionLimit limit, LarderClock clock) {
        this.enabled = enabled;
        this.limit = limit;
        this.clock = clock;
    }

    /**
     * Who orders; empty if nobody had to say.
     *
     * @param operator the name of his token, if he needed one
     */
    public static Optional<String> by(SecurityContext caller, @Nullable String operator) {
        return Optional.ofNullable(caller.getPrincipal())
                .map(Principal::getName)
                .or(() -> Optional.ofNullable(operator).filter(name -> !name.isEmpty()));
    }

    /** Refuses an order that comes too soon. It is not read, and not every one of them has a line in the audit log. */
    public void requireRoom(Optional<String> by) {
        Instant now = clock.steady();
        if (!limit.take(now)) {
            limit.refused(now).ifPresent(count -> AuditLog.tooMany(count, limit.perSecond(), by));
            throw new RefusedOperationException(
                    HttpStatus.TOO_MANY_REQUESTS,
                    "Larder accepts " + limit.perSecond()
                            + " orders of operators per second. The order was not executed. Retry in a second.");
        }
    }

    /**
     * Refuses unless operators may change something.
     *
     * @param what is not enabled, as the beginning of a sentence
     */
    public void requireEnabled(String what) {
        if (!enabled) {
            throw new RefusedOperationException(
                    HttpStatus.FORBIDDEN,
                    what + " is not enabled. To enable it, start the gateway with " + LarderEndpoint.WRITE_ENABLED
                            + "=true, and let only operators reach this port.");
        }
    }
}

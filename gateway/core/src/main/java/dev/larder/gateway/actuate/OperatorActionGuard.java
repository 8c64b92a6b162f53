package dev.larder.gateway.actuate;

import dev.larder.gateway.actuate.access.OperatorActionLimit;
import dev.larder.gateway.message.LarderClock;
import java.security.Principal;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.http.HttpStatus;

/** Checks whether operator actions are enabled, and limits their rate. */
public final class OperatorActionGuard {

    private final boolean enabled;
    private final OperatorActionLimit limit;
    private final LarderClock clock;

    /** @param limit shared limit for all actions, however they arrive */
    public OperatorActionGuard(boolean enabled, OperatorActionLimit limit, LarderClock clock) {
        this.enabled = enabled;
        this.limit = limit;
        this.clock = clock;
    }

    /**
     * Returns the name of the operator; empty if authentication is not required.
     *
     * @param operator name of the operator's token, if one was required
     */
    public static Optional<String> by(SecurityContext caller, @Nullable String operator) {
        return Optional.ofNullable(caller.getPrincipal())
                .map(Principal::getName)
                .or(() -> Optional.ofNullable(operator).filter(name -> !name.isEmpty()));
    }

    /** Rejects an action that exceeds the rate limit. It is not parsed, and not each one is logged in the audit log. */
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
     * Rejects an action unless operator actions are enabled.
     *
     * @param what name of what is not enabled, as the beginning of a sentence
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

package dev.larder.insight.actuate;

import dev.larder.insight.lifetime.LifetimeReport;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/** The actuator endpoint {@code larderttl}: how long bodies stay unchanged, and the lifetimes that permits. */
@WebEndpoint(id = "larderttl")
public final class LarderTtlEndpoint {

    private final Supplier<LifetimeReport> lifetimes;

    /** Creates the endpoint; each request gets the current report. */
    public LarderTtlEndpoint(Supplier<LifetimeReport> lifetimes) {
        this.lifetimes = lifetimes;
    }

    /** Returns the observations so far. */
    @ReadOperation
    public LifetimeReport report() {
        return lifetimes.get();
    }
}

package dev.larder.insight.actuate;

import dev.larder.insight.lifetime.LifetimeReport;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/** The actuator endpoint {@code larderttl}: how long bodies live, and the lifetimes that allows. */
@WebEndpoint(id = "larderttl")
public final class LarderTtlEndpoint {

    private final Supplier<LifetimeReport> lifetimes;

    /** Shows that report as it is when it is asked for. */
    public LarderTtlEndpoint(Supplier<LifetimeReport> lifetimes) {
        this.lifetimes = lifetimes;
    }

    /** Everything seen so far. */
    @ReadOperation
    public LifetimeReport report() {
        return lifetimes.get();
    }
}

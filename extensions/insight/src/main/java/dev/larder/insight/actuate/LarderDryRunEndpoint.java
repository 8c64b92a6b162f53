package dev.larder.insight.actuate;

import dev.larder.insight.dryrun.DryRunReport;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The actuator endpoint {@code larderdryrun}: what the cache would have done with requests that were only observed, and the
 * recommended initial rules.
 */
@WebEndpoint(id = "larderdryrun")
public final class LarderDryRunEndpoint {

    private final Supplier<DryRunReport> dryRuns;

    /** Creates the endpoint; each request gets the current report. */
    public LarderDryRunEndpoint(Supplier<DryRunReport> dryRuns) {
        this.dryRuns = dryRuns;
    }

    /** Returns the findings so far. */
    @ReadOperation
    public DryRunReport report() {
        return dryRuns.get();
    }
}

package dev.larder.insight.actuate;

import dev.larder.insight.dryrun.DryRunReport;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The actuator endpoint {@code larderdryrun}: what the cache would have done with requests that were only watched, and the
 * rules to begin with.
 */
@WebEndpoint(id = "larderdryrun")
public final class LarderDryRunEndpoint {

    private final Supplier<DryRunReport> dryRuns;

    /** Shows that report as it is when it is asked for. */
    public LarderDryRunEndpoint(Supplier<DryRunReport> dryRuns) {
        this.dryRuns = dryRuns;
    }

    /** Everything found so far. */
    @ReadOperation
    public DryRunReport report() {
        return dryRuns.get();
    }
}

package dev.larder.insight.actuate;

import dev.larder.insight.advisor.AdvisorReport;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The actuator endpoint {@code larderadvisor}: what other sizes and policies would make of the traffic, and what caching saves
 * each route. Its operation blocks.
 */
@WebEndpoint(id = "larderadvisor")
public final class LarderAdvisorEndpoint {

    private final Supplier<AdvisorReport> report;

    /** Shows that report. */
    public LarderAdvisorEndpoint(Supplier<AdvisorReport> report) {
        this.report = report;
    }

    /** What has been found so far. */
    @ReadOperation
    public AdvisorReport report() {
        return report.get();
    }
}

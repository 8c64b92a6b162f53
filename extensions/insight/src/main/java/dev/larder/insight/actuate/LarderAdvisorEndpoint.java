package dev.larder.insight.actuate;

import dev.larder.insight.advisor.AdvisorReport;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The actuator endpoint {@code larderadvisor}: how other sizes and policies would perform on the traffic, and what caching saves
 * each route. Its operation blocks.
 */
@WebEndpoint(id = "larderadvisor")
public final class LarderAdvisorEndpoint {

    private final Supplier<AdvisorReport> report;

    /** Creates the endpoint for this report. */
    public LarderAdvisorEndpoint(Supplier<AdvisorReport> report) {
        this.report = report;
    }

    /** Returns the findings so far. */
    @ReadOperation
    public AdvisorReport report() {
        return report.get();
    }
}

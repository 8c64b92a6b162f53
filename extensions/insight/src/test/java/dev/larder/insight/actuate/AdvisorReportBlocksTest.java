package dev.larder.insight.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.actuate.page.PageBlock;
import dev.larder.insight.advisor.AdvisorReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An operator reads what to do before the figures that it rests on. */
class AdvisorReportBlocksTest {

    @Test
    void showsAdviceAloneWhileAdvisorIsOff() {
        assertThat(AdvisorReportBlocks.of(report(false)))
                .containsExactly(new PageBlock.Note("7.0 MB keep 90 % of the hit ratio."));
    }

    @Test
    void showsAdviceBeforeFigures() {
        List<PageBlock> blocks = AdvisorReportBlocks.of(report(true));
        assertThat(blocks).first().isEqualTo(new PageBlock.Note("7.0 MB keep 90 % of the hit ratio."));
        assertThat(blocks)
                .filteredOn(PageBlock.Table.class::isInstance)
                .extracting(block -> ((PageBlock.Table) block).caption())
                .startsWith("policies", "live");
    }

    private static AdvisorReport report(boolean on) {
        return new AdvisorReport(
                on,
                new AdvisorReport.Live("caffeine", 1, 0.5, 0.5, Map.of()),
                new AdvisorReport.Sample(1, 1, 1, 1, 1, 1, 1, 0),
                List.of(new AdvisorReport.PolicyCurve("caffeine", 0, Optional.empty(), List.of())),
                List.of(),
                List.of("7.0 MB keep 90 % of the hit ratio."));
    }
}

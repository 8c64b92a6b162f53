package dev.larder.insight.actuate;

import dev.larder.gateway.actuate.page.JsonPageBlocks;
import dev.larder.gateway.actuate.page.PageBlock;
import dev.larder.insight.advisor.AdvisorReport;
import java.util.ArrayList;
import java.util.List;

/** The advisor's report on the page: its sentences first, and the figures behind them if it is on. */
public final class AdvisorReportBlocks {

    private AdvisorReportBlocks() {}

    /** Returns the blocks of a report. */
    public static List<PageBlock> of(Object answer) {
        if (!(answer instanceof AdvisorReport report)) {
            return JsonPageBlocks.of(answer);
        }
        List<PageBlock> blocks = new ArrayList<>();
        report.advice().forEach(sentence -> blocks.add(new PageBlock.Note(sentence)));
        if (report.on()) {
            blocks.addAll(
                    JsonPageBlocks.of(new Figures(report.policies(), report.routes(), report.live(), report.sample())));
        }
        return blocks;
    }

    /** What the sentences rest on, in the order in which it is read. */
    private record Figures(
            List<AdvisorReport.PolicyCurve> policies,
            List<AdvisorReport.RouteSaving> routes,
            AdvisorReport.Live live,
            AdvisorReport.Sample sample) {}
}

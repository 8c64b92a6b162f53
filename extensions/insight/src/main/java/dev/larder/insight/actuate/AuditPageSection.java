package dev.larder.insight.actuate;

import dev.larder.gateway.actuate.page.PageBlock;
import dev.larder.gateway.actuate.page.PageSection;
import dev.larder.insight.audit.AuditCounts;
import dev.larder.insight.audit.AuditRecommendation;
import dev.larder.insight.audit.AuditReport;
import dev.larder.insight.audit.CacheAuditor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Shows how often stored responses were stale, and the recommended changes. */
public record AuditPageSection(CacheAuditor audits) implements PageSection {

    private static final double PERCENT = 100;

    @Override
    public String title() {
        return "Auditor";
    }

    @Override
    public List<PageBlock> blocks() {
        if (!audits.policy().isEnabled()) {
            return List.of(new PageBlock.Note(
                    "The auditor is off. Set larder.audit.sample-rate to the share of the hits to check."));
        }
        AuditReport report = audits.report();
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("all", report.total()));
        new TreeMap<>(report.routes()).forEach((route, counts) -> rows.add(row(route, counts)));
        List<PageBlock> blocks = new ArrayList<>();
        blocks.add(new PageBlock.Table(
                "Answers from the store that were checked",
                List.of("route", "right", "stale", "unknown", "share of stale ones, 95 %"),
                rows));
        report.advice().forEach(advice -> add(advice, blocks));
        return blocks;
    }

    private static List<String> row(String route, AuditCounts counts) {
        return List.of(
                route,
                Long.toString(counts.agree()),
                Long.toString(counts.differ()),
                Long.toString(counts.unknown()),
                String.format(
                        Locale.ROOT,
                        "%.2f to %.2f %%",
                        PERCENT * counts.staleShare().low(),
                        PERCENT * counts.staleShare().high()));
    }

    private static void add(AuditRecommendation advice, List<PageBlock> blocks) {
        if (advice.yaml().isEmpty()) {
            blocks.add(new PageBlock.Note(advice.text()));
        } else {
            blocks.add(new PageBlock.Listing(advice.text(), advice.yaml()));
        }
    }
}

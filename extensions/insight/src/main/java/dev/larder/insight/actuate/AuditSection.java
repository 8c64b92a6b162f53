package dev.larder.insight.actuate;

import dev.larder.gateway.actuate.page.Block;
import dev.larder.gateway.actuate.page.PageSection;
import dev.larder.insight.audit.Advice;
import dev.larder.insight.audit.AuditReport;
import dev.larder.insight.audit.Audits;
import dev.larder.insight.audit.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** How often answers from the store were wrong, and what to change. */
public record AuditSection(Audits audits) implements PageSection {

    private static final double PERCENT = 100;

    @Override
    public String title() {
        return "Auditor";
    }

    @Override
    public List<Block> blocks() {
        if (!audits.policy().on()) {
            return List.of(new Block.Note(
                    "The auditor is off. Set larder.audit.sample-rate to the share of the hits to check."));
        }
        AuditReport report = audits.report();
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("all", report.total()));
        new TreeMap<>(report.routes()).forEach((route, tally) -> rows.add(row(route, tally)));
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Table(
                "Answers from the store that were checked",
                List.of("route", "right", "stale", "unknown", "share of stale ones, 95 %"),
                rows));
        report.advice().forEach(advice -> add(advice, blocks));
        return blocks;
    }

    private static List<String> row(String route, Tally tally) {
        return List.of(
                route,
                Long.toString(tally.agree()),
                Long.toString(tally.differ()),
                Long.toString(tally.unknown()),
                String.format(
                        Locale.ROOT,
                        "%.2f to %.2f %%",
                        PERCENT * tally.staleShare().low(),
                        PERCENT * tally.staleShare().high()));
    }

    private static void add(Advice advice, List<Block> blocks) {
        if (advice.yaml().isEmpty()) {
            blocks.add(new Block.Note(advice.text()));
        } else {
            blocks.add(new Block.Listing(advice.text(), advice.yaml()));
        }
    }
}

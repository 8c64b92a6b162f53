package dev.larder.insight.actuate;

import dev.larder.gateway.actuate.page.JsonPageBlocks;
import dev.larder.gateway.actuate.page.PageBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts the dry-run report to page blocks: one table of counts for all sections, and for each section a table with a row for
 * each finding. Unknown fields of a section become rows too.
 */
public final class DryRunReportBlocks {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int MAX_ROWS = 100;
    private static final double PERCENT = 100;
    private static final List<String> ACCOUNT =
            List.of("of", "requests", "would be hits", "wrong, of those compared", "share of wrong ones, 95 %");
    private static final List<String> SHOWN_ELSEWHERE = List.of("rule", "pool", "total", "note", "yaml");

    private DryRunReportBlocks() {}

    /** A section of the report, with its title on the page. */
    private record Part(String name, JsonNode findings) {}

    /** Returns the blocks for a response of the endpoint {@code larderdryrun}. */
    public static List<PageBlock> of(Object answer) {
        JsonNode report = JSON.valueToTree(answer);
        if (!report.path("total").isObject()) {
            return JsonPageBlocks.of(answer);
        }
        if (report.path("routes").isEmpty()) {
            return List.of(
                    new PageBlock.Note("Nothing has been watched: larder.dry-run, or dry-run of a rule, begins one."));
        }
        List<PageBlock> blocks = new ArrayList<>();
        blocks.add(account(report));
        addRest(report, blocks);
        parts(report).forEach(part -> add(part, blocks));
        addListing("The rules that put all of it right", report.path("yaml"), blocks);
        return blocks;
    }

    private static PageBlock account(JsonNode report) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(shares("all requests", report.path("total")));
        report.path("routes").forEach(route -> {
            rows.add(shares(name(route), route.path("total")));
            route.path("sections").forEach(section -> rows.add(shares(name(route, section), section.path("total"))));
        });
        return table("Requests that were only watched", ACCOUNT, rows);
    }

    private static List<String> shares(String of, JsonNode shares) {
        JsonNode wrong = shares.path("wrongShare");
        return List.of(
                of,
                shares.path("requests").asString(""),
                shares.path("hits").asString("") + format(" (%.1f %%)", shares.path("hitRatio")),
                shares.path("wrong").asString("") + " of "
                        + shares.path("compared").asString(""),
                format("%.1f", wrong.path("low")) + " to " + format("%.1f %%", wrong.path("high")));
    }

    private static String format(String pattern, JsonNode share) {
        return String.format(Locale.ROOT, pattern, PERCENT * share.asDouble(0));
    }

    /** Adds the fields that concern all requests, other than their counts. */
    private static void addRest(JsonNode report, List<PageBlock> blocks) {
        Map<String, JsonNode> rest = report.properties().stream()
                .filter(property -> !List.of("total", "routes", "yaml").contains(property.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        blocks.addAll(JsonPageBlocks.of(rest));
    }

    private static List<Part> parts(JsonNode report) {
        return report.path("routes")
                .valueStream()
                .flatMap(route ->
                        route.path("sections").valueStream().map(section -> new Part(name(route, section), section)))
                .limit(MAX_ROWS)
                .toList();
    }

    private static String name(JsonNode route) {
        return "route " + route.path("route").asString("");
    }

    private static String name(JsonNode route, JsonNode section) {
        String rule = section.path("rule").asString("");
        String pool = section.path("pool").asString("");
        String of = rule.isEmpty() ? pool.isEmpty() ? "no pool" : "pool " + pool : "rule " + rule;
        return name(route) + ", " + of;
    }

    private static void add(Part part, List<PageBlock> blocks) {
        List<List<String>> rows = Stream.of(
                        rows(part, JsonNode::isArray),
                        rows(part, JsonNode::isObject),
                        rows(part, JsonNode::isValueNode))
                .flatMap(some -> some)
                .toList();
        blocks.add(table(part.name(), List.of("what", "which", "seen"), rows));
        String note = part.findings().path("note").asString("");
        if (!note.isBlank()) {
            blocks.add(new PageBlock.Note(note));
        }
        addListing("The rule for " + part.name(), part.findings().path("yaml"), blocks);
    }

    private static Stream<List<String>> rows(Part part, Predicate<JsonNode> kind) {
        return part.findings().properties().stream()
                .filter(property -> !SHOWN_ELSEWHERE.contains(property.getKey()) && kind.test(property.getValue()))
                .flatMap(property -> rows(JsonPageBlocks.words(property.getKey()), property.getValue()));
    }

    /** Returns a row for each element of a list, for each name of counts, or for a single value. */
    private static Stream<List<String>> rows(String what, JsonNode finding) {
        if (finding.isArray()) {
            return finding.valueStream().map(element -> List.of(what, which(element), seen(element)));
        }
        return finding.isObject()
                ? finding.properties().stream().map(one -> List.of(what, one.getKey(), said(one.getValue())))
                : Stream.of(List.of(what, "", said(finding)));
    }

    private static String which(JsonNode element) {
        return element.isObject()
                ? element.valueStream()
                        .filter(JsonNode::isString)
                        .map(JsonNode::asString)
                        .collect(Collectors.joining(", "))
                : said(element);
    }

    private static String seen(JsonNode element) {
        return element.properties().stream()
                .filter(property -> !property.getValue().isString())
                .map(property -> property.getValue().has("bothDiffer")
                        ? pairs(property.getValue())
                        : JsonPageBlocks.words(property.getKey()) + " " + said(property.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String pairs(JsonNode pairs) {
        return "bodies differ in " + among(pairs, "bothDiffer", "valuesDiffer") + " pairs with another value, and in "
                + among(pairs, "bodiesDiffer", "bothSame") + " with the same";
    }

    private static String among(JsonNode pairs, String differ, String same) {
        long differing = pairs.path(differ).asLong(0);
        return differing + " of " + (differing + pairs.path(same).asLong(0));
    }

    /** Returns a value as text, or all values inside an object or list. */
    private static String said(JsonNode node) {
        if (node.isArray()) {
            return node.valueStream().map(DryRunReportBlocks::said).collect(Collectors.joining(", "));
        }
        return node.isObject()
                ? node.properties().stream()
                        .map(one -> JsonPageBlocks.words(one.getKey()) + " " + said(one.getValue()))
                        .collect(Collectors.joining(", "))
                : JsonPageBlocks.cell(node);
    }

    private static PageBlock table(String caption, List<String> columns, List<List<String>> rows) {
        return new PageBlock.Table(
                caption, columns, rows.stream().limit(MAX_ROWS).toList());
    }

    private static void addListing(String caption, JsonNode yaml, List<PageBlock> blocks) {
        if (!yaml.asString("").isBlank()) {
            blocks.add(new PageBlock.Listing(caption, yaml.asString("")));
        }
    }
}

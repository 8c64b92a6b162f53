package dev.larder.insight.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.actuate.page.PageBlock;
import dev.larder.gateway.actuate.page.PageBlock.Listing;
import dev.larder.gateway.actuate.page.PageBlock.Note;
import dev.larder.gateway.actuate.page.PageBlock.Table;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** All that the endpoint tells of a dry run is on the page, and no cell is JSON. */
class DryRunReportBlocksTest {

    private static final String SHARES = """
            {"requests":24,"hits":20,"hitRatio":0.8333,"compared":19,"wrong":16,"wrongShare":{"low":0.624,"high":0.945}}
            """;
    private static final String REPORT = """
            {"total":%1$s,"unwatched":{"dropped":3,"faults":1},"routes":[{"route":"all","total":%1$s,"sections":[
             {"rule":"w","pool":"","total":%1$s,
              "forwarded":{"uri-miss":4},"notStored":{"no-freshness":2},
              "leaks":[{"by":"cookie session","pairs":{"bothSame":9,"bodiesDiffer":0,"valuesDiffer":3,"bothDiffer":12}}],
              "uselessKeyParts":[{"part":"parameter utm","compared":56}],
              "lives":[{"lifetimeSeconds":60.0,"changedShare":0.87}],
              "saidOfLate":["cookie theme"],
              "namesNotFollowed":7,"note":"Nothing is proven.","yaml":"larder:\\n  rules: {}"}]}],
             "yaml":"larder:\\n  rules: {all: {}}"}
            """.formatted(SHARES);

    private final List<PageBlock> blocks =
            DryRunReportBlocks.of(JsonMapper.shared().readTree(REPORT));

    @Test
    void showsTotalsByRouteAndSection() {
        Table account = table("Requests that were only watched");
        assertThat(account.rows())
                .extracting(row -> row.get(0))
                .containsExactly("all requests", "route all", "route all, rule w");
        assertThat(account.rows())
                .allSatisfy(row -> assertThat(row.subList(1, row.size()))
                        .containsExactly("24", "20 (83.3 %)", "16 of 19", "62.4 to 94.5 %"));
    }

    @Test
    void showsEachFindingOfSectionAsRow() {
        assertThat(table("route all, rule w").rows())
                .containsExactly(
                        List.of(
                                "leaks",
                                "cookie session",
                                "bodies differ in 12 of 15 pairs with another value, and in 0 of 9 with the same"),
                        List.of("useless key parts", "parameter utm", "compared 56"),
                        List.of("lives", "", "lifetime seconds 60.00, changed share 0.8700"),
                        List.of("said of late", "cookie theme", ""),
                        List.of("forwarded", "uri-miss", "4"),
                        List.of("not stored", "no-freshness", "2"),
                        List.of("names not followed", "", "7"));
    }

    @Test
    void showsNoteProposedRulesAndUnwatchedRequests() {
        assertThat(blocks)
                .contains(
                        new Note("Nothing is proven."),
                        new Listing("The rule for route all, rule w", "larder:\n  rules: {}"),
                        new Listing("The rules that put all of it right", "larder:\n  rules: {all: {}}"),
                        new Table(
                                "unwatched",
                                List.of("what", "value"),
                                List.of(List.of("dropped", "3"), List.of("faults", "1"))));
    }

    @Test
    void noTableCellContainsJson() {
        assertThat(blocks)
                .filteredOn(Table.class::isInstance)
                .allSatisfy(block -> assertThat(((Table) block).rows())
                        .allSatisfy(
                                row -> assertThat(row).noneMatch(cell -> cell.contains("{") || cell.contains("["))));
    }

    @Test
    void showsReportOfUnknownShapeAsPlainTable() {
        assertThat(DryRunReportBlocks.of(Map.of("size", 7)))
                .contains(new Table("", List.of("what", "value"), List.of(List.of("size", "7"))));
    }

    private Table table(String caption) {
        return blocks.stream()
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .filter(table -> table.caption().equals(caption))
                .findAny()
                .orElseThrow();
    }
}

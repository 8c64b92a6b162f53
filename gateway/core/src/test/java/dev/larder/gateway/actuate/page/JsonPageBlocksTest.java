package dev.larder.gateway.actuate.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.actuate.page.PageBlock.Curve;
import dev.larder.gateway.actuate.page.PageBlock.Listing;
import dev.larder.gateway.actuate.page.PageBlock.Plot;
import dev.larder.gateway.actuate.page.PageBlock.Table;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whatever an endpoint answers can be shown. */
class JsonPageBlocksTest {

    private record Route(String name, double gain) {}

    private record Report(int sampleSize, String yaml, List<Route> routes, Map<String, Long> bySize) {}

    @Test
    void showsValuesAndListsAsTablesAndMultilineTextAsListing() {
        var report = new Report(
                3, "larder:\n  rules: {}", List.of(new Route("a", 0.125), new Route("b", 2)), Map.of("7MB", 90L));

        assertThat(JsonPageBlocks.of(report))
                .containsExactly(
                        new Table("", List.of("what", "value"), List.of(List.of("sample size", "3"))),
                        new Listing("yaml", "larder:\n  rules: {}"),
                        new Table(
                                "routes",
                                List.of("name", "gain"),
                                List.of(List.of("a", "0.1250"), List.of("b", "2.000"))),
                        new Table("by size", List.of("what", "value"), List.of(List.of("7MB", "90"))));
    }

    private record Size(long bytes, double hitRatio, Map<String, Double> misses) {}

    private record Policy(String policy, List<Size> curve) {}

    @Test
    void plotsNumberSeriesOfEachObjectAsCurve() {
        var misses = Map.of("cold", 0.1);
        var lru = new Policy("lru", List.of(new Size(10, 0.5, misses), new Size(20, 0.6, misses)));
        var gdsf = new Policy("gdsf", List.of(new Size(10, 0.7, misses), new Size(20, 0.8, misses)));

        assertThat(JsonPageBlocks.of(Map.of("policies", List.of(lru, gdsf))))
                .containsExactly(
                        new Table("policies", List.of("policy"), List.of(List.of("lru"), List.of("gdsf"))),
                        new Plot(
                                "hit ratio",
                                "bytes",
                                "hit ratio",
                                List.of(10.0, 20.0),
                                List.of(new Curve("lru", List.of(0.5, 0.6)), new Curve("gdsf", List.of(0.7, 0.8)))));
    }

    @Test
    void omitsEmptyValues() {
        assertThat(JsonPageBlocks.of(new Report(1, "", List.of(), Map.of()))).hasSize(1);
        assertThat(JsonPageBlocks.of(Map.of())).isEmpty();
    }
}

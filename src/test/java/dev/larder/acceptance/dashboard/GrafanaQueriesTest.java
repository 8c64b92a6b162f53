package dev.larder.acceptance.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.acceptance.dashboard.PromQuery.Condition;
import dev.larder.acceptance.dashboard.PromQuery.Selector;
import dev.larder.acceptance.dashboard.PrometheusScrape.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every query of the dashboard that Grafana is given selects something of what Prometheus scrapes from a gateway in use. */
@Tag("extensions")
class GrafanaQueriesTest {

    /** Labels that Prometheus adds to what it scrapes. */
    private static final Set<String> ADDED = Set.of("instance", "job");

    private static final Path FILE =
            Path.of(System.getProperty("larder.exec.jar"), "../../..", "docker/grafana/dashboards/larder.json");

    @TempDir
    static Path writes;

    private static PrometheusScrape scrape;

    @BeforeAll
    static void use() {
        try (DashboardFixture shop = DashboardFixture.open(writes)) {
            shop.visitors(15);
            scrape = PrometheusScrape.of(shop.management());
        }
    }

    @AfterAll
    static void forget() {
        scrape = new PrometheusScrape(List.of());
    }

    static Stream<String> expressions() throws IOException {
        return dashboard()
                .get("panels")
                .valueStream()
                .flatMap(panel -> panel.get("targets").valueStream())
                .map(target -> target.get("expr").stringValue());
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void querySelectsExistingSeries(String expression) {
        PromQuery query = PromQuery.parse(expression);

        assertThat(query.selectors()).isNotEmpty().allSatisfy(selector -> {
            List<Sample> selected = scrape.of(selector.metric())
                    .filter(sample -> meets(sample, selector))
                    .toList();
            assertThat(selected).as("series of %s", selector).isNotEmpty();
            assertThat(query.groupedBy())
                    .allSatisfy(label -> assertThat(ADDED.contains(label)
                                    || selected.get(0).labels().containsKey(label))
                            .as("label %s of %s", label, selector.metric())
                            .isTrue());
        });
    }

    @Test
    void dashboardVariablesAreLabelsOfTheirMetricsAndAreUsed() throws IOException {
        String panels = dashboard().get("panels").toString();
        for (JsonNode variable : dashboard().at("/templating/list")) {
            String query = variable.get("query").stringValue();
            assertThat(query).matches("label_values\\([a-z_]+, [a-z]+\\)");
            String metric = query.substring(query.indexOf('(') + 1, query.indexOf(','));
            String label = query.substring(query.indexOf(", ") + 2, query.length() - 1);
            assertThat(scrape.of(metric))
                    .isNotEmpty()
                    .allMatch(sample -> ADDED.contains(label) || sample.labels().containsKey(label));
            assertThat(panels).contains("$" + variable.get("name").stringValue());
        }
    }

    @Test
    void dashboardShowsEveryTrafficMeter() throws IOException {
        String shown = String.join("\n", expressions().toList());
        assertThat(shown)
                .contains(
                        "larder_requests_total",
                        "larder_misses_total",
                        "larder_not_stored_total",
                        "larder_bytes_total",
                        "larder_latency_seconds",
                        "larder_origin_seconds",
                        "larder_store_bytes",
                        "larder_store_entries",
                        "larder_evictions_total",
                        "larder_invalidations_total");
    }

    @Test
    void parsesQueryWithConditionsAndGroups() {
        PromQuery query = PromQuery.parse(
                "sum by (route, le) (rate(a_total{route=~\"$route\",result=\"hit\"}[$__rate_interval])) / max(b{c!=\"d\"})");
        assertThat(query.groupedBy()).containsExactly("le", "route");
        assertThat(query.selectors())
                .containsExactly(
                        new Selector(
                                "a_total",
                                List.of(new Condition("route", "=~", "$route"), new Condition("result", "=", "hit"))),
                        new Selector("b", List.of(new Condition("c", "!=", "d"))));
        assertThatThrownBy(() -> PromQuery.parse("nonsense(a)")).hasMessageContaining("nonsense");
        assertThatThrownBy(() -> PromQuery.parse("sum(a")).hasMessageContaining("brackets");
    }

    private static boolean meets(Sample sample, Selector selector) {
        return selector.conditions().stream()
                .filter(condition -> !ADDED.contains(condition.label()))
                .allMatch(condition -> sample.labels().containsKey(condition.label())
                        && condition.meets(sample.labels().get(condition.label())));
    }

    private static JsonNode dashboard() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(FILE.normalize()));
    }
}

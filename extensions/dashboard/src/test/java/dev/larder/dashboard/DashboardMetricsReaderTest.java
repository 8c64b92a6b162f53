package dev.larder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.dashboard.DashboardMetrics.Count;
import dev.larder.dashboard.DashboardMetrics.OfRoute;
import dev.larder.dashboard.DashboardMetrics.OfStore;
import dev.larder.dashboard.DashboardMetrics.Times;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The page's figures are what the meters say, and nothing else. */
class DashboardMetricsReaderTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final DashboardMetricsReader reader = new DashboardMetricsReader(new MeterReader(registry));

    @Test
    void registryWithoutMetersYieldsNoFigures() {
        assertThat(reader.read().routes()).isEmpty();
        assertThat(reader.read().stores()).isEmpty();
        assertThat(reader.read().notAnswered()).isEmpty();
    }

    @Test
    void sumsRequestsOfRouteOverResultsAndReasons() {
        requests("a", "hit", "hit", 5);
        requests("a", "stale", "hit-max-stale", 2);
        requests("a", "miss", "uri-miss", 3);
        requests("a", "miss", "stale", 1);
        requests("b", "miss", "uri-miss", 40);

        assertThat(reader.read().routes())
                .extracting(OfRoute::route, OfRoute::requests, OfRoute::hits)
                .containsExactly(tuple("b", 40L, 0L), tuple("a", 11L, 7L));
        assertThat(reader.read().routes().get(1).results())
                .containsExactly(new Count("a", "hit", 5), new Count("a", "miss", 4), new Count("a", "stale", 2));
    }

    @Test
    void readsBytesAndLatenciesByRouteAndResult() {
        requests("a", "hit", "hit", 1);
        registry.counter("larder.bytes", "route", "a", "result", "hit").increment(100);
        registry.counter("larder.bytes", "route", "a", "result", "miss").increment(300);
        registry.timer("larder.latency", "route", "a", "result", "hit").record(Duration.ofMillis(2));
        registry.timer("larder.latency", "route", "a", "result", "miss").record(Duration.ofMillis(900));
        registry.timer("larder.origin", "route", "a").record(Duration.ofMillis(50));

        OfRoute route = reader.read().routes().get(0);

        assertThat(route.bytes()).isEqualTo(400);
        assertThat(route.hitBytes()).isEqualTo(100);
        assertThat(route.hit()).isEqualTo(new Times(1, 0.002, 0));
        assertThat(route.origin()).isEqualTo(new Times(1, 0.05, 0));
    }

    @Test
    void derives95thPercentileFromHistogramBuckets() {
        requests("a", "hit", "hit", 1);
        Timer timer = Timer.builder("larder.latency")
                .tags("route", "a", "result", "hit")
                .serviceLevelObjectives(Duration.ofMillis(1), Duration.ofMillis(10), Duration.ofMillis(100))
                .register(registry);
        for (int i = 0; i < 19; i++) {
            timer.record(Duration.ofMillis(5));
        }
        timer.record(Duration.ofMillis(50));

        assertThat(reader.read().routes().get(0).hit().most()).isEqualTo(0.01);
    }

    @Test
    void sortsMissCausesByFrequencyAndOmitsZeroCounts() {
        registry.counter("larder.misses", "route", "a", "cause", "cold").increment(2);
        registry.counter("larder.misses", "route", "b", "cause", "expired").increment(7);
        registry.counter("larder.misses", "route", "b", "cause", "capacity");
        registry.counter("larder.not.stored", "route", "a", "reason", "private").increment();

        assertThat(reader.read().notAnswered())
                .containsExactly(new Count("b", "expired", 7), new Count("a", "cold", 2));
        assertThat(reader.read().notStored()).containsExactly(new Count("a", "private", 1));
    }

    @Test
    void readsStoreFiguresByName() {
        Gauge.builder("larder.store.entries", () -> 3).tag("store", "default").register(registry);
        Gauge.builder("larder.store.bytes", () -> Double.NaN)
                .tag("store", "default")
                .register(registry);
        registry.counter("larder.store.refused", "store", "default").increment(4);

        assertThat(reader.read().stores()).containsExactly(new OfStore("default", 3, 0, 4));
    }

    private void requests(String route, String result, String reason, int count) {
        registry.counter("larder.requests", "route", route, "result", result, "reason", reason)
                .increment(count);
    }

    private static org.assertj.core.groups.Tuple tuple(Object... values) {
        return org.assertj.core.api.Assertions.tuple(values);
    }
}

package dev.larder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.dashboard.DashboardMetrics.Count;
import dev.larder.dashboard.DashboardMetrics.OfRoute;
import dev.larder.dashboard.DashboardMetrics.Times;
import dev.larder.dashboard.TimeSeriesPoint.Passed;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A point says what has happened since the one before; only so many are kept. */
class DashboardTimeSeriesTest {

    private static final Instant AT = Instant.ofEpochSecond(100);

    private final DashboardTimeSeries line = new DashboardTimeSeries(3);

    @Test
    void firstSampleYieldsNoPoint() {
        line.note(figures(10, 4, 0), Map.of(), AT);
        assertThat(line.since(0)).isEmpty();
    }

    @Test
    void pointIsDifferenceOfTwoSamples() {
        line.note(figures(10, 4, 1), Map.of(), AT);
        line.note(figures(25, 14, 3), Map.of(), AT.plusSeconds(5));

        TimeSeriesPoint point = line.since(0).get(0);

        assertThat(point.at()).isEqualTo(105);
        assertThat(point.routes()).containsExactly(Map.entry("a", new Passed(15, 10, 2, -1)));
        assertThat(point.invalidations()).containsExactly(Map.entry("pool", 2L));
    }

    @Test
    void listsPoolWithChangedEpochAsInvalidated() {
        line.note(figures(0, 0, 0), Map.of("users", 1L, "skills", 1L), AT);
        line.note(figures(0, 0, 0), Map.of("users", 2L, "skills", 1L, "paths", 7L), AT);

        assertThat(line.since(0).get(0).pools()).containsExactly("users");
    }

    @Test
    void dropsOldestPointsAndKeepsNumbering() {
        for (int i = 0; i < 6; i++) {
            line.note(figures(i, 0, 0), Map.of(), AT);
        }
        assertThat(line.since(0)).extracting(TimeSeriesPoint::number).containsExactly(3L, 4L, 5L);
        assertThat(line.since(4)).extracting(TimeSeriesPoint::number).containsExactly(5L);
    }

    @Test
    void returnsAllPointsForPointNumberOfEarlierRun() {
        for (int i = 0; i < 3; i++) {
            line.note(figures(i, 0, 0), Map.of(), AT);
        }
        assertThat(line.since(2)).isEmpty();
        assertThat(line.since(170)).extracting(TimeSeriesPoint::number).containsExactly(1L, 2L);
    }

    private static DashboardMetrics figures(long requests, long hits, long invalidations) {
        var times = new Times(hits, hits * 0.002, 0);
        return new DashboardMetrics(
                List.of(new OfRoute("a", requests, hits, 0, 0, List.of(), times, Times.NONE)),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(new Count("", "pool", invalidations)));
    }
}

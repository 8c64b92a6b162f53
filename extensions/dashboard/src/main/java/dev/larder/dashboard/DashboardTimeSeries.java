package dev.larder.dashboard;

import dev.larder.dashboard.DashboardMetrics.Count;
import dev.larder.dashboard.DashboardMetrics.OfRoute;
import dev.larder.dashboard.DashboardMetrics.Times;
import dev.larder.dashboard.TimeSeriesPoint.Passed;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The latest points of the time line, each with the changes from one reading of the meters to the next. */
final class DashboardTimeSeries {

    private static final int MAX_ROUTES = 12;
    private static final double MILLIS = 1000;

    private final int most;
    private final Deque<TimeSeriesPoint> points = new ArrayDeque<>();
    private Optional<DashboardMetrics> before = Optional.empty();
    private Map<String, Long> epochs = Map.of();
    private long number;

    /** Creates a time line of at most so many points. */
    DashboardTimeSeries(int most) {
        this.most = most;
    }

    /**
     * Records the current meters.
     *
     * @param epochsOfPools epochs by pool
     */
    synchronized void note(DashboardMetrics now, Map<String, Long> epochsOfPools, Instant at) {
        before.ifPresent(last -> add(last, now, epochsOfPools, at));
        before = Optional.of(now);
        epochs = Map.copyOf(epochsOfPools);
    }

    /**
     * Returns the points after that one; all of them if its number is from an earlier life of this gateway and higher than any
     * now.
     */
    synchronized List<TimeSeriesPoint> since(long since) {
        return points.stream()
                .filter(point -> since > number || point.number() > since)
                .toList();
    }

    private void add(DashboardMetrics last, DashboardMetrics now, Map<String, Long> epochsOfPools, Instant at) {
        if (points.size() == most) {
            points.removeFirst();
        }
        number++;
        points.addLast(new TimeSeriesPoint(
                number, at.toEpochMilli() / MILLIS, routes(last, now), kinds(last, now), invalidated(epochsOfPools)));
    }

    private static Map<String, Passed> routes(DashboardMetrics last, DashboardMetrics now) {
        Map<String, OfRoute> earlier = new HashMap<>();
        last.routes().forEach(route -> earlier.put(route.route(), route));
        Map<String, Passed> passed = new HashMap<>();
        now.routes().stream()
                .limit(MAX_ROUTES)
                .forEach(route ->
                        passed.put(route.route(), passed(Optional.ofNullable(earlier.get(route.route())), route)));
        return passed;
    }

    private static Passed passed(Optional<OfRoute> last, OfRoute now) {
        return new Passed(
                now.requests() - last.map(OfRoute::requests).orElse(0L),
                now.hits() - last.map(OfRoute::hits).orElse(0L),
                mean(last.map(OfRoute::hit).orElse(Times.NONE), now.hit()),
                mean(last.map(OfRoute::origin).orElse(Times.NONE), now.origin()));
    }

    private static double mean(Times last, Times now) {
        long count = now.count() - last.count();
        return count > 0 ? MILLIS * (now.seconds() - last.seconds()) / count : -1;
    }

    private static Map<String, Long> kinds(DashboardMetrics last, DashboardMetrics now) {
        Map<String, Long> earlier =
                last.invalidations().stream().collect(Collectors.toMap(Count::what, Count::count, Long::sum));
        Map<String, Long> kinds = new HashMap<>();
        now.invalidations()
                .forEach(kind -> kinds.put(kind.what(), kind.count() - earlier.getOrDefault(kind.what(), 0L)));
        return kinds;
    }

    private List<String> invalidated(Map<String, Long> epochsOfPools) {
        List<String> moved = new ArrayList<>();
        epochsOfPools.forEach((pool, epoch) -> {
            if (epochs.containsKey(pool) && !epoch.equals(epochs.get(pool))) {
                moved.add(pool);
            }
        });
        moved.sort(null);
        return moved;
    }
}

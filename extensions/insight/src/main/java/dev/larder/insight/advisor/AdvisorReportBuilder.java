package dev.larder.insight.advisor;

import dev.larder.insight.advisor.AdvisorReport.CurvePoint;
import dev.larder.insight.advisor.AdvisorReport.Live;
import dev.larder.insight.advisor.AdvisorReport.PolicyCurve;
import dev.larder.insight.advisor.AdvisorReport.RouteSaving;
import dev.larder.policies.ghost.CandidatePolicy;
import dev.larder.policies.ghost.GhostMissCause;
import dev.larder.policies.ghost.GhostReport;
import dev.larder.policies.ghost.HitRatioCurve;
import dev.larder.policies.ghost.HitRatioPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Builds the report on the store in use from the results of the ghost caches. */
final class AdvisorReportBuilder {

    /** Share of the hit ratio that a smaller store must keep. */
    private static final double KEPT = 0.9;

    /** Smallest gain of hit ratio worth a recommendation. */
    private static final double RELEVANT = 0.02;

    private static final double POINTS = 100;
    private static final double MEGABYTE = 1 << 20;

    private final CandidatePolicy policy;
    private final long size;

    /** With fewer drawn keys, no statement is made about the others. */
    private static final int FEWEST = 10;

    private final GhostReport ghosts;

    AdvisorReportBuilder(AdvisorSettings settings, GhostReport ghosts) {
        this.policy = settings.live();
        this.size = settings.size();
        this.ghosts = ghosts;
    }

    private HitRatioCurve live() {
        return ghosts.curves().stream()
                .filter(curve -> curve.policy() == policy)
                .findAny()
                .orElseThrow();
    }

    private HitRatioPoint at(HitRatioCurve curve) {
        return curve.points().stream()
                .filter(tried -> tried.capacity() == size)
                .findAny()
                .orElseThrow();
    }

    Live inUse() {
        HitRatioPoint point = at(live());
        return new Live(policy.id(), size, point.hitRatio(), point.byteHitRatio(), byName(point.misses()));
    }

    /** Returns all policies, the best at the live size first. */
    List<PolicyCurve> policies() {
        double now = live().hitRatio(size);
        return ghosts.curves().stream()
                .map(curve -> new PolicyCurve(
                        curve.policy().id(),
                        POINTS * (curve.hitRatio(size) - now),
                        keeping(curve),
                        curve.points().stream().map(AdvisorReportBuilder::point).toList()))
                .sorted(Comparator.comparingDouble(PolicyCurve::gain).reversed())
                .toList();
    }

    private Optional<Long> keeping(HitRatioCurve curve) {
        double there = curve.hitRatio(size);
        return there == 0
                ? Optional.empty()
                : curve.smallestWith(KEPT * there).stream().boxed().findAny();
    }

    private static CurvePoint point(HitRatioPoint point) {
        return new CurvePoint(point.capacity(), point.hitRatio(), point.byteHitRatio(), byName(point.misses()));
    }

    private static Map<String, Double> byName(Map<GhostMissCause, Double> misses) {
        Map<String, Double> named = new TreeMap<>();
        misses.forEach((cause, part) -> named.put(cause.name().toLowerCase(Locale.ROOT), part));
        return named;
    }

    /** Returns the recommendations, in sentences. */
    List<String> advice(List<PolicyCurve> policies, List<RouteSaving> routes) {
        List<String> advice = new ArrayList<>();
        routes.stream().filter(RouteSaving::loses).forEach(route -> advice.add(losing(route)));
        if (ghosts.drawn() < FEWEST) {
            advice.add(
                    "The sample has too few keys to compare sizes and policies. Wait for more traffic, or raise larder.advisor.sample-rate if it is below 1.");
            return advice;
        }
        HitRatioPoint now = at(live());
        if (now.hitRatio() > 0) {
            keeping(live()).filter(bytes -> bytes < size).ifPresent(bytes -> advice.add(smaller(bytes)));
            advice.add(fixed(now));
        }
        policies.stream()
                .filter(other -> other.gain() >= POINTS * RELEVANT)
                .findFirst()
                .ifPresent(other -> advice.add(String.format(
                        Locale.ROOT,
                        "%s would give +%.1f points of hit ratio in the same size: larder.store.type=%s.",
                        other.policy(),
                        other.gain(),
                        other.policy())));
        return advice;
    }

    private String smaller(long bytes) {
        return String.format(
                Locale.ROOT,
                "%.1f MB keep 90 %% of the hit ratio of %.1f MB (%s).",
                bytes / MEGABYTE,
                size / MEGABYTE,
                policy.id());
    }

    private static String fixed(HitRatioPoint now) {
        return String.format(
                Locale.ROOT,
                "Of the requests, %.1f %% are misses that a larger store would avoid; first requests are %.1f %%, expired %.1f %%,"
                        + " invalidated %.1f %%.",
                POINTS * now.misses().getOrDefault(GhostMissCause.CAPACITY, 0.0),
                POINTS * now.misses().getOrDefault(GhostMissCause.COLD, 0.0),
                POINTS * now.misses().getOrDefault(GhostMissCause.EXPIRED, 0.0),
                POINTS * now.misses().getOrDefault(GhostMissCause.INVALIDATED, 0.0));
    }

    private static String losing(RouteSaving route) {
        return String.format(
                Locale.ROOT,
                "Route %s loses by caching: %d hits among %d requests save less than look-ups take, %.1f microseconds a request.",
                route.route(),
                route.hits(),
                route.hits() + route.forwarded(),
                -route.savedMicros());
    }
}

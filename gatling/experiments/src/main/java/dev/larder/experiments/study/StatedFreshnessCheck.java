package dev.larder.experiments.study;

import dev.larder.compare.report.MarkdownTable;
import dev.larder.experiments.rig.ExperimentWorkspace;
import dev.larder.experiments.traffic.ExpectedVersions;
import dev.larder.experiments.traffic.ExperimentRequest;
import dev.larder.experiments.traffic.ExperimentResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What becomes of responses whose freshness is stated in one way or another, after a little more than two seconds. */
final class StatedFreshnessCheck {

    private static final int SIZE = 200;
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(2_300);
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final List<Case> CASES = List.of(
            new Case("max-age=60", true),
            new Case("max-age=1", false),
            new Case("expires=60", true),
            new Case("expires=1", false),
            new Case("max-age=60&expires=1", true),
            new Case("max-age=1&expires=60", false));

    private StatedFreshnessCheck() {}

    private record Case(String parameters, boolean fresh) {

        ExperimentRequest call() {
            return ExperimentRequest.get(
                    "/items-fresh/" + CASES.indexOf(this) + "?size=" + SIZE + "&" + parameters, SIZE);
        }
    }

    /** How far Age may be from the clock: it is told in whole seconds, by two clocks' readings. */
    private static final double TOLERANCE = 1.01;

    /**
     * What was seen.
     *
     * @param cases how many were looked at
     * @param right how many came out as RFC 9111 has them
     * @param age that the first told
     * @param elapsed seconds it had been stored for, by the clock
     * @param table of all
     */
    record FreshnessCheckResult(int cases, int right, long age, double elapsed, String table) {}

    static FreshnessCheckResult look(ExperimentWorkspace workspace, int port) throws IOException, InterruptedException {
        var begin = System.nanoTime();
        for (var each : CASES) {
            ask(workspace, port, each.call());
        }
        LockSupport.parkNanos(WAIT_NANOS);
        var table =
                new MarkdownTable(List.of("the origin states, seconds", "after 2.3 s", "Age", "as RFC 9111 has it"));
        var right = 0;
        var age = -1L;
        var elapsed = 0.0;
        for (var each : CASES) {
            var answer = ask(workspace, port, each.call());
            if (each.equals(CASES.get(0))) {
                age = answer.age();
                elapsed = (System.nanoTime() - begin) / NANOS;
            }
            var good = answer.isHit() == each.fresh();
            right += good ? 1 : 0;
            table.add(List.of(
                    each.parameters().replace("&", ", "),
                    answer.isHit() ? "answered by the cache" : "asked of the origin",
                    answer.age() < 0 ? "" : String.valueOf(answer.age()),
                    good ? "yes" : "NO"));
        }
        workspace.health().wrong(CASES.size() - right + (Math.abs(age - elapsed) > TOLERANCE ? 1 : 0));
        return new FreshnessCheckResult(CASES.size(), right, age, elapsed, table.toString());
    }

    private static ExperimentResponse ask(ExperimentWorkspace workspace, int port, ExperimentRequest call)
            throws IOException, InterruptedException {
        var answers = new ArrayList<ExperimentResponse>();
        workspace.observe(
                List.of(port),
                1,
                List.of(call).iterator(),
                new ExpectedVersions(),
                (asked, answer, nanos, stale) -> answers.add(answer));
        return answers.get(0);
    }
}

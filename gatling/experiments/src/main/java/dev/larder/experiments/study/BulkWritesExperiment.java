package dev.larder.experiments.study;

import dev.larder.experiments.ExperimentScale;
import dev.larder.experiments.StudyClaim;
import dev.larder.experiments.StudyExperiment;
import dev.larder.experiments.report.ExperimentResults;
import dev.larder.experiments.report.MeasurementGrid;
import dev.larder.experiments.report.MetricView;
import dev.larder.experiments.rig.ExperimentWorkspace;
import dev.larder.experiments.rig.ServerSpecification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Bulk writes, tables 1 to 3: the experiment of the module buffered-writes, by its own program. */
public final class BulkWritesExperiment implements StudyExperiment {

    private static final String EXECUTION = "execution, times less";
    private static final String PLANNING = "planning, times less";
    private static final double REPEATED = 10_000;
    private static final String MAIN = "dev.larder.bufferedwrites.BufferedWritesComparison";

    @Override
    public String name() {
        return "bulk-writes";
    }

    @Override
    public String title() {
        return "Bulk writes, tables 1 to 3: rows one by one and in bulk";
    }

    @Override
    public StudyClaim claim() {
        return new StudyClaim(
                "written in bulk, rows take a database many times less",
                "execution 9.12, 9.48, 5.93, 5.20 and planning 52.11, 40.18, 19.13, 14.17 times less (4c0fk, 4c2fk, 10c0fk,"
                        + " 10c2fk)",
                "PostgreSQL 17 on two cores that it shares with clients, gateway and origin; foreign keys are checked row by row"
                        + " in either way");
    }

    @Override
    public Duration expected() {
        return Duration.ofMinutes(9);
    }

    @Override
    public List<String> conditions(int rounds) {
        return List.of(
                "cores:    database, gateway, origin and clients on all cores",
                "rounds:   5 up to 1,000 rows, 3 of 10,000, 1 of 100,000; more on it below");
    }

    @Override
    public List<ServerSpecification> servers(ExperimentScale scale) {
        return List.of();
    }

    @Override
    public ExperimentResults run(ExperimentScale scale, ExperimentWorkspace workspace)
            throws IOException, InterruptedException {
        var out = workspace.directory("bulk-writes");
        workspace.progress().say("%s: %s", name(), "the program of buffered-writes");
        workspace.program("bulk-writes", command(scale, workspace, out), Duration.ofMinutes(60));
        var grid = new MeasurementGrid("rows");
        for (var row : BulkRatios.read(Files.readAllLines(out.resolve("figures.md")))) {
            grid.add(EXECUTION, row.table(), row.rows(), row.execution());
            grid.add(PLANNING, row.table(), row.rows(), row.planning());
        }
        var tables = Files.readString(out.resolve("figures.md"));
        return new ExperimentResults(
                grid,
                List.of(
                        MetricView.of(EXECUTION, EXECUTION, 2).wide().steep(),
                        MetricView.of(PLANNING, PLANNING, 2).wide().steep()),
                headline(grid),
                List.of(
                        "Tables and rounds as that program writes them; more on it in src/test/buffered-writes/README.md.",
                        "A batch that is not full is sent after a second here instead of five, to save time: that is in the time"
                                + " until the last commit, and in no other figure."),
                "## All figures\n\n" + tables);
    }

    private static List<String> command(ExperimentScale scale, ExperimentWorkspace workspace, Path out) {
        var programs = workspace.programs();
        var built = programs.bufferedWrites();
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of("-cp", built.resolve("larder-buffered-writes.jar") + ":" + built.resolve("lib/*"), MAIN));
        command.addAll(List.of("--out", out.toString()));
        command.addAll(scale.of(
                List.of("--direct-bulk", "--table=4c0fk", "--size=100", "--rounds=1", "--warm-up=1"),
                List.of(
                        "--gateway=" + programs.larder(),
                        "--size=1,100,1000,10000,100000",
                        "--gateway-argument=--larder.rules.uploads.buffer.flush-interval=1s",
                        "--warm-up=20000")));
        return command;
    }

    /** Of the largest number of rows that was measured more than once. */
    private static String headline(MeasurementGrid grid) {
        var most = grid.places(EXECUTION).stream()
                .mapToDouble(Double::doubleValue)
                .filter(rows -> rows <= REPEATED)
                .max()
                .orElseThrow();
        var parts = new ArrayList<String>();
        for (var table : grid.lines(EXECUTION)) {
            parts.add(String.format(
                    Locale.ROOT,
                    "%s execution %.2f, planning %.2f",
                    table,
                    grid.median(EXECUTION, table, most).orElse(Double.NaN),
                    grid.median(PLANNING, table, most).orElse(Double.NaN)));
        }
        return String.format(Locale.ROOT, "times less in bulk, %,.0f rows: ", most) + String.join("; ", parts);
    }
}

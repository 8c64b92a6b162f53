package dev.larder.experiments;

import dev.larder.compare.scenario.ProgressMessages;
import dev.larder.experiments.report.ExperimentResults;
import dev.larder.experiments.report.ResultFiles;
import dev.larder.experiments.report.StudyResultsTable;
import dev.larder.experiments.rig.ExperimentWorkspace;
import dev.larder.experiments.rig.ServerSpecification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Runs experiments one after another, and writes what each has found as soon as it has. */
final class ExperimentRunner {

    private final ExperimentScale scale;
    private final ExperimentWorkspace workspace;
    private final ResultFiles results;
    private final Path page;
    private final List<String> head;

    ExperimentRunner(
            ExperimentScale scale, ExperimentWorkspace workspace, ResultFiles results, Path page, List<String> head) {
        this.scale = scale;
        this.workspace = workspace;
        this.results = results;
        this.page = page;
        this.head = List.copyOf(head);
    }

    /** The names of those that could not be run, had failures or stale bodies, or found what must not be. */
    List<String> run(List<StudyExperiment> experiments) throws InterruptedException {
        var bad = new ArrayList<String>();
        for (var experiment : experiments) {
            try {
                run(experiment, experiments);
            } catch (IOException failure) {
                progress().say("%s failed: %s", experiment.name(), failure.toString());
                workspace.health().wrong(1);
                workspace.endAllBut(Set.of());
            }
            if (!workspace.health().isHealthy()) {
                bad.add(experiment.name());
            }
        }
        return bad;
    }

    private void run(StudyExperiment experiment, List<StudyExperiment> all) throws IOException, InterruptedException {
        progress()
                .say(
                        "%s begins%s",
                        experiment.title(), scale == ExperimentScale.FULL ? about(experiment.expected()) : "");
        workspace.health().reset();
        workspace.have(servers(experiment, all));
        var figures = experiment.run(scale, workspace);
        record(experiment, figures);
        progress().say("%s: %s", experiment.name(), figures.headline());
        progress().say("%s: %s", experiment.name(), workspace.health());
    }

    /** At full size nothing runs beside an experiment that it has no use for; else all is started at once, to save time. */
    private Set<ServerSpecification> servers(StudyExperiment experiment, List<StudyExperiment> all) {
        var servers = new LinkedHashSet<ServerSpecification>();
        (scale == ExperimentScale.FULL ? List.of(experiment) : all)
                .forEach(each -> servers.addAll(each.servers(scale)));
        return servers;
    }

    private static String about(Duration expected) {
        return ", about " + expected.toMinutes() + " minutes";
    }

    private ProgressMessages progress() {
        return workspace.progress();
    }

    private void record(StudyExperiment experiment, ExperimentResults figures) throws IOException {
        var lines = new ArrayList<>(head);
        lines.addAll(experiment.conditions(workspace.rounds()));
        if (workspace.health().hasRequests()) {
            lines.add("seen:     " + workspace.health());
        }
        var claim = experiment.claim();
        var remarks = new ArrayList<>(List.of(
                "The study's claim: " + claim.study() + ". Its figure: " + claim.figure() + ".",
                "Why ours may differ: " + claim.difference() + "."));
        remarks.addAll(figures.remarks());
        var whole =
                new ExperimentResults(figures.grid(), figures.views(), figures.headline(), remarks, figures.appendix());
        var written = results.write(experiment.name(), experiment.title(), lines, whole);
        var row = List.of(
                "[" + experiment.name() + "](" + written.getFileName() + ")",
                claim.study(),
                claim.figure(),
                workspace.health().isHealthy()
                        ? figures.headline()
                        : figures.headline() + " (" + workspace.health() + ")",
                claim.difference());
        Files.writeString(page, StudyResultsTable.with(Files.readString(page), row));
    }
}

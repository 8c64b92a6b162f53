package dev.larder.experiments;

import dev.larder.compare.scenario.Progress;
import dev.larder.experiments.report.Figures;
import dev.larder.experiments.report.Ledger;
import dev.larder.experiments.report.Results;
import dev.larder.experiments.rig.Server;
import dev.larder.experiments.rig.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Runs experiments one after another, and writes what each has found as soon as it has. */
final class Sitting {

    private final Scale scale;
    private final Workspace workspace;
    private final Results results;
    private final Path page;
    private final List<String> head;

    Sitting(Scale scale, Workspace workspace, Results results, Path page, List<String> head) {
        this.scale = scale;
        this.workspace = workspace;
        this.results = results;
        this.page = page;
        this.head = List.copyOf(head);
    }

    /** The names of those that could not be run, had failures or stale bodies, or found what must not be. */
    List<String> run(List<Experiment> experiments) throws InterruptedException {
        var bad = new ArrayList<String>();
        for (var experiment : experiments) {
            try {
                run(experiment, experiments);
            } catch (IOException failure) {
                progress().say("%s failed: %s", experiment.name(), failure.toString());
                workspace.health().wrong(1);
                workspace.endAllBut(Set.of());
            }
            if (!workspace.health().good()) {
                bad.add(experiment.name());
            }
        }
        return bad;
    }

    private void run(Experiment experiment, List<Experiment> all) throws IOException, InterruptedException {
        progress().say("%s begins%s", experiment.title(), scale == Scale.FULL ? about(experiment.expected()) : "");
        workspace.health().reset();
        workspace.have(servers(experiment, all));
        var figures = experiment.run(scale, workspace);
        record(experiment, figures);
        progress().say("%s: %s", experiment.name(), figures.headline());
        progress().say("%s: %s", experiment.name(), workspace.health());
    }

    /** At full size nothing runs beside an experiment that it has no use for; else all is started at once, to save time. */
    private Set<Server> servers(Experiment experiment, List<Experiment> all) {
        var servers = new LinkedHashSet<Server>();
        (scale == Scale.FULL ? List.of(experiment) : all).forEach(each -> servers.addAll(each.servers(scale)));
        return servers;
    }

    private static String about(Duration expected) {
        return ", about " + expected.toMinutes() + " minutes";
    }

    private Progress progress() {
        return workspace.progress();
    }

    private void record(Experiment experiment, Figures figures) throws IOException {
        var lines = new ArrayList<>(head);
        lines.addAll(experiment.conditions(workspace.rounds()));
        if (workspace.health().sawRequests()) {
            lines.add("seen:     " + workspace.health());
        }
        var claim = experiment.claim();
        var remarks = new ArrayList<>(List.of(
                "The study's claim: " + claim.study() + ". Its figure: " + claim.figure() + ".",
                "Why ours may differ: " + claim.difference() + "."));
        remarks.addAll(figures.remarks());
        var whole = new Figures(figures.grid(), figures.views(), figures.headline(), remarks, figures.appendix());
        var written = results.write(experiment.name(), experiment.title(), lines, whole);
        var row = List.of(
                "[" + experiment.name() + "](" + written.getFileName() + ")",
                claim.study(),
                claim.figure(),
                workspace.health().good() ? figures.headline() : figures.headline() + " (" + workspace.health() + ")",
                claim.difference());
        Files.writeString(page, Ledger.with(Files.readString(page), row));
    }
}

package dev.larder.simulator;

import static java.util.Objects.requireNonNull;

import dev.larder.simulator.cluster.BroadcastVariant;
import dev.larder.simulator.cluster.ClusterAssumptions;
import dev.larder.simulator.cluster.ClusterCase;
import dev.larder.simulator.cluster.ClusterSimulation;
import dev.larder.simulator.cluster.ClusterSimulationResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Simulates clusters of gateway members: the cost of invalidation and the limits of its scaling. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        description = "Simulates clusters of gateway members: messages, delays of writes, hit ratios.",
        sortOptions = false)
final class ClusterCommand implements Callable<Integer> {

    private static final String ALL = "all";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--members",
            split = ",",
            defaultValue = "3,10,30,100,300,1000",
            paramLabel = "N",
            description = "Numbers of members; default ${DEFAULT-VALUE}.")
    private List<Integer> members = List.of();

    @Option(
            names = "--writes",
            split = ",",
            defaultValue = "0.1%,1%,5%,20%",
            paramLabel = "PART",
            description = "Parts of the requests that write; default 0.1%%,1%%,5%%,20%%.")
    private List<String> writes = List.of();

    @Option(
            names = "--variant",
            split = ",",
            defaultValue = ALL,
            paramLabel = "NAME",
            description = "strict, leaders, batched, tree, batched-tree, or all (default).")
    private List<String> variants = List.of();

    @Mixin
    private ClusterModel model = new ClusterModel();

    @Option(names = "--out", paramLabel = "FILE.csv", description = "Write the figures there, too.")
    private @Nullable Path out;

    @Option(
            names = "--plot",
            paramLabel = "FILE.png|svg",
            description = "Draw delays and messages over the number of members.")
    private @Nullable Path plot;

    @Override
    public Integer call() {
        if (plot != null && !ChartImages.isSupported(plot)) {
            throw wrong("expected --plot with a file that ends in .png or .svg");
        }
        ClusterAssumptions assumptions;
        List<ClusterSimulationResult> figures;
        try {
            assumptions = model.assumptions();
            figures = simulated(assumptions, cells());
        } catch (IllegalArgumentException e) {
            throw wrong(requireNonNull(e.getMessage()));
        }
        return report(assumptions, figures);
    }

    private List<ClusterCase> cells() {
        List<BroadcastVariant> chosen =
                variants.stream().flatMap(ClusterCommand::named).distinct().toList();
        List<ClusterCase> cells = new ArrayList<>();
        for (int number : members) {
            for (String part : writes) {
                for (BroadcastVariant variant : chosen) {
                    cells.add(new ClusterCase(number, FractionParser.parse(part), variant));
                }
            }
        }
        return cells;
    }

    private static Stream<BroadcastVariant> named(String name) {
        List<BroadcastVariant> found = Arrays.stream(BroadcastVariant.values())
                .filter(variant -> name.equals(ALL) || variant.id().equals(name))
                .toList();
        if (found.isEmpty()) {
            String ids = String.join(
                    ", ",
                    Arrays.stream(BroadcastVariant.values())
                            .map(BroadcastVariant::id)
                            .toList());
            throw new IllegalArgumentException("expected one of " + ids + " or all instead of \"" + name + '"');
        }
        return found.stream();
    }

    private static List<ClusterSimulationResult> simulated(ClusterAssumptions assumptions, List<ClusterCase> cells) {
        List<ClusterSimulationResult> figures = new ArrayList<>();
        try (var progress = new TerminalProgress("clusters", SimulatorCommand.isInteractiveTerminal())) {
            for (ClusterCase clusterCase : cells) {
                figures.add(ClusterSimulation.of(assumptions, clusterCase));
                progress.at((double) figures.size() / cells.size());
            }
        }
        return figures;
    }

    private int report(ClusterAssumptions assumptions, List<ClusterSimulationResult> figures) {
        CommandLine commandLine = requireNonNull(spec).commandLine();
        var report = new ClusterReport(figures, assumptions.costs());
        report.print(commandLine.getOut());
        try {
            if (out != null) {
                report.save(out);
            }
            if (plot != null) {
                ClusterPlot.save(figures, assumptions.costs(), plot);
            }
            return ExitCode.OK;
        } catch (IOException e) {
            commandLine.getErr().println("cannot write: " + e);
            return ExitCode.SOFTWARE;
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(requireNonNull(spec).commandLine(), message);
    }
}

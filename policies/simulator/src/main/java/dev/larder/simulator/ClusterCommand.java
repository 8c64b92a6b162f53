package dev.larder.simulator;

import static java.util.Objects.requireNonNull;

import dev.larder.simulator.cluster.Assumptions;
import dev.larder.simulator.cluster.Cell;
import dev.larder.simulator.cluster.Figures;
import dev.larder.simulator.cluster.Simulated;
import dev.larder.simulator.cluster.Variant;
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

/** Simulates clusters of gateway members: what invalidation costs, and where it stops scaling. */
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
        if (plot != null && !Charts.isSupported(plot)) {
            throw wrong("expected --plot with a file that ends in .png or .svg");
        }
        Assumptions assumptions;
        List<Figures> figures;
        try {
            assumptions = model.assumptions();
            figures = simulated(assumptions, cells());
        } catch (IllegalArgumentException e) {
            throw wrong(requireNonNull(e.getMessage()));
        }
        return report(assumptions, figures);
    }

    private List<Cell> cells() {
        List<Variant> chosen =
                variants.stream().flatMap(ClusterCommand::named).distinct().toList();
        List<Cell> cells = new ArrayList<>();
        for (int number : members) {
            for (String part : writes) {
                for (Variant variant : chosen) {
                    cells.add(new Cell(number, Share.parse(part), variant));
                }
            }
        }
        return cells;
    }

    private static Stream<Variant> named(String name) {
        List<Variant> found = Arrays.stream(Variant.values())
                .filter(variant -> name.equals(ALL) || variant.id().equals(name))
                .toList();
        if (found.isEmpty()) {
            String ids = String.join(
                    ", ", Arrays.stream(Variant.values()).map(Variant::id).toList());
            throw new IllegalArgumentException("expected one of " + ids + " or all instead of \"" + name + '"');
        }
        return found.stream();
    }

    private static List<Figures> simulated(Assumptions assumptions, List<Cell> cells) {
        List<Figures> figures = new ArrayList<>();
        try (var progress = new Progress("clusters", SimulatorCommand.onTerminal())) {
            for (Cell cell : cells) {
                figures.add(Simulated.of(assumptions, cell));
                progress.at((double) figures.size() / cells.size());
            }
        }
        return figures;
    }

    private int report(Assumptions assumptions, List<Figures> figures) {
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

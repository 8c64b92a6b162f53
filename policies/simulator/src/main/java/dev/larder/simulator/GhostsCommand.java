package dev.larder.simulator;

import static java.util.Objects.requireNonNull;

import dev.larder.policies.eviction.OptimizationGoal;
import dev.larder.policies.ghost.CandidatePolicy;
import dev.larder.policies.ghost.GhostReport;
import dev.larder.policies.ghost.GhostSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Compares the estimates of ghosts, from a sample of the keys, with a replay of the whole trace. */
@Command(
        name = "ghosts",
        mixinStandardHelpOptions = true,
        description =
                "Compares the curves of ghosts, which follow a sample of the keys, with those of the whole trace.",
        sortOptions = false)
final class GhostsCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--trace",
            arity = "1..*",
            required = true,
            paramLabel = "TRACE",
            description = "Files, or generated traces, as in a replay.")
    private List<String> traces = List.of();

    @Mixin
    private ReplayOptions options = new ReplayOptions();

    @Option(
            names = "--size",
            split = ",",
            defaultValue = "1%,5%,10%,20%,40%",
            paramLabel = "SIZE",
            description = "Sizes, as in a replay; default 1%%,5%%,10%%,20%%,40%%.")
    private List<String> sizes = List.of();

    @Option(
            names = "--one-in",
            defaultValue = "16",
            paramLabel = "N",
            description = "Follow one key in so many at most, a power of two; default 16.")
    private long oneIn;

    @Option(
            names = "--memory",
            defaultValue = "8MB",
            paramLabel = "SIZE",
            description = "What the ghosts may take; default ${DEFAULT-VALUE}.")
    private String memory = "";

    @Option(names = "--seed", defaultValue = "1", description = "Decides which keys are drawn; default 1.")
    private long seed;

    @Option(names = "--runs", defaultValue = "1", description = "Draw so often, from --seed on; default 1.")
    private int runs;

    @Option(names = "--rows", description = "Print each policy and size.")
    private boolean rows;

    @Option(names = "--out", paramLabel = "FILE.csv", description = "Write each policy and size there, too.")
    private @Nullable Path out;

    @Override
    public Integer call() {
        CommandLine commandLine = requireNonNull(spec).commandLine();
        List<GhostComparison> comparisons = new ArrayList<>();
        try {
            for (String trace : traces) {
                comparisons.addAll(compared(source(trace), commandLine));
            }
        } catch (IllegalArgumentException | IOException e) {
            throw new ParameterException(commandLine, requireNonNull(e.getMessage()), e);
        }
        try {
            if (out != null) {
                GhostComparison.csv(comparisons, out);
            }
            return ExitCode.OK;
        } catch (IOException e) {
            commandLine.getErr().println("cannot write: " + e);
            return ExitCode.SOFTWARE;
        }
    }

    private TraceSource source(String trace) {
        Optional<GeneratedTrace> generated = GeneratedTrace.parse(trace, seed);
        if (generated.isPresent()) {
            return generated.get();
        }
        Path file = Path.of(trace);
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new IllegalArgumentException("expected a file that can be read: " + trace);
        }
        return TraceFile.of(file);
    }

    private List<GhostComparison> compared(TraceSource trace, CommandLine commandLine) throws IOException {
        List<ReplayResult> exact = exact(trace);
        List<GhostComparison> comparisons = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            GhostReport ghosts = GhostReplay.of(
                    trace, settings(exact, seed + run), new EntryLifetime(options.writes, options.lifetime()));
            GhostComparison comparison = GhostComparison.of(exact, seed + run, ghosts);
            if (rows) {
                comparison.printRows(commandLine.getOut());
            }
            comparison.print(commandLine.getOut());
            comparisons.add(comparison);
        }
        return comparisons;
    }

    private List<ReplayResult> exact(TraceSource trace) throws IOException {
        var settings = new CacheSimulation.Settings(
                NamedPolicy.of(options.policies, OptimizationGoal.HITS),
                options.writes,
                options.lifetime(),
                seed,
                1,
                SimulatorCommand.isInteractiveTerminal());
        try (var simulation = new CacheSimulation(settings, Runtime.getRuntime().availableProcessors())) {
            List<ReplayResult> exact = simulation.atSizes(
                    trace, sizes.stream().map(CacheSize::parse).toList());
            SimulatorCommand.tellSkipped(simulation, requireNonNull(spec).commandLine());
            return exact;
        }
    }

    private GhostSettings settings(List<ReplayResult> exact, long seed) {
        return new GhostSettings(
                exact.stream()
                        .map(ReplayResult::policy)
                        .distinct()
                        .map(policy -> CandidatePolicy.of(policy).orElseThrow())
                        .toList(),
                exact.stream().map(ReplayResult::capacity).toList(),
                oneIn,
                CacheSize.parse(memory).bytes(0),
                Long.MAX_VALUE,
                seed);
    }
}

package dev.larder.simulator;

import static java.util.Objects.requireNonNull;

import dev.larder.policies.eviction.OptimizationGoal;
import dev.larder.simulator.CacheSimulation.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the simulator. Exit codes: 0 done, 1 a result could not be written, 2 wrong usage or input. */
@Command(
        name = "larder-simulator",
        mixinStandardHelpOptions = true,
        description = "Replays traces over eviction policies and sizes: hit ratio and byte hit ratio.",
        sortOptions = false,
        subcommands = {ClusterCommand.class, GhostsCommand.class})
final class SimulatorCommand implements Callable<Integer> {

    private static final String STANDARD_INPUT = "-";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--trace",
            arity = "1..*",
            paramLabel = "TRACE",
            description = {
                "Files (time,key,size[,op,segment] or an access log, plain or gzip; oracleGeneral), - for standard input, or",
                "generated: random, staggered, zipf, loop, with parameters as in zipf:objects=500,alpha=0.8 (objects,",
                "requests, alpha, writes, pools, median, sigma, total)."
            })
    private List<String> traces = List.of();

    @Mixin
    private ReplayOptions options = new ReplayOptions();

    @Option(
            names = "--size",
            split = ",",
            arity = "1..*",
            paramLabel = "SIZE",
            description = "Sizes: bytes, KB, MB, GB, KiB, MiB, GiB, or %% of all objects' bytes.")
    private List<String> sizes = List.of();

    @Option(
            names = "--keep",
            paramLabel = "PART",
            description = "Find the smallest size that keeps this part of the hit ratio without bound, such as 0.9.")
    private @Nullable Double keep;

    @Option(
            names = "--goal",
            defaultValue = "hits",
            description = "What the policy larder is to make the most of: hits (default) or bytes.")
    private OptimizationGoal goal = OptimizationGoal.HITS;

    @Option(names = "--seed", defaultValue = "1", description = "Decides what is left to chance; default 1.")
    private long seed;

    @Option(
            names = "--runs",
            defaultValue = "1",
            description = "Take the mean over so many seeds, from --seed on; default 1.")
    private int runs;

    @Option(
            names = "--threads",
            defaultValue = "0",
            description = "Policies and sizes replayed in parallel; default as many as there are processors.")
    private int threads;

    @Option(names = "--out", paramLabel = "FILE.csv", description = "Write the outcomes there, too.")
    private @Nullable Path out;

    @Option(names = "--plot", paramLabel = "FILE.png|svg", description = "Draw curves of both ratios over size.")
    private @Nullable Path plot;

    /** Runs the simulator and exits with its exit code. */
    public static void main(String[] arguments) {
        System.setProperty("java.awt.headless", "true");
        System.exit(commandLine().execute(arguments));
    }

    /** Returns the command line, ready to be executed with arguments. */
    static CommandLine commandLine() {
        return new CommandLine(new SimulatorCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(SimulatorCommand::complain);
    }

    private static int complain(ParameterException e, String... arguments) {
        e.getCommandLine().getErr().println(e.getMessage());
        return ExitCode.USAGE;
    }

    @Override
    public Integer call() {
        require(!traces.isEmpty(), "Missing required option: '--trace=TRACE'");
        List<CacheSize> chosen =
                checked(() -> sizes.stream().map(CacheSize::parse).toList());
        checkOptions();
        var settings = new Settings(
                checked(() -> NamedPolicy.of(options.policies, goal)),
                options.writes,
                checked(options::lifetime),
                seed,
                runs,
                isInteractiveTerminal());
        List<TraceSource> sources = traces.stream().map(this::source).toList();
        List<ReplayResult> outcomes = new ArrayList<>();
        try (var simulation = new CacheSimulation(settings, threads())) {
            for (TraceSource source : sources) {
                outcomes.addAll(replayed(simulation, source, chosen));
                tellSkipped(simulation, spec().commandLine());
            }
        }
        return report(outcomes);
    }

    private void checkOptions() {
        require(!sizes.isEmpty() || keep != null, "expected --size or --keep");
        require(keep == null || (keep > 0 && keep <= 1), "expected --keep above 0 and up to 1");
        require(runs >= 1, "expected --runs of at least 1");
        require(threads >= 0, "expected --threads of at least 0");
        require(plot == null || ChartImages.isSupported(plot), "expected --plot with a file that ends in .png or .svg");
    }

    private int threads() {
        return threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
    }

    private TraceSource source(String trace) {
        if (trace.equals(STANDARD_INPUT)) {
            return standardInput();
        }
        Optional<GeneratedTrace> generated = checked(() -> GeneratedTrace.parse(trace, seed));
        if (generated.isPresent()) {
            return generated.get();
        }
        Path file = Path.of(trace);
        require(Files.isReadable(file) && !Files.isDirectory(file), "expected a file that can be read: " + trace);
        return TraceFile.of(file);
    }

    /** Standard input can be read only once. If several passes are needed, it is copied to a file first. */
    private TraceSource standardInput() {
        boolean isReadOnce = keep == null && runs == 1 && sizes.stream().noneMatch(size -> size.endsWith("%"));
        return isReadOnce ? new StandardInput() : checkedIo("standard input", SimulatorCommand::spooled);
    }

    private static TraceSource spooled() throws IOException {
        Path file = Files.createTempFile("larder-trace", null);
        file.toFile().deleteOnExit();
        Files.copy(System.in, file, StandardCopyOption.REPLACE_EXISTING);
        return new TraceFile(StandardInput.NAME, file);
    }

    private List<ReplayResult> replayed(CacheSimulation simulation, TraceSource source, List<CacheSize> chosen) {
        return checkedIo(source.name(), () -> {
            List<ReplayResult> outcomes = new ArrayList<>();
            if (!chosen.isEmpty()) {
                outcomes.addAll(simulation.atSizes(source, chosen));
            }
            if (keep != null) {
                outcomes.addAll(simulation.keeping(keep, source));
            }
            return outcomes;
        });
    }

    /** What is skipped is told beside the results, which are of the rest. */
    static void tellSkipped(CacheSimulation simulation, CommandLine commandLine) {
        if (!simulation.skipped().isEmpty()) {
            commandLine.getErr().println(simulation.skipped());
        }
    }

    private int report(List<ReplayResult> outcomes) {
        CommandLine commandLine = spec().commandLine();
        ReplayReport.table(outcomes, commandLine.getOut());
        try {
            if (out != null) {
                ReplayReport.csv(outcomes, out);
            }
            if (plot != null) {
                new HitRatioPlot(outcomes).save(plot);
            }
            return ExitCode.OK;
        } catch (IOException e) {
            commandLine.getErr().println("cannot write: " + e);
            return ExitCode.SOFTWARE;
        }
    }

    private <T> T checked(Supplier<T> parsed) {
        try {
            return parsed.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec().commandLine(), e.getMessage(), e);
        }
    }

    private <T> T checkedIo(String trace, Callable<T> read) {
        try {
            return read.call();
        } catch (IOException e) {
            throw new ParameterException(spec().commandLine(), trace + ", " + e.getMessage(), e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void require(boolean holds, String expected) {
        if (!holds) {
            throw new ParameterException(spec().commandLine(), expected);
        }
    }

    private CommandSpec spec() {
        return requireNonNull(spec);
    }

    /** Whether the output is an interactive terminal. Newer platforms have a console without one, so TERM is checked too. */
    @SuppressWarnings("SystemConsoleNull")
    static boolean isInteractiveTerminal() {
        return System.console() != null && System.getenv("TERM") != null;
    }
}

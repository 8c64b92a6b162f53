package dev.larder.experiments;

import dev.larder.compare.BenchmarkHost;
import dev.larder.compare.scenario.ProgressMessages;
import dev.larder.experiments.report.ResultFiles;
import dev.larder.experiments.report.StudyResultsTable;
import dev.larder.experiments.rig.BuiltExecutables;
import dev.larder.experiments.rig.ExperimentWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command: the experiments of the studies, by name or all. */
@CommandLine.Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        showDefaultValues = true,
        description =
                "Repeats experiments: servers on one core, load and origin on another. Exit codes: 0 done, 1 a request"
                        + " failed or a body was stale or something did not start, 2 wrong usage.")
final class ExperimentsCommand implements Callable<Integer> {

    private static final String PAGE = "README.md";
    private static final int ROUNDS = 5;

    @Parameters(defaultValue = "all", split = ",", paramLabel = "NAME", description = "Experiments, or all.")
    private List<String> names = List.of();

    @Option(names = "--scale", defaultValue = "full", description = "full, or short: only to see that they run.")
    private ExperimentScale scale = ExperimentScale.FULL;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "At full size; fewer than 5 are no result, and do not go to gatling/results.")
    private int rounds;

    @Option(names = "--out", paramLabel = "DIRECTORY", description = "Where they go; default gatling/results.")
    private Path out = Path.of("");

    @Option(
            names = "--root",
            hidden = true,
            defaultValue = "${sys:experiments.root:-.}",
            description = "The root of the repository.")
    private Path root = Path.of("");

    @Option(
            names = "--jvm-options",
            split = " ",
            paramLabel = "OPTION",
            defaultValue = "-XX:+UseSerialGC -Xms512m -Xmx512m -Dreactor.netty.ioWorkerCount=1",
            description = "Of all servers.")
    private List<String> jvmOptions = List.of();

    private final String line;

    ExperimentsCommand(String line) {
        this.line = line;
    }

    /** Runs the command. */
    public static void main(String[] args) {
        System.exit(execute(args));
    }

    /** Runs the command; its exit code. */
    static int execute(String... args) {
        System.setProperty("java.awt.headless", "true");
        return new CommandLine(new ExperimentsCommand(String.join(" ", args)))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println(failure.getMessage());
                    return failure instanceof IllegalArgumentException
                            ? command.getCommandSpec().exitCodeOnInvalidInput()
                            : command.getCommandSpec().exitCodeOnExecutionException();
                })
                .execute(args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var experiments = ExperimentCatalog.named(names);
        if (rounds < 1) {
            throw new IllegalArgumentException(
                    "--rounds=" + rounds + " measures nothing; at least 1, and 5 for a result");
        }
        var progress = new ProgressMessages(System.err);
        if (scale == ExperimentScale.FULL) {
            var minutes = experiments.stream()
                    .map(StudyExperiment::expected)
                    .reduce(Duration.ZERO, Duration::plus)
                    .toMinutes();
            progress.say("%d experiments, about %d minutes", experiments.size(), minutes);
        }
        var directory = out.toString().isEmpty() ? root.resolve(usual()) : out;
        var date = LocalDate.now(ZoneOffset.UTC).toString();
        try (var workspace = workspace(progress)) {
            var sitting =
                    new ExperimentRunner(scale, workspace, new ResultFiles(directory, date), page(directory), head());
            var bad = sitting.run(experiments);
            bad.forEach(name -> System.err.println(name + ": requests failed or bodies were stale, see its page"));
            return bad.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        }
    }

    /** What a short run finds is no result, nor is what a few rounds find. */
    private String usual() {
        return scale == ExperimentScale.FULL && rounds >= ROUNDS
                ? "gatling/results"
                : "gatling/experiments/target/short";
    }

    private ExperimentWorkspace workspace(ProgressMessages progress) throws IOException, InterruptedException {
        var programs = new BuiltExecutables(root.toAbsolutePath().normalize(), jvmOptions);
        return new ExperimentWorkspace(programs, tryPinLoad(), scale.of(1, rounds), progress);
    }

    /** Only at full size, where servers are not to be slowed by the load; a short run takes what there is, to be short. */
    private boolean tryPinLoad() throws IOException, InterruptedException {
        if (scale == ExperimentScale.SHORT) {
            return false;
        }
        BenchmarkHost.keepLoadToItsCore();
        return true;
    }

    private static Path page(Path directory) throws IOException {
        Files.createDirectories(directory);
        var page = directory.resolve(PAGE);
        return Files.exists(page)
                ? page
                : Files.writeString(
                        page, "# Results\n\n" + StudyResultsTable.BEGIN + "\n" + StudyResultsTable.END + "\n");
    }

    private List<String> head() throws IOException, InterruptedException {
        return List.of(
                "command:  gatling/experiments/run " + line,
                "commit:   " + BenchmarkHost.commit(root),
                "machine:  " + BenchmarkHost.processor() + ", " + BenchmarkHost.kernel()
                        + (scale == ExperimentScale.FULL
                                ? ", " + BenchmarkHost.memory()
                                : "; a short run, which proves nothing"),
                "jvm:      " + BenchmarkHost.java() + "; servers " + String.join(" ", jvmOptions),
                "larder:   " + BenchmarkHost.libraries(root.resolve("gateway/target/larder-gateway-exec.jar")),
                "date:     " + Instant.now().truncatedTo(ChronoUnit.SECONDS),
                "beside:   load average before the first: " + BenchmarkHost.load());
    }
}

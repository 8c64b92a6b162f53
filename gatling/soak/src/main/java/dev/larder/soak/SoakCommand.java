package dev.larder.soak;

import dev.larder.compare.BenchmarkHost;
import dev.larder.compare.scenario.ProgressMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The command: a soak of some length. */
@CommandLine.Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        showDefaultValues = true,
        description =
                "Mixed traffic through Larder's executable, every fault in turn. Exit codes: 0 all that can be judged"
                        + " held, 1 something did not or did not start, 2 wrong usage.")
final class SoakCommand implements Callable<Integer> {

    @Option(
            names = "--minutes",
            defaultValue = "60",
            description = "Of traffic; a fraction for a short form, such as 1.")
    private double minutes;

    @Option(
            names = "--without",
            split = ",",
            paramLabel = "FAULT",
            description = "Faults to leave out: ${COMPLETION-CANDIDATES}.")
    private List<SoakFault> without = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIRECTORY",
            description =
                    "Where its files go; default gatling/results, of a short form" + " gatling/soak/target/short.")
    private Path out = Path.of("");

    @Option(
            names = "--root",
            hidden = true,
            defaultValue = "${sys:soak.root:-.}",
            description = "The root of the repository.")
    private Path root = Path.of("");

    private final String line;

    SoakCommand(String line) {
        this.line = line;
    }

    /** Runs the command. */
    public static void main(String[] args) {
        System.exit(execute(args));
    }

    /** Runs the command; its exit code. */
    static int execute(String... args) {
        System.setProperty("java.awt.headless", "true");
        return new CommandLine(new SoakCommand(String.join(" ", args)))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    failure.printStackTrace(command.getErr());
                    return command.getCommandSpec().exitCodeOnExecutionException();
                })
                .execute(args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var settings = settings();
        if (settings.pinned()) {
            BenchmarkHost.keepLoadToItsCore();
        }
        var begun = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        var seen = new SoakRun(settings, new ProgressMessages(System.err)).run();
        var verdicts = SoakEvaluation.judge(seen, MemoryAllowance.USUAL);
        var report = new SoakReport(seen, verdicts);
        report.write(directory(settings), LocalDate.now(ZoneOffset.UTC) + "-soak", head(settings, begun));
        System.err.println(report.verdictTable());
        seen.told().forEach(System.err::println);
        seen.logged().errors().forEach(System.err::println);
        return verdicts.stream().anyMatch(verdict -> verdict.result() == ObligationResult.Result.BROKEN)
                ? CommandLine.ExitCode.SOFTWARE
                : CommandLine.ExitCode.OK;
    }

    private SoakSettings settings() throws IOException {
        var jar = root.toAbsolutePath().normalize().resolve("gateway/target/larder-gateway-exec.jar");
        if (!Files.exists(jar)) {
            throw new IOException(jar + " is not there: mvn -pl gateway -am package");
        }
        var faults = Arrays.stream(SoakFault.values())
                .filter(fault -> !without.contains(fault))
                .toList();
        return SoakSettings.of(
                Duration.ofMillis((long) (minutes * Duration.ofMinutes(1).toMillis())), faults, jar);
    }

    /** What a short form finds is no result. */
    private Path directory(SoakSettings settings) {
        if (!out.toString().isEmpty()) {
            return out;
        }
        return root.resolve(settings.pinned() ? "gatling/results" : "gatling/soak/target/short");
    }

    private List<String> head(SoakSettings settings, Instant begun) throws IOException, InterruptedException {
        return List.of(
                "command:  gatling/soak/run " + line,
                "commit:   " + BenchmarkHost.commit(root),
                "machine:  " + BenchmarkHost.processor() + ", " + BenchmarkHost.kernel()
                        + (settings.pinned() ? "; gateway on core 0, load and origin on core 1" : "; nothing pinned"),
                "jvm:      " + BenchmarkHost.java() + "; gateway " + String.join(" ", settings.options()),
                "larder:   " + BenchmarkHost.libraries(settings.jar()),
                "store:    8 MB of memory, 32 MB of disk",
                "buffers:  " + settings.leaks().text(),
                "clients:  " + settings.slowClients() + " slow ones",
                "date:     " + begun);
    }
}

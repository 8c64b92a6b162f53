package dev.larder.compare;

import dev.larder.compare.load.WrkGenerator;
import dev.larder.compare.peer.ComparedServer;
import dev.larder.compare.peer.JavaCommandLine;
import dev.larder.compare.peer.ServerCertificate;
import dev.larder.compare.peer.ServerEnvironment;
import dev.larder.compare.peer.ServerUnavailableException;
import dev.larder.compare.process.CommandRunner;
import dev.larder.compare.process.ManagedProcesses;
import dev.larder.compare.scenario.FlameGraph;
import dev.larder.compare.scenario.ProgressMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command: Larder beside its peers on this machine. */
@CommandLine.Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        showDefaultValues = true,
        description = "Measures Larder beside its peers: all servers on one core, the generator on another.")
final class CompareCommand implements Callable<Integer> {

    private static final int FEWEST_CORES = 2;

    @Mixin
    private final MeasurementOptions measure = new MeasurementOptions();

    @Mixin
    private final ServerEnvironmentOptions place = new ServerEnvironmentOptions();

    @Option(names = "--report", paramLabel = "FILE", description = "Markdown report; without it only the tables.")
    private Path report = Path.of("");

    private final String command;

    CompareCommand(String command) {
        this.command = command;
    }

    /** Runs the command; ends with 0, or 1 where nothing could be measured, or 2 where an option is wrong. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new CompareCommand(String.join(" ", args)))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(CompareCommand::failed)
                .registerConverter(ComparedServer.class, ComparedServer::of)
                .registerConverter(BodySize.class, BodySize::of)
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException, ServerUnavailableException {
        if (BenchmarkHost.cores() < FEWEST_CORES) {
            throw new IOException("the servers and the generator need a core each, and this machine has one");
        }
        var missing = DebianPackages.missing(servers(), measure.settings().costs());
        if (!missing.isEmpty() && place.shouldInstall()) {
            DebianPackages.install(place.home(), missing);
        }
        var directory = Files.createTempDirectory("larder-compare-");
        try (var children = new ManagedProcesses(directory, true)) {
            children.deleteAtEnd(directory);
            var own = Long.toString(ProcessHandle.current().pid());
            CommandRunner.output(
                    "taskset", "--all-tasks", "--cpu-list", "--pid", Integer.toString(place.loadCore()), own);
            measure(new ServerEnvironment(
                    children,
                    directory,
                    place.serverCore(),
                    place.loadCore(),
                    place.java(),
                    place.isTlsEnabled() ? Optional.of(ServerCertificate.create(directory)) : Optional.empty()));
        }
        return 0;
    }

    private void measure(ServerEnvironment environment)
            throws IOException, InterruptedException, ServerUnavailableException {
        var settings = measure.settings();
        var wrk = new WrkGenerator(
                environment.children(), environment.directory(), environment.loadCore(), settings.connections());
        var sections = new ReportSections(environment, wrk, settings, new ProgressMessages(System.err));
        var text = new StringBuilder(head(environment.java()));
        for (var scenario : measure.scenarios()) {
            for (var size : scenario.sizes(measure.sizes())) {
                text.append('\n').append(sections.of(scenario, size.octets()));
                write(text);
            }
        }
        if (measure.flameGraph().isPresent()) {
            var size = measure.sizes().get(0).octets();
            text.append('\n')
                    .append(sections.flameGraph(size, measure.flameGraph().get()));
            write(text);
        }
        System.out.println(text);
    }

    private Set<ComparedServer> servers() {
        var servers = new LinkedHashSet<ComparedServer>();
        measure.flameGraph().ifPresent(file -> servers.addAll(FlameGraph.USUAL));
        measure.scenarios()
                .forEach(scenario ->
                        servers.addAll(scenario.peers(measure.settings().chosen())));
        return servers;
    }

    private static int failed(Exception failure, CommandLine line, CommandLine.ParseResult parsed) {
        line.getErr().println(failure.getMessage());
        return line.getCommandSpec().exitCodeOnExecutionException();
    }

    /** After every section, so that a run that is broken off leaves what it has. */
    private void write(StringBuilder text) throws IOException {
        if (!report.toString().isEmpty()) {
            Files.writeString(report, text);
        }
    }

    private String head(JavaCommandLine java) throws IOException, InterruptedException {
        return new ReportHeader(place, command, measure.settings()).text(java);
    }
}

package dev.larder.bufferedwrites;

import dev.larder.bufferedwrites.BufferedWritesSetup.Setup;
import dev.larder.bufferedwrites.WriteMeasurement.Case;
import dev.larder.bufferedwrites.origin.TableShape;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** The command line of the experiment. Exit codes: 0 done, 1 it failed, 2 wrong usage. */
@Command(
        name = "larder-buffered-writes",
        mixinStandardHelpOptions = true,
        description = "Writes rows to a PostgreSQL database one by one and in bulk, and says what either takes.",
        sortOptions = false)
final class BufferedWritesComparison implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--gateway", paramLabel = "FILE.jar", description = "The gateway's executable jar.")
    private @Nullable Path gateway;

    @Option(names = "--direct-bulk", description = "No gateway: clients send to the origin, and batches themselves.")
    private boolean isDirect;

    @Option(
            names = "--gateway-argument",
            paramLabel = "ARGUMENT",
            description = "Given to the gateway that buffers; may be repeated.")
    private List<String> gatewayArguments = List.of();

    @Option(
            names = "--table",
            split = ",",
            defaultValue = "4c0fk,4c2fk,10c0fk,10c2fk",
            description = "Tables; default ${DEFAULT-VALUE}.")
    private List<String> tables = List.of();

    @Option(
            names = "--size",
            split = ",",
            defaultValue = "1,100,1000,10000,50000,100000",
            description = "Numbers of rows; default ${DEFAULT-VALUE}.")
    private List<Integer> sizes = List.of();

    @Option(
            names = "--rounds",
            defaultValue = "0",
            description = "Rounds; default 5 up to 1,000 rows, 3 up to 10,000, 1 beyond.")
    private int rounds;

    @Option(names = "--clients", defaultValue = "200", description = "Clients at once; default ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--batch",
            defaultValue = "10000",
            description = "Rows of a batch with --direct-bulk; default ${DEFAULT-VALUE}.")
    private int batch;

    @Option(
            names = "--bulk-sql",
            defaultValue = "unnest",
            description = "How rows are inserted in bulk: values or unnest; default ${DEFAULT-VALUE}.")
    private String bulkSql = "unnest";

    @Option(
            names = "--connections",
            defaultValue = "10",
            description = "Connections of the origin to the database; default ${DEFAULT-VALUE}.")
    private int connections;

    @Option(
            names = "--warm-up",
            defaultValue = "20000",
            description = "Rows written before, in either way; default ${DEFAULT-VALUE}.")
    private int warmUp;

    @Option(names = "--seed", defaultValue = "1", description = "Decides what is in the rows; default 1.")
    private long seed;

    @Option(names = "--out", required = true, paramLabel = "DIRECTORY", description = "Where results go.")
    private Path out = Path.of("");

    /** Runs the experiment and leaves with its exit code. */
    public static void main(String[] arguments) {
        System.setProperty("java.awt.headless", "true");
        System.exit(new CommandLine(new BufferedWritesComparison()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
        if ((gateway == null) != isDirect) {
            throw new ParameterException(commandLine, "expected --gateway or --direct-bulk, and not both");
        }
        List<WriteMeasurement> done = new ArrayList<>();
        try (var rig = new BufferedWritesSetup(setup(), out)) {
            commandLine.getOut().println("PostgreSQL " + rig.databaseVersion());
            warmUp(rig);
            for (String table : tables) {
                for (int size : sizes) {
                    done.addAll(measured(rig, new Case(table, size), commandLine.getOut()));
                    write(done);
                }
            }
        }
        return CommandLine.ExitCode.OK;
    }

    private Setup setup() {
        List<String> originArguments =
                List.of("--bulk-sql=" + bulkSql, "--spring.datasource.hikari.maximum-pool-size=" + connections);
        return new Setup(gateway, gatewayArguments, originArguments, clients, batch);
    }

    private void warmUp(BufferedWritesSetup rig) throws Exception {
        for (boolean isExplained : new boolean[] {true, false}) {
            for (WriteMode mode : WriteMode.values()) {
                rig.measure(new Case(tables.get(0), warmUp), mode, isExplained, rows(tables.get(0), warmUp));
            }
        }
    }

    /** One by one and in bulk in turn, so that what else the machine does befalls both. */
    private List<WriteMeasurement> measured(BufferedWritesSetup rig, Case subject, PrintWriter progress)
            throws Exception {
        List<String> rows = rows(subject.table(), subject.size());
        List<WriteMeasurement> measured = new ArrayList<>();
        for (int i = 0; i < roundsOf(subject.size()); i++) {
            for (boolean isExplained : new boolean[] {false, true}) {
                for (WriteMode mode : WriteMode.values()) {
                    WriteMeasurement round = rig.measure(subject, mode, isExplained, rows);
                    measured.add(round);
                    progress.println(round.csv());
                    progress.flush();
                }
            }
        }
        return measured;
    }

    private int roundsOf(int size) {
        if (rounds > 0) {
            return rounds;
        }
        return size <= 1_000 ? 5 : size <= 10_000 ? 3 : 1;
    }

    private List<String> rows(String table, int size) {
        TableShape shape = TableShape.of(table.toLowerCase(Locale.ROOT));
        var random = new Random(seed);
        return Stream.generate(() -> JsonMapper.shared().writeValueAsString(shape.row(random)))
                .limit(size)
                .toList();
    }

    private void write(List<WriteMeasurement> done) throws IOException {
        var summary = new MedianSummary(done);
        Stream<String> csv = Stream.concat(
                Stream.of(WriteMeasurement.CSV_HEAD), done.stream().map(WriteMeasurement::csv));
        Files.write(out.resolve("figures.csv"), csv.toList());
        Files.write(out.resolve("figures.md"), summary.markdown());
        SpeedupPlot.save(summary, out.resolve("figures.png"));
    }
}

package dev.larder.bufferedwrites;

import dev.larder.bufferedwrites.RowLoad.LoadLatency;
import dev.larder.bufferedwrites.WriteMeasurement.Case;
import dev.larder.bufferedwrites.WriteMeasurement.Work;
import dev.larder.bufferedwrites.origin.BulkOriginApplication;
import dev.larder.bufferedwrites.origin.DatabaseStatistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A database, an origin before it, gateways before that, each in processes of their own; and who sends to them. */
final class BufferedWritesSetup implements AutoCloseable {

    private static final long LONGEST_SECONDS = 600;
    private static final long BETWEEN_LOOKS_MILLIS = 20;

    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final PostgresServer database;
    private final ServiceProcess origin;
    private final Map<WriteMode, RowLoad> loads = new EnumMap<>(WriteMode.class);
    private final Map<WriteMode, ServiceProcess> gateways = new EnumMap<>(WriteMode.class);

    /** @param directory for what the processes say and keep */
    BufferedWritesSetup(Setup setup, Path directory) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        database = closedLater(PostgresServer.start());
        int port = ServiceProcess.freePort();
        List<String> arguments = new ArrayList<>(List.of(
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                BulkOriginApplication.class.getName(),
                "--server.port=" + port,
                "--spring.datasource.url=" + database.url()));
        arguments.addAll(setup.originArguments());
        origin = closedLater(ServiceProcess.start(port, directory.resolve("origin.log"), arguments));
        for (WriteMode mode : WriteMode.values()) {
            loads.put(mode, load(mode, setup, directory));
        }
    }

    /**
     * What is between the clients and the origin.
     *
     * @param gateway its executable jar; null: nothing, and the client sends batches itself
     * @param gatewayArguments beside its own
     * @param originArguments beside its own
     * @param clients how many
     * @param batch rows of a batch, if the client sends them
     */
    record Setup(
            @Nullable Path gateway,
            List<String> gatewayArguments,
            List<String> originArguments,
            int clients,
            int batch) {}

    private RowLoad load(WriteMode mode, Setup setup, Path directory) throws IOException, InterruptedException {
        Path jar = setup.gateway();
        if (jar == null) {
            return mode == WriteMode.BULK
                    ? new BatchClient(origin.url(), setup.batch())
                    : closedLater(new RowClients(origin.url(), setup.clients()));
        }
        int port = ServiceProcess.freePort();
        List<String> arguments = new ArrayList<>(List.of("-Xmx1g", "-jar", jar.toString()));
        // A new one each time: what an interrupted run has left would be sent to this one's origin.
        Path writes = Files.createTempDirectory(directory, "writes");
        arguments.addAll(GatewayArguments.of(mode, port, origin.url(), writes, setup.gatewayArguments()));
        ServiceProcess gateway =
                closedLater(ServiceProcess.start(port, directory.resolve("gateway-" + mode + ".log"), arguments));
        gateways.put(mode, gateway);
        return closedLater(new RowClients(gateway.url(), setup.clients()));
    }

    private <T extends AutoCloseable> T closedLater(T resource) {
        started.push(resource);
        return resource;
    }

    String databaseVersion() throws SQLException {
        return database.version();
    }

    /** Empties the tables, sends rows, and waits until the last one is committed. */
    WriteMeasurement measure(Case subject, WriteMode mode, boolean isExplained, List<String> rows) throws Exception {
        send(HttpRequest.newBuilder(URI.create(origin.url() + "/figures/reset?explain=" + isExplained))
                .POST(BodyPublishers.noBody()));
        Work before = work(mode, 0);
        long begin = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        LoadLatency sent = load(mode).send(subject.table(), rows);
        DatabaseStatistics figures = figuresOf(rows.size());
        Work after = work(mode, (figures.lastCommitMicros() - begin) / 1_000.0);
        return new WriteMeasurement(subject, mode, isExplained, figures, sent, difference(before, after));
    }

    private RowLoad load(WriteMode mode) {
        return Objects.requireNonNull(loads.get(mode));
    }

    private Work work(WriteMode mode, double wallMillis) throws IOException, SQLException {
        ServiceProcess gateway = gateways.get(mode);
        return new Work(
                wallMillis,
                ProcessCpuTime.millis(origin.pid()),
                ProcessCpuTime.millisWithChildren(database.pid()),
                gateway == null ? 0 : ProcessCpuTime.millis(gateway.pid()));
    }

    private static Work difference(Work before, Work after) {
        return new Work(
                after.wallMillis(),
                after.originMillis() - before.originMillis(),
                after.databaseMillis() - before.databaseMillis(),
                after.gatewayMillis() - before.gatewayMillis());
    }

    private DatabaseStatistics figuresOf(int rows) throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (true) {
            String json = send(HttpRequest.newBuilder(URI.create(origin.url() + "/figures")));
            DatabaseStatistics figures = JsonMapper.shared().readValue(json, DatabaseStatistics.class);
            if (figures.rows() >= rows) {
                return figures;
            }
            if (System.nanoTime() > until) {
                throw new IOException("only " + figures.rows() + " of " + rows + " rows have been committed");
            }
            Thread.sleep(BETWEEN_LOOKS_MILLIS);
        }
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var response = http.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2) {
            throw new IOException(response.uri() + " answered " + response.statusCode());
        }
        return response.body();
    }

    @Override
    public void close() {
        while (!started.isEmpty()) {
            try {
                started.pop().close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}

package dev.larder.bufferedwrites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.bufferedwrites.origin.BulkOriginApplication;
import dev.larder.bufferedwrites.origin.DatabaseStatistics;
import dev.larder.bufferedwrites.origin.TableRow;
import dev.larder.bufferedwrites.origin.TableShape;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The origin before a PostgreSQL server: 200 rows in every way that they may come. */
class BulkOriginTest {

    private static final TableShape SHAPE = new TableShape(4, 2);
    private static final int ROWS = 200;

    private static PostgresServer database;
    private static ConfigurableApplicationContext byValues;
    private static ConfigurableApplicationContext byArrays;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<String> rows =
            rows().stream().map(JsonMapper.shared()::writeValueAsString).toList();

    @BeforeAll
    static void start() throws IOException {
        database = PostgresServer.start();
        byValues = origin("values");
        byArrays = origin("unnest");
    }

    private static ConfigurableApplicationContext origin(String sql) {
        return SpringApplication.run(
                BulkOriginApplication.class,
                "--server.port=0",
                "--spring.datasource.url=" + database.url(),
                "--bulk-sql=" + sql);
    }

    @AfterAll
    static void stop() throws IOException {
        byArrays.close();
        byValues.close();
        database.close();
    }

    @BeforeEach
    void empty() throws Exception {
        reset(false);
    }

    @Test
    void rowsAreInsertedOneByOne() throws Exception {
        try (var client = new RowClients(url(byValues), 8)) {
            client.send(SHAPE.toString(), rows);
        }

        assertThat(inserted()).containsExactlyInAnyOrderElementsOf(rows());
        assertThat(figures().rows()).isEqualTo(ROWS);
        assertThat(figures().statements()).isEqualTo(ROWS);
    }

    @ParameterizedTest
    @CsvSource({
        "values, application/json",
        "values, application/x-ndjson",
        "values, multipart/mixed; boundary=b",
        "unnest, application/json"
    })
    void repeatedBatchIsInsertedOnce(String sql, String type) throws Exception {
        HttpRequest batch = HttpRequest.newBuilder(URI.create(url(origins().get(sql)) + "/bulk/" + SHAPE))
                .header("Content-Type", type)
                .header("Idempotency-Key", "\"" + UUID.randomUUID() + "\"")
                .header("Larder-Batch-Size", String.valueOf(ROWS))
                .POST(BodyPublishers.ofString(content(type)))
                .build();

        assertThat(send(batch).statusCode()).isEqualTo(201);
        assertThat(send(batch).statusCode()).isEqualTo(201);
        assertThat(inserted()).containsExactlyElementsOf(rows());
    }

    /** As a gateway sends them when the answer to the whole was lost, and the rule says that items are recognized. */
    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/x-ndjson", "multipart/mixed; boundary=b"})
    void insertsItemOnceAcrossOverlappingBatches(String type) throws Exception {
        UUID series = UUID.randomUUID();
        assertThat(send(batch(type, series, 0, ROWS - 50)).statusCode()).isEqualTo(201);
        assertThat(send(batch(type, series, 0, ROWS / 2)).statusCode()).isEqualTo(201);
        assertThat(send(batch(type, series, ROWS / 2, ROWS)).statusCode()).isEqualTo(201);
        assertThat(send(batch(type, series, 7, 8)).statusCode()).isEqualTo(201);

        assertThat(inserted()).containsExactlyElementsOf(rows());
    }

    @Test
    void insertsItemOnceFromConcurrentBatches() throws Exception {
        UUID series = UUID.randomUUID();
        List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            HttpRequest batch = batch("application/json", series, 20 * (i / 2), ROWS - 20 * (i % 2));
            sent.add(http.sendAsync(batch, BodyHandlers.ofString()));
        }
        assertThat(sent)
                .allSatisfy(response -> assertThat(
                                response.get(30, TimeUnit.SECONDS).statusCode())
                        .isEqualTo(201));
        assertThat(inserted()).containsExactlyInAnyOrderElementsOf(rows());
    }

    private HttpRequest batch(String type, UUID series, int from, int to) {
        HttpRequest.Builder request = request(type, to - from)
                .POST(BodyPublishers.ofString(content(type, from, to).replace("SERIES", series.toString())));
        return type.startsWith("multipart")
                ? request.build()
                : request.header("Larder-Item-Ids", "(" + from + ";to=" + (to - 1) + ");of=\"" + series + "\"")
                        .build();
    }

    private HttpRequest.Builder request(String type, int size) {
        return HttpRequest.newBuilder(URI.create(url(byArrays) + "/bulk/" + SHAPE))
                .header("Content-Type", type)
                .header("Idempotency-Key", "\"" + UUID.randomUUID() + "\"")
                .header("Larder-Batch-Size", String.valueOf(size));
    }

    @Test
    void sumsUpDatabaseStatistics() throws Exception {
        reset(true);

        new BatchClient(url(byValues), 50).send(SHAPE.toString(), rows);

        DatabaseStatistics figures = figures();
        assertThat(figures.rows()).isEqualTo(ROWS);
        assertThat(figures.statements()).isEqualTo(4);
        assertThat(figures.planningMillis()).isPositive();
        assertThat(figures.executionMillis()).isPositive();
        assertThat(inserted()).containsExactlyElementsOf(rows());
    }

    @Test
    void measuresCpuTimeOfProcesses() throws Exception {
        assertThat(ProcessCpuTime.millisWithChildren(database.pid())).isPositive();
        assertThat(ProcessCpuTime.millis(ProcessHandle.current().pid())).isPositive();
    }

    private static List<TableRow> rows() {
        var random = new Random(1);
        return Stream.generate(() -> SHAPE.row(random)).limit(ROWS).toList();
    }

    private String content(String type) {
        return content(type, 0, ROWS);
    }

    private String content(String type, int from, int to) {
        List<String> some = rows.subList(from, to);
        if (type.equals("application/json")) {
            return "[" + String.join(",", some) + "]";
        }
        if (type.equals("application/x-ndjson")) {
            return String.join("\n", some);
        }
        return IntStream.range(from, to)
                .mapToObj(i -> "--b\r\nContent-Type: application/http; msgtype=request\r\n\r\n"
                        + "POST /4c2fk HTTP/1.1\r\nHost: origin\r\nIdempotency-Key: \"SERIES/" + i + "\"\r\n\r\n"
                        + rows.get(i) + "\r\n")
                .collect(Collectors.joining("", "", "--b--\r\n"));
    }

    private static Map<String, ConfigurableApplicationContext> origins() {
        return Map.of("values", byValues, "unnest", byArrays);
    }

    private static String url(ConfigurableApplicationContext origin) {
        return "http://127.0.0.1:" + origin.getEnvironment().getRequiredProperty("local.server.port");
    }

    private void reset(boolean explain) throws Exception {
        send(HttpRequest.newBuilder(URI.create(url(byValues) + "/figures/reset?explain=" + explain))
                .POST(BodyPublishers.noBody())
                .build());
    }

    private DatabaseStatistics figures() throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url(byValues) + "/figures")).build();
        return JsonMapper.shared().readValue(send(request).body(), DatabaseStatistics.class);
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, BodyHandlers.ofString());
    }

    /** In the order in which they were inserted. */
    private static List<TableRow> inserted() {
        return byValues.getBean(JdbcTemplate.class)
                .query(
                        "SELECT c1, c2, c3, c4, f1, f2 FROM t4c2fk ORDER BY id",
                        (row, number) -> new TableRow(
                                List.of(row.getString(1), row.getString(2), row.getString(3), row.getString(4)),
                                List.of(row.getLong(5), row.getLong(6))));
    }
}

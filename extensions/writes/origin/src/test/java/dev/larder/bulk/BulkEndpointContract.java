package dev.larder.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** What a bulk endpoint does over HTTP, the same on each stack. */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class BulkEndpointContract {

    private final HttpClient client = HttpClient.newHttpClient();
    private ConfigurableApplicationContext application;

    /** A note. */
    public record Note(String text) {}

    /** An application with a bulk endpoint. */
    @EnableAutoConfiguration
    @Import(Notes.class)
    public static class Application {}

    @RestController
    static class Notes {

        final List<String> applied = new CopyOnWriteArrayList<>();

        @PostMapping("/bulk/notes")
        BulkResult write(BulkWrites<Note> batch) {
            return batch.each(Note::text, note -> {
                applied.add(note.text());
                return note.text().startsWith("bad") ? ItemResult.of(503, "later") : ItemResult.of(201);
            });
        }

        @PostMapping("/bulk/requests")
        BulkResult requests(BulkWrites<BulkRequest> batch) {
            batch.items().forEach(request -> applied.add(request.toString()));
            return batch.all(204);
        }
    }

    /** What the application is started with, beside a free port. */
    protected abstract List<String> arguments();

    @BeforeAll
    void start() {
        String[] arguments = java.util.stream.Stream.concat(
                        arguments().stream(),
                        java.util.stream.Stream.of(
                                "--server.port=0",
                                "--server.address=127.0.0.1",
                                "--spring.main.banner-mode=off",
                                "--larder.bulk.max-items=100",
                                "--larder.bulk.max-bytes=200KB"))
                .toArray(String[]::new);
        application = SpringApplication.run(Application.class, arguments);
    }

    @AfterAll
    void stop() {
        application.close();
    }

    @Test
    void appliesItemsOfJsonArray() throws Exception {
        assertThat(post("/bulk/notes", "application/json", 1, "[{\"text\":\"array\"}]")
                        .statusCode())
                .isEqualTo(201);
        assertThat(applied()).contains("array");
    }

    @Test
    void appliesItemsOfJsonLines() throws Exception {
        assertThat(post("/bulk/notes", "application/x-ndjson", 1, "{\"text\":\"line\"}\n")
                        .statusCode())
                .isEqualTo(201);
        assertThat(applied()).contains("line");
    }

    @Test
    void appliesRequestsOfMultipartContent() throws Exception {
        String content = new String(
                SampleBatches.multipart(List.of("{\"text\":\"p0\"}", "{\"text\":\"p1\"}")), StandardCharsets.UTF_8);
        String type = "multipart/mixed; boundary=\"" + SampleBatches.BOUNDARY + "\"";

        assertThat(post("/bulk/notes", type, 2, content).statusCode()).isEqualTo(201);
        assertThat(post("/bulk/requests", type, 2, content).statusCode()).isEqualTo(204);
        assertThat(applied()).contains("p0", "p1", "POST /notes?n=0", "POST /notes?n=1");
    }

    @Test
    void respondsWith207ArrayIfResultsDiffer() throws Exception {
        HttpResponse<String> response = post(
                "/bulk/notes", "application/json", 3, "[{\"text\":\"good\"},{\"text\":\"bad\"},{\"text\":\"bad\"}]");

        assertThat(response.statusCode()).isEqualTo(207);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(response.body())
                .isEqualTo("[{\"status\":201,\"body\":null},{\"status\":503,\"body\":\"later\"},"
                        + "{\"status\":424,\"body\":null}]");
    }

    @Test
    void respondsWith400NamingMalformedItem() throws Exception {
        HttpResponse<String> response = post("/bulk/notes", "application/json", 2, "[{\"text\":\"a\"},{\"te");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(response.body()).contains("\"item\":1");
        assertThat(applied()).doesNotContain("a");
    }

    @Test
    void rejectsTooManyItemsWith413() throws Exception {
        assertThat(post("/bulk/notes", "application/json", 101, "[]").statusCode())
                .isEqualTo(413);
    }

    @Test
    void rejectsTooManyBytesWith413EvenWithoutContentLength() throws Exception {
        byte[] content = ("[{\"text\":\"" + "x".repeat(300_000) + "\"}]").getBytes(StandardCharsets.UTF_8);
        HttpRequest request = request("/bulk/notes", "application/json", 1)
                .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(content)))
                .build();

        assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(413);
    }

    private List<String> applied() {
        return application.getBean(Notes.class).applied;
    }

    private HttpRequest.Builder request(String path, String type, int size) {
        String port = application.getEnvironment().getRequiredProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", type)
                .header("Idempotency-Key", "\"" + UUID.randomUUID() + "\"")
                .header("Larder-Batch-Size", String.valueOf(size));
    }

    private HttpResponse<String> post(String path, String type, int size, String content)
            throws IOException, InterruptedException {
        return client.send(
                request(path, type, size).POST(BodyPublishers.ofString(content)).build(), BodyHandlers.ofString());
    }
}

package dev.larder.gateway.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/** The HTTP shell of the demo origin, over loopback. */
class DemoOriginTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:05Z");
    private static final Duration LATENCY = Duration.ofMillis(40);

    private final DemoProperties properties = new DemoProperties(LATENCY, Duration.ofSeconds(60), 0, 0);
    private final LearningApi api = new LearningApi(SampleData.load(NOW), properties.maxAge());
    private final DemoOrigin origin = new DemoOrigin(api, properties, "127.0.0.1", () -> NOW);
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void start() {
        origin.start();
    }

    @AfterEach
    void stop() {
        origin.stop();
    }

    @Test
    void getCarriesContentAndOriginDate() throws Exception {
        var response = send("GET", "/skills/1?any=query", "");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"id\":1,\"title\":\"Java\"}\n");
        assertThat(field(response, "Date")).isEqualTo("Sun, 01 Mar 2026 10:00:05 GMT");
        assertThat(field(response, "Content-Length")).isEqualTo("24");
    }

    @Test
    void headHasTheFieldsOfGetWithoutItsContent() throws Exception {
        var get = send("GET", "/skills", "");
        var head = send("HEAD", "/skills", "");

        assertThat(head.body()).isEmpty();
        assertThat(head.headers().map()).isEqualTo(get.headers().map());
    }

    @Test
    void everyAnswerTakesTheConfiguredLatency() throws Exception {
        long before = System.nanoTime();

        send("GET", "/skills", "");

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(LATENCY);
    }

    @Test
    void aPostedSkillIsInTheNextList() throws Exception {
        assertThat(send("POST", "/skills", "{\"title\":\"Kotlin\"}").statusCode())
                .isEqualTo(201);

        assertThat(send("GET", "/skills", "").body()).contains("\"Kotlin\"");
    }

    @Test
    void aDeletedItemIsGone() throws Exception {
        assertThat(send("DELETE", "/users/1", "").statusCode()).isEqualTo(204);

        assertThat(send("GET", "/users/1", "").statusCode()).isEqualTo(404);
    }

    @Test
    void itemHasRequestedSize() throws Exception {
        for (int size : new int[] {100, 64 * 1024, 64 * 1024 + 1, 200_000}) {
            var response = send("GET", "/items-s1/7?size=" + size + "&latency=0", "");

            assertThat(response.body()).hasSize(size).startsWith("{\"version\":0,\"path\":\"/items-s1/7\"}");
            assertThat(field(response, "Content-Length")).isEqualTo(String.valueOf(size));
        }
    }

    @Test
    void itemAcceptsContentLongerThanLimit() throws Exception {
        var response = send("PUT", "/items/7?latency=0", "x".repeat(BoundedContent.LIMIT + 1));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"version\":1,\"path\":\"/items/7\"}\n");
    }

    @Test
    void refusesContentLongerThanLimitWith413() throws Exception {
        var response = send("POST", "/skills", "x".repeat(BoundedContent.LIMIT + 1));

        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(field(response, "Content-Type")).isEqualTo("application/problem+json");
    }

    @Test
    void originStartsBeforeGatewayListens() {
        assertThat(origin.getPhase()).isLessThan(WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE);
    }

    @Test
    void originStopsAfterComponentsOfDefaultPhase() {
        assertThat(origin.getPhase()).isNegative();
    }

    @Test
    void routeToOriginIsLastAndCached() {
        var route = new DemoRoutes(origin).getRouteDefinitions().blockFirst();

        assertThat(route).isNotNull();
        assertThat(route.getUri()).isEqualTo(origin.uri());
        assertThat(route.getOrder()).isEqualTo(Integer.MAX_VALUE);
        assertThat(route.getFilters())
                .singleElement()
                .satisfies(filter -> assertThat(filter.getName()).isEqualTo("Cache"));
    }

    @Test
    void stoppedOriginHasNoRoute() {
        origin.stop();

        assertThat(origin.isRunning()).isFalse();
        assertThat(new DemoRoutes(origin).getRouteDefinitions().collectList().block())
                .isEmpty();
        assertThatIllegalStateException().isThrownBy(origin::uri);
    }

    private HttpResponse<String> send(String method, String path, String content)
            throws IOException, InterruptedException {
        var publisher = content.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(content);
        var request = HttpRequest.newBuilder(origin.uri().resolve(path))
                .method(method, publisher)
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private static String field(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }
}

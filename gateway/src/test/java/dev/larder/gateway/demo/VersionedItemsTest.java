package dev.larder.gateway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionedItemsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private final VersionedItems items = new VersionedItems(Duration.ofSeconds(60));

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "POST", "DELETE"})
    void writeIncrementsVersionOfItemAndCollection(String method) {
        assertThat(content("GET", "/items-s1/a")).startsWith("{\"version\":0,");

        assertThat(content(method, "/items-s1/a")).isEqualTo("{\"version\":1,\"path\":\"/items-s1/a\"}\n");

        assertThat(content("GET", "/items-s1/a")).startsWith("{\"version\":1,");
        assertThat(content("GET", "/items-s1")).startsWith("{\"version\":1,");
        assertThat(content("GET", "/items-s2/a")).startsWith("{\"version\":0,");
    }

    @Test
    void postToCollectionIncrementsVersionAndReturnsLocation() {
        var created = handle("POST", "/items", Map.of());

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.fields()).containsEntry("Location", "/items/1");
        assertThat(content("GET", "/items")).startsWith("{\"version\":1,");
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, /items, 405",
        "PATCH, /items/1, 405",
        "GET, /items/1?size=x, 400",
        "GET, /items/1?size=, 400",
        "GET, /items/1?latency=-1, 400",
        "GET, /items/1?max-age=1s, 400",
        "GET, /items/1?size=1073741825, 400"
    })
    void refusesInvalidMethodsAndParameters(String method, String target, int status) {
        assertThat(handle(method, target, Map.of()).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/item", "/items-", "/items-A", "/items/a/b", "/items/", "/itemsx/1", "/users/1"})
    void otherPathsAreNotItems(String target) {
        assertThat(ItemRequest.parse(target)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "/items/1, max-age=60, none",
                "/items/1?max-age=5, max-age=5, none",
                "/items/1?expires=10, none, 'Sun, 01 Mar 2026 10:00:10 GMT'",
                "/items/1?max-age=5&expires=10, max-age=5, 'Sun, 01 Mar 2026 10:00:10 GMT'"
            })
    void queryParametersChooseFreshnessFields(String target, String cacheControl, String expires) {
        var fields = handle("GET", target, Map.of()).fields();

        assertThat(fields.get("Cache-Control")).isEqualTo(cacheControl);
        assertThat(fields.get("Expires")).isEqualTo(expires);
    }

    @Test
    void entityTagDependsOnVersionAndSize() {
        var tag = handle("GET", "/items/1?size=70", Map.of()).fields().get("ETag");

        assertThat(tag).isEqualTo("\"v0-70\"");
        assertThat(handle("GET", "/items/1?size=70", Map.of("If-None-Match", tag))
                        .status())
                .isEqualTo(304);
        assertThat(handle("PUT", "/items/1?size=70", Map.of("If-Match", "\"v9-70\""))
                        .status())
                .isEqualTo(412);
        handle("PUT", "/items/1", Map.of());
        assertThat(handle("GET", "/items/1?size=70", Map.of("If-None-Match", tag))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void everyAnswerHasDistinctDemoAnswerNumber() {
        assertThat(handle("GET", "/items/1", Map.of()).fields().get("Demo-Answer"))
                .isNotEqualTo(handle("GET", "/items/1", Map.of()).fields().get("Demo-Answer"));
    }

    private String content(String method, String target) {
        return handle(method, target, Map.of()).content();
    }

    private DemoResponse handle(String method, String target, Map<String, String> fields) {
        return items.handle(
                new DemoRequest(method, target, fields, ""),
                ItemRequest.parse(target).orElseThrow(),
                NOW);
    }
}

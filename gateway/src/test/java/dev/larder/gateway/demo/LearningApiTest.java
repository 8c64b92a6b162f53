package dev.larder.gateway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LearningApiTest {

    private static final Instant START = Instant.parse("2026-03-01T10:00:00.700Z");
    private static final Instant LATER = START.plusSeconds(90);

    private final LearningApi api = new LearningApi(SampleData.load(START), Duration.ofSeconds(60));

    @Test
    void aCollectionComesWithFreshnessAndValidators() {
        var response = get("/skills");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.content()).startsWith("[{\"id\":1,\"title\":\"Java\"},{\"id\":2,\"title\":\"SQL\"}");
        assertThat(response.fields())
                .containsEntry("Content-Type", "application/json")
                .containsEntry("Cache-Control", "max-age=60")
                .containsEntry("Last-Modified", "Sun, 01 Mar 2026 10:00:00 GMT");
        assertThat(response.fields().get("ETag")).matches("\"[0-9a-f]{16}\"");
    }

    @Test
    void getByIdReturnsItem() {
        assertThat(get("/users/2").content()).isEqualTo("{\"id\":2,\"name\":\"Barbara Adler\",\"skills\":[2]}\n");
    }

    @Test
    void theSkillsOfAnItemAreThoseItRefersTo() {
        assertThat(get("/paths/1/skills").content())
                .isEqualTo("[{\"id\":1,\"title\":\"Java\"},{\"id\":2,\"title\":\"SQL\"}]\n");
    }

    @Test
    void aWriteToASkillShowsInTheSkillsOfAUser() {
        send("PUT", "/skills/2", "{\"title\":\"PostgreSQL\"}", Map.of());

        var response = get("/users/2/skills");

        assertThat(response.content()).isEqualTo("[{\"id\":2,\"title\":\"PostgreSQL\"}]\n");
        assertThat(response.fields()).containsEntry("Last-Modified", "Sun, 01 Mar 2026 10:01:30 GMT");
    }

    @Test
    void bulkPostAnswersEachNoteWithItsOwnStatus() {
        var response = send("POST", "/bulk/notes", "[{\"text\":\"a\"},{},{\"text\":\"b\"}]", Map.of());

        assertThat(response.status()).isEqualTo(207);
        assertThat(response.content())
                .isEqualTo("[{\"status\":201,\"body\":{\"id\":1,\"text\":\"a\"}},"
                        + "{\"status\":400,\"body\":\"There is no string \\\"text\\\".\"},"
                        + "{\"status\":201,\"body\":{\"id\":2,\"text\":\"b\"}}]\n");
        assertThat(get("/notes").content()).contains("\"a\"", "\"b\"");
    }

    @Test
    void repeatedBatchWithSameIdempotencyKeyIsWrittenOnce() {
        var key = Map.of("Idempotency-Key", "\"1\"");

        var first = send("POST", "/bulk/notes", "[{\"text\":\"a\"}]", key);
        var again = send("POST", "/bulk/notes", "[{\"text\":\"a\"}]", key);

        assertThat(again).isEqualTo(first);
        assertThat(get("/notes").content()).isEqualTo("[{\"id\":1,\"text\":\"a\"}]\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}", "[1]", "[null]"})
    void aBatchThatIsNoArrayOfObjectsIsRefused(String content) {
        assertThat(send("POST", "/bulk/notes", content, Map.of()).status()).isEqualTo(400);
    }

    @Test
    void bulkEndpointAnswersGetWith405() {
        var response = get("/bulk/notes");

        assertThat(response.status()).isEqualTo(405);
        assertThat(response.fields()).containsEntry("Allow", "POST");
    }

    @Test
    void notesHaveNoSkillsResource() {
        send("POST", "/notes", "{\"text\":\"a\"}", Map.of());

        assertThat(get("/notes/1").status()).isEqualTo(200);
        assertThat(get("/notes/1/skills").status()).isEqualTo(404);
    }

    @Test
    void anUnchangedRepresentationIsNotSentAgain() {
        var tag = get("/skills").fields().get("ETag");

        var response = send("GET", "/skills", "", Map.of("if-none-match", "\"other\", W/" + tag));

        assertThat(response.status()).isEqualTo(304);
        assertThat(response.content()).isEmpty();
        assertThat(response.fields()).containsEntry("ETag", tag).containsEntry("Cache-Control", "max-age=60");
        assertThat(response.fields()).doesNotContainKey("Content-Type");
    }

    @Test
    void aPostAddsToTheCollectionAndChangesItsEntityTag() {
        var before = get("/skills").fields().get("ETag");

        var created = send("POST", "/skills", "{\"id\":99,\"title\":\"Kotlin\"}", Map.of());

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.fields()).containsEntry("Location", "/skills/6");
        assertThat(created.content()).isEqualTo("{\"id\":6,\"title\":\"Kotlin\"}\n");
        assertThat(get("/skills").content()).endsWith("{\"id\":6,\"title\":\"Kotlin\"}]\n");
        assertThat(get("/skills").fields().get("ETag")).isNotEqualTo(before);
    }

    @Test
    void putReplacesItemAndDeleteRemovesIt() {
        assertThat(send("PUT", "/paths/3", "{\"title\":\"Principal\"}", Map.of())
                        .status())
                .isEqualTo(200);
        assertThat(get("/paths/3").content()).isEqualTo("{\"id\":3,\"title\":\"Principal\"}\n");

        assertThat(send("DELETE", "/paths/3", "", Map.of()).status()).isEqualTo(204);
        assertThat(get("/paths/3").status()).isEqualTo(404);
    }

    @Test
    void idOfDeletedItemIsNotReused() {
        send("DELETE", "/skills/5", "", Map.of());

        var created = send("POST", "/skills", "{\"title\":\"Go\"}", Map.of());

        assertThat(created.fields()).containsEntry("Location", "/skills/6");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE"})
    void aWriteWhoseConditionFailsChangesNothing(String method) {
        var outdated = Map.of("If-Match", get("/skills/1").fields().get("ETag"));
        send("PUT", "/skills/1", "{\"title\":\"Java 17\"}", Map.of());

        var refused = send(method, "/skills/1", "{\"title\":\"Java 8\"}", outdated);

        assertThat(refused.status()).isEqualTo(412);
        assertThat(get("/skills/1").content()).contains("Java 17");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /, 404",
        "GET, /nobody, 404",
        "GET, /users/0, 404",
        "GET, /users/999999999999999999, 404",
        "GET, /users/9999999999999999999, 404",
        "GET, /users/abc, 404",
        "GET, /users/1/, 404",
        "GET, /skills/1/skills, 404",
        "PUT, /users/999, 404",
        "PUT, /users, 405",
        "DELETE, /users, 405",
        "PATCH, /users/1, 405",
        "POST, /users/1/skills, 405",
    })
    void answersInvalidRequestsWithProblemDetail(String method, String path, int status) {
        var response = send(method, path, "{\"name\":\"N\"}", Map.of());

        assertThat(response.status()).isEqualTo(status);
        assertThat(response.fields()).containsEntry("Content-Type", "application/problem+json");
        assertThat(response.content()).contains("\"status\":" + status, "\"title\":", path);
        assertThat(response.fields().containsKey("Allow")).isEqualTo(status == 405);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "null", "[]", "7", "{\"name\":7}", "{\"title\":\"wrong field\"}"})
    void refusesInvalidUserContent(String content) {
        var response = send("POST", "/users", content, Map.of());

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.content()).contains("\\\"name\\\"");
    }

    private DemoResponse get(String path) {
        return send("GET", path, "", Map.of());
    }

    private DemoResponse send(String method, String path, String content, Map<String, String> fields) {
        return api.handle(new DemoRequest(method, path, fields, content), LATER);
    }
}

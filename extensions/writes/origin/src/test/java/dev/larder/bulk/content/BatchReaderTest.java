package dev.larder.bulk.content;

import static dev.larder.bulk.SampleBatches.BOUNDARY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.larder.bulk.BatchRefusedException;
import dev.larder.bulk.BulkRequest;
import dev.larder.bulk.BulkWrites;
import dev.larder.bulk.SampleBatches;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.json.JsonMapper;

class BatchReaderTest {

    private static final String JSON = "application/json";
    private static final String LINES = "application/x-ndjson";
    private static final String MULTIPART = "multipart/mixed; boundary=\"" + BOUNDARY + "\"";

    private static final String SERIES = "0f8fad5b-d9cb-469f-a165-70867728950e";

    private final BatchReader reader = new BatchReader(JsonMapper.shared(), new BatchLimits(1_000, 1_000_000));

    record Note(String text) {}

    @Test
    void readsJsonArray() throws IOException {
        BulkWrites<?> batch = read(JSON, 2, " [{\"text\":\"a\"},\n{\"text\":\"b\"}] ", Note.class);

        assertThat(batch.items()).isEqualTo(List.of(new Note("a"), new Note("b")));
        assertThat(batch.batchId()).isEqualTo("b-1");
        assertThat(batch.requests()).isEmpty();
    }

    @Test
    void readsJsonLines() throws IOException {
        assertThat(read(LINES, 2, "{\"text\":\"a\"}\n{\"text\":\"b\"}\n", Note.class)
                        .items())
                .isEqualTo(List.of(new Note("a"), new Note("b")));
    }

    @Test
    void readsMultipartRequests() throws IOException {
        BulkWrites<?> batch = read(MULTIPART, 2, multipart("{\"text\":\"a\"}", "{\"text\":\"b\"}"), Note.class);

        assertThat(batch.items()).isEqualTo(List.of(new Note("a"), new Note("b")));
        BulkRequest second = batch.requests().get(1);
        assertThat(second.writeId()).contains("1");
        assertThat(second).hasToString("POST /notes?n=1");
        assertThat(second.fields().getFirst("x-number")).isEqualTo("1");
    }

    @Test
    void readsMultipartRequestsAsItems() throws IOException {
        BulkWrites<?> batch = read(MULTIPART, 1, multipart("no JSON"), BulkRequest.class);

        assertThat(new String(((BulkRequest) batch.items().get(0)).content(), StandardCharsets.UTF_8))
                .isEqualTo("no JSON");
    }

    /** Contents that look like boundaries: made of their octets, in any order. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void readsMultipartContentThatResemblesBoundary(long seed) throws IOException {
        var random = new Random(seed);
        List<String> contents = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            var content = new StringBuilder();
            while (random.nextInt(30) != 0) {
                String next = List.of("\r", "\n", "\r\n", "-", "--", "=_", "x", "\r\n----=", "é")
                        .get(random.nextInt(9));
                content.append(next);
            }
            contents.add(content.toString().replace("\r\n--" + BOUNDARY, "").replaceAll("^--" + BOUNDARY, ""));
        }
        contents.removeIf(content -> ("\r\n" + content).contains("\r\n--" + BOUNDARY));

        BulkWrites<?> batch = reader.read(
                head(MULTIPART, contents.size()),
                new ByteArrayInputStream(SampleBatches.multipart(contents)),
                BulkRequest.class);

        assertThat(batch.requests().stream().map(it -> new String(it.content(), StandardCharsets.UTF_8)))
                .isEqualTo(contents);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "application/json     | [{\"text\":\"a\"},{\"text\":[]}]   | item 1",
                "application/json     | [{\"text\":\"a\"},{\"te            | item 1",
                "application/json     | [{\"text\":\"a\"},null]            | item 1",
                "application/json     | [{\"text\":\"a\"}]                 | only 1",
                "application/json     | [{\"text\":\"a\"},{},{}]           | more",
                "application/json     | [{},{}] 1                          | after the JSON array",
                "application/json     | {}                                 | expected a JSON array",
                "application/json     | ``                                 | expected a JSON array",
                "application/x-ndjson | {\"text\":\"a\"} nonsense          | item 1",
                "application/x-ndjson | {\"text\":\"a\"}                   | only 1",
            })
    void rejectsMalformedContentNamingItsCause(String type, String content, String why) {
        assertRefused(400, why, () -> read(type, 2, content, Note.class));
    }

    @Test
    void rejectsMalformedMultipartNamingItsCause() {
        String good = multipart("{}", "{}");
        assertRefused(400, "item 1", () -> read(MULTIPART, 2, multipart("{}", "{}{}"), Note.class));
        assertRefused(400, "item 1", () -> read(MULTIPART, 2, good.replace("/notes?n=1 ", ""), Note.class));
        assertRefused(400, "item 0", () -> read(MULTIPART, 2, good.replace("X-Number", "X Number"), Note.class));
        assertRefused(400, "item 0", () -> read(MULTIPART, 2, good.replace("application/http", "a/b"), Note.class));
        assertRefused(
                400, "item 0", () -> read(MULTIPART, 2, good.replace("Host: origin", "Content-Length: 9"), Note.class));
        assertRefused(400, "last boundary", () -> read(MULTIPART, 2, good.substring(0, good.length() - 9), Note.class));
        assertRefused(400, "no boundary", () -> read(MULTIPART, 2, "", Note.class));
        assertRefused(400, "only 2", () -> read(MULTIPART, 3, good, Note.class));
        assertRefused(400, "more", () -> read(MULTIPART, 1, good, Note.class));
    }

    @Test
    void rejectsTooManyItemsOrBytes() {
        assertRefused(413, "1000 items", () -> read(JSON, 1_001, "[]", Note.class));
        assertRefused(413, "1000000 bytes", () -> read(JSON, 1, " ".repeat(1_000_001), Note.class));
    }

    @Test
    void rejectsContentTypeThatDoesNotFitItemType() {
        assertRefused(415, "multipart/mixed", () -> read(JSON, 1, "[{}]", BulkRequest.class));
        assertRefused(415, "application/json", () -> read("text/plain", 1, "[{}]", Note.class));
    }

    @Test
    void rejectsMissingOrInvalidBatchHeaders() {
        var fields = new HttpHeaders();
        assertRefused(400, "Larder-Batch-Size", () -> BatchHead.of(fields, reader.limits()));
        fields.set(BatchHead.SIZE, "-1");
        assertRefused(400, "Larder-Batch-Size", () -> BatchHead.of(fields, reader.limits()));
        fields.set(BatchHead.SIZE, "1");
        assertRefused(400, "Idempotency-Key", () -> BatchHead.of(fields, reader.limits()));
        fields.set(BatchHead.ID, "no-quotes");
        assertRefused(400, "Idempotency-Key", () -> BatchHead.of(fields, reader.limits()));
        fields.set(BatchHead.ID, "\"a \\\"b\\\"\"");
        assertRefused(415, "Content-Type", () -> BatchHead.of(fields, reader.limits()));
        fields.set(HttpHeaders.CONTENT_TYPE, JSON);
        assertThat(BatchHead.of(fields, reader.limits()).batchId()).isEqualTo("a \"b\"");
    }

    @Test
    void listsItemIdsInTheirOrder() throws IOException {
        String other = SERIES.replace('0', 'a');
        assertThat(ids(5, "(17;to=18 3);of=\"" + SERIES + "\"", "(17 20);of=\"" + other + "\""))
                .containsExactly(SERIES + "/17", SERIES + "/18", SERIES + "/3", other + "/17", other + "/20");
        assertThat(ids(2)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "()",
                "(1)",
                "1, 2",
                "(1;to=2);of=\"x\"",
                "(1);of=\"" + SERIES + "\"",
                "(1 1);of=\"" + SERIES + "\"",
                "(1;to=3);of=\"" + SERIES + "\"",
                "(2;to=1);of=\"" + SERIES + "\"",
                "(1;to=999999999999999);of=\"" + SERIES + "\"",
                "(1;to=2);of=\"" + SERIES + "\", nonsense",
                "(1  2);of=\"" + SERIES + "\""
            })
    void rejectsInvalidItemIdLists(String list) {
        assertRefused(400, "", () -> ids(2, list));
    }

    @Test
    void takesItemIdsFromIdempotencyKeysOfParts() throws IOException {
        String keyed = multipart("{}", "{}")
                .replace("X-Number: ", "Idempotency-Key: \"" + SERIES + "/")
                .replaceAll("(Idempotency-Key.*/\\d+)", "$1\"");
        assertThat(read(MULTIPART, 2, keyed, Note.class).itemIds()).containsExactly(SERIES + "/0", SERIES + "/1");
        assertThat(read(MULTIPART, 2, keyed.replace("/1\"", "/x\""), Note.class).itemIds())
                .isEmpty();
        assertThat(read(MULTIPART, 2, keyed.replace("/0\"", "\""), Note.class).itemIds())
                .as("of a write that was acknowledged before items had numbers")
                .containsExactly(SERIES + "/0", SERIES + "/1");
        assertRefused(400, "same id", () -> read(MULTIPART, 2, keyed.replace("/1\"", "/0\""), Note.class));
    }

    @Test
    void readsFieldsOfAnyLength() {
        int many = 100_000;
        String numbers =
                IntStream.range(0, many).mapToObj(n -> String.valueOf(2 * n)).collect(Collectors.joining(" "));
        String key = "k".repeat(many);
        BatchHead head = head(many, key, "(" + numbers + ");of=\"" + SERIES + "\"");
        assertThat(head.itemIds()).hasSize(many).endsWith(SERIES + "/" + 2 * (many - 1));
        assertThat(head.batchId()).isEqualTo(key);
        assertRefused(400, "no list", () -> head(many, key, "(" + numbers));
        assertRefused(400, "not a string", () -> head(many, key + '"', "(0)"));
    }

    private static BatchHead head(int size, String key, String list) {
        var fields = new HttpHeaders();
        fields.set(BatchHead.ID, '"' + key + '"');
        fields.set(BatchHead.SIZE, String.valueOf(size));
        fields.set(HttpHeaders.CONTENT_TYPE, JSON);
        fields.set("Larder-Item-Ids", list);
        return BatchHead.of(fields, new BatchLimits(size, 1_000_000));
    }

    private List<String> ids(int size, String... lists) throws IOException {
        var fields = new HttpHeaders();
        fields.set(BatchHead.ID, "\"b-1\"");
        fields.set(BatchHead.SIZE, String.valueOf(size));
        fields.set(HttpHeaders.CONTENT_TYPE, JSON);
        List.of(lists).forEach(list -> fields.add("Larder-Item-Ids", list));
        String content = "[" + "{},".repeat(size - 1) + "{}]";
        return reader.read(
                        BatchHead.of(fields, reader.limits()),
                        new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8)),
                        Note.class)
                .itemIds();
    }

    private static String multipart(String... contents) {
        return new String(SampleBatches.multipart(List.of(contents)), StandardCharsets.UTF_8);
    }

    private BatchHead head(String type, int size) {
        var fields = new HttpHeaders();
        fields.set(BatchHead.ID, "\"b-1\"");
        fields.set(BatchHead.SIZE, String.valueOf(size));
        fields.set(HttpHeaders.CONTENT_TYPE, type);
        return BatchHead.of(fields, reader.limits());
    }

    private BulkWrites<?> read(String type, int size, String content, Type itemType) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        return reader.read(head(type, size), new ByteArrayInputStream(bytes), itemType);
    }

    private static void assertRefused(int status, String why, ThrowingCallable read) {
        assertThatExceptionOfType(BatchRefusedException.class)
                .isThrownBy(read)
                .withMessageContaining(why)
                .satisfies(e -> assertThat(e.getStatusCode().value()).isEqualTo(status));
    }
}

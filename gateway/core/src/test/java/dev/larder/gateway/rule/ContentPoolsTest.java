package dev.larder.gateway.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentPoolsTest {

    private static final HeaderFields JSON = HeaderFields.of("Content-Type", "application/json; charset=utf-8");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "c-{/c/id} | {'c':{'id':17}} | c-17",
                "c-{/c/id} | {'c':{'id':'a b'}} | c-ab",
                "c-{/c/id}-x | {'c':{'id':12345678901234567890123}} | c-12345678901234567890123-x",
                "c-{/id} | [{'id':1},{'id':2},{'name':3}] | c-1,c-2",
                "c-{/l/p/id} | {'l':[{'p':{'id':1}},{'p':[{'id':2}]}]} | c-1,c-2",
                "c-{/l/1/id} | {'l':[{'id':1},{'id':2}]} | c-2",
                "c-{/l} | {'l':[1,2]} | c-1,c-2",
                "c-{/id} | {'id':null} | ''",
                "c-{/id} | {'id':{'x':1}} | ''",
                "c-{/id} | {} | ''",
                "c-{/id} | 5 | ''",
                "c-{/a~1b} | {'a/b':true} | c-true",
                "c-{/id} | {'id':'AB;c'} | c-ab",
            })
    void derivesPoolNamesFromJsonContent(String template, String content, String pools) {
        Set<String> named =
                Arrays.stream(pools.split(",")).filter(pool -> !pool.isEmpty()).collect(Collectors.toSet());
        assertThat(of(template, JSON, content.replace('\'', '"')).orElseThrow())
                .filteredOn(pool -> !pool.contains("{}"))
                .containsExactlyInAnyOrderElementsOf(named);
    }

    @Test
    void contentIsAlsoInPoolOfAllIds() {
        assertThat(of("c-{/id}", JSON, "{\"id\":1}").orElseThrow()).contains("c-{}");
        assertThat(new InvalidationSettings(
                                Optional.empty(),
                                InvalidationSettings.PLAIN.invalidationScope(),
                                Set.of("c-{id}"),
                                InvalidationSettings.PLAIN.items(),
                                ContentPools.NONE)
                        .coupledPools(Map.of()))
                .containsExactly("c-{}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"id\":", "", "{\"id\":1", "<html>"})
    void malformedContentHasUnknownPoolsButEmptyContentHasNone(String content) {
        assertThat(of("c-{/id}", JSON, content))
                .isEqualTo(content.isEmpty() ? Optional.of(Set.of()) : Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a\\\\b", "..", ".;x"})
    void valueThatIsNoPathSegmentMakesPoolsUnknown(String value) {
        assertThat(of("c-{/id}", JSON, "{\"id\":\"" + value + "\"}")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.10", "1e3"})
    void numberWithSeveralSpellingsMakesPoolsUnknown(String number) {
        assertThat(of("c-{/id}", JSON, "{\"id\":" + number + "}")).isEmpty();
    }

    @Test
    void tooManyOrTooLongValuesOrTooLargeContentMakePoolsUnknown() {
        String many = IntStream.range(0, 300).mapToObj(String::valueOf).collect(Collectors.joining(",", "[", "]"));
        assertThat(of("c-{/l}", JSON, "{\"l\":" + many + "}")).isEmpty();
        assertThat(of("c-{/id}", JSON, "{\"id\":\"" + "x".repeat(201) + "\"}")).isEmpty();
        assertThat(of("c-{/id}", JSON, " ".repeat(ContentPools.MAX_CONTENT) + "{}"))
                .isEmpty();
    }

    @Test
    void onlyJsonContentTypesNamePools() {
        assertThat(of("c-{/id}", HeaderFields.of("Content-Type", "text/html"), "<html>"))
                .contains(Set.of());
        assertThat(of("c-{/id}", HeaderFields.of("Content-Type", "application/hal+json"), "{\"id\":1}")
                        .orElseThrow())
                .contains("c-1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/json", "text/x-json; charset=utf-8", "application/x-ndjson", "application/json-seq", ""})
    void jsonLikeContentTypeNamesPoolsOnlyForSingleJsonValue(String type) {
        HeaderFields fields = type.isEmpty() ? HeaderFields.EMPTY : HeaderFields.of("Content-Type", type);
        assertThat(of("c-{/id}", fields, "{\"id\":1}").orElseThrow()).contains("c-1");
        assertThat(of("c-{/id}", fields, "{\"id\":1}\n{\"id\":2}")).isEmpty();
        assertThat(of("c-{/id}", fields, "id=1")).isEmpty();
    }

    @Test
    void duplicateJsonMembersMakePoolsUnknown() {
        assertThat(of("c-{/c/id}", JSON, "{\"c\":{\"id\":7},\"c\":{\"id\":8}}")).isEmpty();
    }

    @Test
    void decodesGzipContentUpToLimit() throws IOException {
        HeaderFields coded = JSON.with("Content-Encoding", "gzip");
        assertThat(pools("c-{/id}").of(coded, gzip("{\"id\":1}")).orElseThrow()).contains("c-1");
        assertThat(pools("c-{/id}").of(coded, gzip("{\"id\":1}" + " ".repeat(2 * ContentPools.MAX_CONTENT))))
                .isEmpty();
        assertThat(of("c-{/id}", coded, "{\"id\":1}")).isEmpty();
        assertThat(of("c-{/id}", JSON.with("Content-Encoding", "br"), "{\"id\":1}"))
                .isEmpty();
    }

    private static Optional<Set<String>> of(String template, HeaderFields fields, String content) {
        return pools(template).of(fields, content.getBytes(StandardCharsets.UTF_8));
    }

    private static ContentPools pools(String template) {
        return new ContentPools(List.of(ContentPools.Template.parse(template).orElseThrow()));
    }

    private static byte[] gzip(String text) throws IOException {
        var octets = new ByteArrayOutputStream();
        try (var zipped = new GZIPOutputStream(octets)) {
            zipped.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return octets.toByteArray();
    }
}

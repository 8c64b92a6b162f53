package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldNamesTest {

    @ParameterizedTest
    @EngineObligation(rfc = "RFC 9110", section = "5.1", level = MUST, value = "names in a set are case-insensitive")
    @CsvSource({"ETag, true", "etag, true", "ETAG, true", "Date, false", "Vary, true", "Va, false", "'', false"})
    void matchesNamesCaseInsensitively(String name, boolean contained) {
        assertThat(FieldNames.of("etag", "Vary", "Content-Type").contains(name)).isEqualTo(contained);
    }

    @Test
    @EngineObligation(rfc = "RFC 9110", section = "5.1", level = MUST, value = "a set of no names has none")
    void emptySetContainsNoName() {
        assertThat(FieldNames.NONE.contains("")).isFalse();
        assertThat(FieldNames.NONE.isEmpty()).isTrue();
        assertThat(FieldNames.of(List.of("a")).isEmpty()).isFalse();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "7.6.1",
            level = MUST,
            value = "every option of every Connection line names a field of the connection")
    void collectsConnectionOptionsFromAllLines() {
        FieldNames named = FieldNames.ofConnection(HeaderFields.of(
                "Connection",
                "close,, X-One",
                "Age",
                "1",
                "connection",
                "\"a, x-two",
                "Connection",
                "\"x-4\", \"b,x\\-5\""));
        assertThat(List.of("close", "x-one", "a", "X-Two", "x-4", "b", "x-5")).allMatch(named::contains);
        assertThat(List.of("", "Age", "x-three")).noneMatch(named::contains);
        assertThat(FieldNames.ofConnection(HeaderFields.EMPTY)).isSameAs(FieldNames.NONE);
    }
}

package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeaderFieldsTest {

    private static final HeaderFields FIELDS = HeaderFields.of("A", "1", "b", "2", "a", "3");

    @Test
    @EngineObligation(rfc = "RFC 9110", section = "5.1", level = MUST, value = "field names are case-insensitive")
    void findsNamesCaseInsensitively() {
        assertThat(FIELDS.contains("B")).isTrue();
        assertThat(FIELDS.values("A")).containsExactly("1", "3");
        assertThat(FIELDS.first("a")).contains("1");
        assertThat(FIELDS.first("c")).isEmpty();
        assertThat(FIELDS.combined("a")).isEqualTo("1, 3");
        assertThat(FIELDS.combined("c")).isEmpty();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "5.3",
            level = MUST,
            value = "the order of field lines of the same name MUST NOT change")
    void orderAndDuplicatesAreKept() {
        assertThat(FIELDS.without("B")).isEqualTo(HeaderFields.of("A", "1", "a", "3"));
        assertThat(FIELDS.with("A", "9")).isEqualTo(HeaderFields.of("A", "9", "b", "2"));
        assertThat(FIELDS.with("c", "9")).isEqualTo(HeaderFields.of("A", "1", "b", "2", "a", "3", "c", "9"));
        assertThat(FIELDS.stream()).containsExactlyElementsOf(FIELDS);
        assertThat(HeaderFields.builder().addAll(FIELDS).add("c", "4").build().size())
                .isEqualTo(4);
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "5",
            level = MUST,
            value = "a header section is weighed by its octets")
    void bytesCountNamesValuesAndSeparators() {
        assertThat(FIELDS.bytes()).isEqualTo(3 * (1 + 1 + 4));
        assertThat(HeaderFields.EMPTY.bytes()).isZero();
    }

    @Test
    @EngineObligation(rfc = "RFC 9110", section = "5", level = MUST, value = "values are compared by their lines")
    void fieldsAreEqualOnlyIfTheirLinesAreEqual() {
        assertThat(HeaderFields.of("a", "1"))
                .hasSameHashCodeAs(HeaderFields.of("a", "1"))
                .isNotEqualTo(HeaderFields.of("A", "1"));
        assertThat(HeaderFields.builder().build()).isSameAs(HeaderFields.EMPTY);
        assertThat(HeaderFields.of("a", "1"))
                .hasToString(List.of(new HeaderField("a", "1")).toString());
    }

    @Test
    @EngineObligation(rfc = "RFC 9110", section = "5", level = MUST, value = "a field line has a name and a value")
    void rejectsNameWithoutValue() {
        assertThatThrownBy(() -> HeaderFields.of("a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[a]");
    }
}

package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FieldListTest {

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "5.6.1",
            level = MUST,
            value = "a recipient MUST parse and ignore a reasonable number of empty list elements")
    void emptyElementsDoNotCount() {
        assertThat(FieldList.elements(", a ,,\tb,")).containsExactly("a", "b");
        assertThat(FieldList.elements("")).isEmpty();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "5.6.4",
            level = MUST,
            value = "a comma in a quoted string does not separate")
    void quotedCommasDoNotSeparate() {
        assertThat(FieldList.elements("a=\"1, 2\", b=\"\\\", c\", d"))
                .containsExactly("a=\"1, 2\"", "b=\"\\\", c\"", "d");
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "5.3",
            level = MUST,
            value = "several lines of a list field are one list")
    void combinesSeveralLinesIntoOneList() {
        HeaderFields fields = HeaderFields.of("Vary", "Accept", "X", "1", "vary", "Foo, BAR");

        assertThat(FieldList.tokens(fields, "Vary")).containsExactly("accept", "foo", "bar");
    }

    @Test
    @EngineObligation(rfc = "RFC 9110", section = "5.6.2", level = MUST, value = "token = 1*tchar")
    void isTokenRejectsEmptyTextSpacesAndNonAscii() {
        assertThat(FieldList.isToken("max-age")).isTrue();
        assertThat(FieldList.isToken("")).isFalse();
        assertThat(FieldList.isToken("a b")).isFalse();
        assertThat(FieldList.isToken("a\u00e4")).isFalse();
    }

    @Test
    @EngineObligation(rfc = "RFC 9110", section = "5.6.1", level = MUST, value = "no input breaks the parser")
    void elementsOfRandomInputSplitTheSameAfterJoining() {
        RandomText.each(5_000, "ab,\"\\ \t=;", text -> {
            List<String> elements = FieldList.elements(text);
            assertThat(elements).allSatisfy(element -> assertThat(element).isNotBlank());
            if (!FieldList.hasUnterminatedQuotedString(text)) {
                assertThat(FieldList.elements(String.join(", ", elements))).isEqualTo(elements);
            }
        });
    }
}

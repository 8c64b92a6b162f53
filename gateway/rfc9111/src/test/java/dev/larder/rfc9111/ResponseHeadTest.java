package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 8.6: the length that a head announces. */
class ResponseHeadTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "5, 5", "' 12 ', 12", "999999999999999999, 999999999999999999"})
    @EngineObligation(
            rfc = "RFC 9110",
            section = "8.6",
            level = MAY,
            value = "Content-Length announces the size of the content")
    void announcesPlausibleLength(String value, long length) {
        assertThat(head("content-length", value).announcedLength()).hasValue(length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "+5", "5 5", "0x5", "1000000000000000000", "\u0665"})
    @EngineObligation(
            rfc = "RFC 9110",
            section = "8.6",
            level = MUST,
            value = "no parsing errors, and no integer overflow, by any Content-Length")
    void announcesNoLengthForInvalidContentLength(String value) {
        assertThat(head("Content-Length", value).announcedLength()).isEmpty();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "8.6",
            level = MAY,
            value = "of several lines of Content-Length the first plausible one counts")
    void announcesFirstPlausibleOfSeveralLines() {
        assertThat(head("Content-Length", "x", "Content-Length", "7", "Content-Length", "8")
                        .announcedLength())
                .isEqualTo(OptionalLong.of(7));
        assertThat(head("X-Content-Length", "5").announcedLength()).isEmpty();
    }

    private static ResponseHead head(String... fields) {
        return new ResponseHead(200, HeaderFields.of(fields));
    }
}

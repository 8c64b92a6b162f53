package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDateTest {

    private static final String[] PIECES = {
        "Sun",
        "Sunday",
        ",",
        " ",
        "  ",
        "06",
        "6",
        "Nov",
        "1994",
        "94",
        "08:49:37",
        "GMT",
        "-",
        ":",
        "60",
        "31",
        "Feb",
        "0",
        "-1"
    };

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Sun, 06 Nov 1994 08:49:37 GMT | 1994-11-06T08:49:37Z",
                "Sunday, 06-Nov-94 08:49:37 GMT | 1994-11-06T08:49:37Z",
                "Sun Nov  6 08:49:37 1994 | 1994-11-06T08:49:37Z",
                "Sun Nov 16 08:49:37 1994 | 1994-11-16T08:49:37Z",
                "SUN, 06 NOV 1994 08:49:37 gmt | 1994-11-06T08:49:37Z",
                "Tue, 19 Jan 2038 14:14:08 GMT | 2038-01-19T14:14:08Z",
                "Fri, 31 Dec 9999 23:59:59 GMT | 9999-12-31T23:59:59Z",
                "Sat, 31 Dec 2016 23:59:60 GMT | 2017-01-01T00:00:00Z",
                "Thu, 01 Jan 1970 00:00:00 GMT | 1970-01-01T00:00:00Z"
            })
    @EngineObligation(
            rfc = "RFC 9110",
            section = "5.6.7",
            level = MUST,
            value = "a recipient MUST accept all three HTTP-date formats")
    void parsesAllThreeDateFormats(String text, Instant instant) {
        assertThat(HttpDate.parse(text, EngineFixtures.WALL)).contains(instant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "-1",
                "now",
                "1 hour",
                "Thu, 18 Aug 2050 02:01:18 UTC",
                "Thu, 18 Aug 2050 02:01:18 AEST",
                "Thu, 18 Aug 50 02:01:18 GMT",
                "Thu 18 Aug 2050 02:01:18 GMT",
                "Thu, 18  Aug  2050 02:01:18 GMT",
                "Thu, 18-Aug-2050 02:01:18 GMT",
                "Thu, 18 Aug 2050 02.01.18 GMT",
                "Thu, 18 Aug 2050 2:01:18 GMT",
                "Thu, 31 Feb 2050 02:01:18 GMT",
                "Thu, 18 Aug 2050 24:01:18 GMT",
                "Thu, 18 Aug 2050 02:01:61 GMT",
                "Thu, 18 Aug 20500 02:01:18 GMT",
                "Thu, 18 Aug 2050 02:01:18",
                "2050-08-18T02:01:18Z"
            })
    @EngineObligation(section = "5.3", level = MUST, value = "a malformed date, especially 0, is no date")
    void rejectsMalformedDates(String text) {
        assertThat(HttpDate.parse(text, EngineFixtures.WALL)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"70, 2070", "76, 2076", "77, 1977", "94, 1994", "00, 2000", "26, 2026"})
    @EngineObligation(
            rfc = "RFC 9110",
            section = "5.6.7",
            level = MUST,
            value = "a two-digit year more than 50 years in the future MUST be the most recent one in the past")
    @Tag("hardening-T")
    void twoDigitYearsAreAtMostFiftyYearsAhead(String digits, int year) {
        String text = "Monday, 01-Jun-" + digits + " 00:00:00 GMT";

        assertThat(HttpDate.parse(text, EngineFixtures.WALL)).contains(Instant.parse(year + "-06-01T00:00:00Z"));
    }

    @Test
    @EngineObligation(section = "4.2.1", level = MUST, value = "field lines that disagree are not a date")
    void disagreeingLinesGiveNoDate() {
        HeaderFields twice = HeaderFields.of("Expires", EngineFixtures.date(1), "expires", EngineFixtures.date(2));
        HeaderFields same = HeaderFields.of("Expires", EngineFixtures.date(1), "expires", EngineFixtures.date(1));

        assertThat(HttpDate.single(twice, "Expires", EngineFixtures.WALL)).isEmpty();
        assertThat(HttpDate.single(same, "Expires", EngineFixtures.WALL)).contains(EngineFixtures.WALL.plusSeconds(1));
    }

    @Test
    @EngineObligation(rfc = "RFC 9110", section = "5.6.7", level = MUST, value = "dates are sent as IMF-fixdate")
    void formatsImfFixdateThatParsesBack() {
        assertThat(HttpDate.format(Instant.parse("2026-01-02T03:04:05Z"))).isEqualTo("Fri, 02 Jan 2026 03:04:05 GMT");
        assertThat(HttpDate.parse(HttpDate.format(EngineFixtures.WALL), EngineFixtures.WALL))
                .contains(EngineFixtures.WALL);
    }

    @Test
    @EngineObligation(rfc = "RFC 9110", section = "5.6.7", level = MUST, value = "no input breaks the parser")
    void randomInputNeverThrows() {
        RandomText.joined(
                5_000,
                PIECES,
                text -> assertThat(HttpDate.parse(text, EngineFixtures.WALL)).isNotNull());
    }
}

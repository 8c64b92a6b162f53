package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.after;
import static dev.larder.rfc9111.EngineFixtures.date;
import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.request;
import static dev.larder.rfc9111.EngineFixtures.response;
import static dev.larder.rfc9111.EngineFixtures.stored;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static dev.larder.rfc9111.EngineObligation.Level.SHOULD;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges that are not served: those that cannot be, and those that are ignored. */
class UnservedRangeTest {

    private static final StoredResponse STORED =
            stored("Cache-Control", "max-age=600", "ETag", "\"a\"", "Last-Modified", date(-1000), "Date", date(0));

    @ParameterizedTest
    @ValueSource(
            strings = {"bytes=1000-", "bytes=1000-2000", "bytes=-0", "bytes=99999999999999999999-", "bytes=1000-, -0"})
    @EngineObligation(
            rfc = "RFC 9110",
            section = "15.5.17",
            level = SHOULD,
            value = "no satisfiable range: 416 with the complete length")
    void answersUnsatisfiableRangesWith416(String range) {
        ConstructedResponse answer = ResponseConstruction.construct(get("Range", range), STORED, after(1));

        assertThat(answer).isInstanceOf(ConstructedResponse.NotSatisfiable.class);
        assertThat(answer.head()).isEqualTo(response(416, "Content-Length", "0", "Content-Range", "bytes */1000"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bytes",
                "bytes=",
                "bytes=,",
                "bytes=a-b",
                "bytes=-",
                "bytes=5-4",
                "bytes=9999999999999999999-1111111111111111111",
                "bytes=1-2-3",
                "bytes=0x1-2",
                "items=0-1",
                "bytes=0-1;2-3",
                "bytes=0-1, x",
                "bytes=-1-2",
                "bytes=٣-٤"
            })
    @EngineObligation(
            rfc = "RFC 9110",
            section = "14.2",
            level = MUST,
            value = "an invalid or unknown Range is ignored")
    void ignoresInvalidRangesAndRangesOfHead(String range) {
        assertThat(name(ResponseConstruction.construct(get("Range", range), STORED, after(1))))
                .isEqualTo("Whole");
        assertThat(name(ResponseConstruction.construct(request("HEAD", "Range", "bytes=0-1"), STORED, after(1))))
                .isEqualTo("Whole");
    }

    @Test
    @EngineObligation(rfc = "RFC 9110", section = "14.2", level = MAY, value = "many or overlapping ranges are ignored")
    @Tag("hardening-X14")
    void ignoresTooManyOrHeavilyOverlappingRanges() {
        assertThat(name(ResponseConstruction.construct(
                        get("Range", "bytes=" + "0-0,".repeat(2) + "5-6"), STORED, after(1))))
                .isEqualTo("Parts");
        assertThat(name(ResponseConstruction.construct(get("Range", "bytes=0-9,5-15,8-20"), STORED, after(1))))
                .isEqualTo("Whole");
        StringBuilder many = new StringBuilder("bytes=");
        for (int i = 0; i < 17; i++) {
            many.append(i * 3).append('-').append(i * 3 + 1).append(',');
        }
        assertThat(name(ResponseConstruction.construct(get("Range", many.toString()), STORED, after(1))))
                .isEqualTo("Whole");
        assertThat(name(ResponseConstruction.construct(
                        get("Range", "bytes=0-1", "Range", "bytes=3-4"), STORED, after(1))))
                .isEqualTo("Whole");
    }

    private static String name(ConstructedResponse answer) {
        return answer.getClass().getSimpleName();
    }
}

package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.LENGTH;
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

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConstructedResponseTest {

    private static final String FRESH = "max-age=600";
    private static final StoredResponse STORED = stored(
            "Cache-Control",
            FRESH,
            "ETag",
            "\"a\"",
            "Last-Modified",
            date(-1000),
            "Date",
            date(0),
            "Content-Type",
            "text/x");

    private static final HeaderFields GUIDING = HeaderFields.of(
            "ETag",
            "\"a\"",
            "Date",
            date(0),
            "Vary",
            "X",
            "Cache-Control",
            FRESH,
            "Expires",
            date(9),
            "Content-Location",
            "/x");
    private static final HeaderFields METADATA = HeaderFields.of(
            "Content-Type",
            "t",
            "content-encoding",
            "gzip",
            "Content-Language",
            "de",
            "Last-Modified",
            date(-9),
            "Content-Length",
            "1000",
            "X",
            "1");

    @Test
    @EngineObligation(
            section = "4",
            level = MUST,
            value = "an Age field is generated, replacing any present, from current_age")
    void wholeResponseHasAgeAndContentLength() {
        ConstructedResponse answer = ResponseConstruction.construct(
                get(), stored("Cache-Control", FRESH, "Age", "30", "Date", date(0), "a", "1"), after(5));

        assertThat(answer).isInstanceOf(ConstructedResponse.Whole.class);
        assertThat(answer.head().fields())
                .isEqualTo(HeaderFields.of(
                        "Cache-Control", FRESH, "Date", date(0), "a", "1", "Age", "35", "Content-Length", "1000"));
    }

    @Test
    @EngineObligation(rfc = "RFC 9110", section = "9.3.2", level = SHOULD, value = "HEAD has the fields GET would have")
    void headResponseHasSameHeadAsGet() {
        assertThat(ResponseConstruction.construct(request("HEAD"), STORED, after(5))
                        .head())
                .isEqualTo(
                        ResponseConstruction.construct(get(), STORED, after(5)).head());
    }

    @Test
    @EngineObligation(rfc = "RFC 9110", section = "8.6", level = MUST, value = "no Content-Length in a 204")
    void response204HasNoContentLength() {
        StoredResponse empty =
                stored(get(), response(204, "Cache-Control", FRESH)).withBody(() -> 0);

        assertThat(ResponseConstruction.construct(get(), empty, after(0))
                        .head()
                        .fields()
                        .contains("Content-Length"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "If-None-Match: \"a\" | NotModified",
                "If-None-Match: W/\"a\" | NotModified",
                "If-None-Match: \"b\", \"a\", \"c\" | NotModified",
                "If-None-Match: * | NotModified",
                "If-None-Match: \"b\" | Whole",
                "If-None-Match: a | Whole",
                "If-Modified-Since: -1000 | NotModified",
                "If-Modified-Since: -999 | NotModified",
                "If-Modified-Since: -1001 | Whole",
                "If-Modified-Since: 1000 | NotModified",
                "If-None-Match: \"b\"; If-Modified-Since: -1000 | Whole",
                "If-None-Match: \"a\"; If-Modified-Since: -5000 | NotModified",
                "If-Modified-Since: x | Whole"
            })
    @EngineObligation(
            rfc = "RFC 9110",
            section = "13.2.2",
            level = MUST,
            value = "If-None-Match, or else If-Modified-Since")
    void evaluatesIfNoneMatchBeforeIfModifiedSince(String conditions, String expected) {
        for (String method : new String[] {"GET", "HEAD"}) {
            assertThat(name(ResponseConstruction.construct(request(method, fields(conditions)), STORED, after(1))))
                    .isEqualTo(expected);
        }
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "13.1.3",
            level = MUST,
            value = "If-Modified-Since is ignored if it has more than one member")
    void ignoresIfModifiedSinceWithSeveralDates() {
        RequestHead twice = get("If-Modified-Since", date(0), "If-Modified-Since", date(0));
        assertThat(name(ResponseConstruction.construct(twice, STORED, after(1))))
                .isEqualTo("Whole");
        assertThat(name(ResponseConstruction.construct(
                        get("If-Modified-Since", date(0) + ", " + date(0)), STORED, after(1))))
                .isEqualTo("Whole");
    }

    @Test
    @EngineObligation(
            section = "4.3.2",
            level = SHOULD,
            value = "without Last-Modified, Date is compared with If-Modified-Since")
    void comparesDateWhenLastModifiedIsMissing() {
        StoredResponse undated = stored("Cache-Control", FRESH, "Date", date(0));

        assertThat(name(ResponseConstruction.construct(get("If-Modified-Since", date(0)), undated, after(1))))
                .isEqualTo("NotModified");
        assertThat(name(ResponseConstruction.construct(get("If-Modified-Since", date(-1)), undated, after(1))))
                .isEqualTo("Whole");
        assertThat(name(ResponseConstruction.construct(get("If-Unmodified-Since", date(-1)), undated, after(1))))
                .isEqualTo("Whole");
        String rfc850 = "Saturday, 21-Nov-26 12:00:00 GMT";
        assertThat(name(ResponseConstruction.construct(get("If-Modified-Since", rfc850), undated, after(1))))
                .isEqualTo("NotModified");
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 404, 500})
    @EngineObligation(
            rfc = "RFC 9110",
            section = "13.2.1",
            level = MUST,
            value = "conditions are ignored where the answer is neither 2xx nor 412")
    void ignoresConditionsOnStoredErrorsAndRedirects(int status) {
        StoredResponse stored = stored(get(), response(status, "Cache-Control", FRESH, "ETag", "\"a\""));

        assertThat(ResponseConstruction.construct(get("If-None-Match", "\"a\"", "Range", "bytes=0-0"), stored, after(0))
                        .head()
                        .status())
                .isEqualTo(status);
        assertThat(name(ResponseConstruction.construct(get("If-Match", "\"b\""), stored, after(0))))
                .isEqualTo("Whole");
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "15.4.5",
            level = MUST,
            value = "a 304 has ETag, Date, Vary, Cache-Control, Expires, Content-Location")
    void notModifiedKeepsCachingFieldsAndDropsContentMetadata() {
        ResponseHead head = response(200)
                .withFields(
                        HeaderFields.builder().addAll(GUIDING).addAll(METADATA).build());
        HeaderFields answered = ResponseConstruction.construct(
                        get("If-None-Match", "\"a\""), stored(get(), head), after(3))
                .head()
                .fields();

        assertThat(answered)
                .isEqualTo(HeaderFields.builder()
                        .addAll(GUIDING)
                        .add("X", "1")
                        .add("Age", "3")
                        .build());
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "15.4.5",
            level = SHOULD,
            value = "Last-Modified guides caches where there is no entity tag")
    void notModifiedKeepsLastModifiedWithoutEntityTag() {
        StoredResponse stored = stored("Cache-Control", FRESH, "Last-Modified", date(-9));

        assertThat(ResponseConstruction.construct(get("If-Modified-Since", date(0)), stored, after(0))
                        .head()
                        .fields()
                        .contains("Last-Modified"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bytes=0-1 | bytes 0-1/1000 | 2",
                "bytes=1- | bytes 1-999/1000 | 999",
                "BYTES=-1 | bytes 999-999/1000 | 1",
                "bytes=-5000 | bytes 0-999/1000 | 1000",
                "bytes=990-99999999999999999999 | bytes 990-999/1000 | 10",
                "bytes= 5-6 , | bytes 5-6/1000 | 2",
                "bytes=5-6, 2000-3000 | bytes 5-6/1000 | 2"
            })
    @EngineObligation(
            rfc = "RFC 9110",
            section = "14.2",
            level = MAY,
            value = "one satisfiable range is answered with 206 and Content-Range")
    void answersSingleRangeWith206AndContentRange(String range, String contentRange, String length) {
        ConstructedResponse answer = ResponseConstruction.construct(get("Range", range), STORED, after(1));

        assertThat(answer).isInstanceOf(ConstructedResponse.Part.class);
        assertThat(answer.head().status()).isEqualTo(206);
        assertThat(answer.head().fields().values("Content-Range")).containsExactly(contentRange);
        assertThat(answer.head().fields().values("Content-Length")).containsExactly(length);
        assertThat(((ConstructedResponse.Part) answer).range().length()).isEqualTo(Long.parseLong(length));
        assertThat(answer.head().fields().values("ETag")).containsExactly("\"a\"");
        assertThat(answer.head().fields().contains("Age")).isTrue();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "14.6",
            level = MUST,
            value = "several ranges are one multipart/byteranges with Content-Range in each part")
    void answersSeveralRangesWithMultipartByteranges() {
        ConstructedResponse.Parts parts = (ConstructedResponse.Parts)
                ResponseConstruction.construct(get("Range", "bytes=-1, 0-1"), STORED, after(1));
        StringBuilder content = new StringBuilder();
        for (ByteRange range : parts.ranges()) {
            content.append(parts.prefix(range)).append("x".repeat((int) range.length()));
        }
        content.append(parts.closing());

        assertThat(content.toString()).isEqualTo("""
                        \r
                        --BOUNDARY\r
                        Content-Type: text/x\r
                        Content-Range: bytes 999-999/1000\r
                        \r
                        x\r
                        --BOUNDARY\r
                        Content-Type: text/x\r
                        Content-Range: bytes 0-1/1000\r
                        \r
                        xx\r
                        --BOUNDARY--\r
                        """.replace("BOUNDARY", parts.boundary()));
        assertThat(parts.head().fields().values("Content-Length")).containsExactly(Integer.toString(content.length()));
        assertThat(parts.head().fields().values("Content-Type"))
                .containsExactly("multipart/byteranges; boundary=" + parts.boundary());
        assertThat(parts.head().fields().contains("Content-Range")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"a\" | Part",
                "\"b\" | Whole",
                "W/\"a\" | Whole",
                "a | Whole",
                "-1000 | Part",
                "-999 | Whole",
                "-1001 | Whole"
            })
    @EngineObligation(
            rfc = "RFC 9110",
            section = "13.1.5",
            level = MUST,
            value = "If-Range: strong comparison, or the exact date")
    void ifRangeNeedsStrongTagOrExactDate(String validator, String expected) {
        String value = validator.startsWith("-") ? date(Long.parseLong(validator)) : validator;

        assertThat(name(ResponseConstruction.construct(get("Range", "bytes=0-1", "If-Range", value), STORED, after(1))))
                .isEqualTo(expected);
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "8.8.2.2",
            level = MUST,
            value = "a Last-Modified as new as Date is weak")
    void lastModifiedEqualToDateDoesNotSatisfyIfRange() {
        StoredResponse stored = stored("Cache-Control", FRESH, "Last-Modified", date(0), "Date", date(0));

        assertThat(name(ResponseConstruction.construct(
                        get("Range", "bytes=0-1", "If-Range", date(0)), stored, after(1))))
                .isEqualTo("Whole");
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "14.2",
            level = MUST,
            value = "no range, however strange, reaches beyond the content")
    void randomRangesStayWithinContent() {
        RandomText.joined(20_000, new String[] {"0", "1", "9", "-", ",", " ", "999", "1000", "x"}, text -> {
            ConstructedResponse answer =
                    ResponseConstruction.construct(get("Range", "bytes=" + text), STORED, after(1));
            if (answer instanceof ConstructedResponse.Part part) {
                assertThat(part.range().first()).isBetween(0L, part.range().last());
                assertThat(part.range().last()).isLessThan(LENGTH);
            } else if (answer instanceof ConstructedResponse.Parts parts) {
                assertThat(parts.ranges()).hasSizeBetween(2, 16).allSatisfy(range -> {
                    assertThat(range.first()).isBetween(0L, range.last());
                    assertThat(range.last()).isLessThan(LENGTH);
                });
            }
        });
    }

    private static String[] fields(String conditions) {
        return Arrays.stream(conditions.split("; "))
                .flatMap(condition -> {
                    String[] parts = condition.split(": ");
                    boolean date = parts[1].matches("-?\\d+");
                    return Stream.of(parts[0], date ? date(Long.parseLong(parts[1])) : parts[1]);
                })
                .toArray(String[]::new);
    }

    private static String name(ConstructedResponse answer) {
        return answer.getClass().getSimpleName();
    }
}

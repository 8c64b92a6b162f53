package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.NOW;
import static dev.larder.rfc9111.EngineFixtures.POLICY;
import static dev.larder.rfc9111.EngineFixtures.T0;
import static dev.larder.rfc9111.EngineFixtures.WALL;
import static dev.larder.rfc9111.EngineFixtures.after;
import static dev.larder.rfc9111.EngineFixtures.date;
import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.request;
import static dev.larder.rfc9111.EngineFixtures.response;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlicedRepresentationTest {

    private static final StoredBody NONE = () -> 0;
    private static final RequestHead RANGE = get("Range", "bytes=10-19");

    /** A 206 for {@link #RANGE}; later pairs replace earlier ones of the same name, and an empty value removes the field. */
    private static ResponseHead part(String... changed) {
        HeaderFields fields = HeaderFields.of(
                "Date", date(0),
                "Cache-Control", "max-age=60",
                "Content-Type", "video/mp4",
                "Content-Range", "bytes 10-19/100",
                "Content-Length", "10",
                "ETag", "\"a\"");
        for (int i = 0; i < changed.length; i += 2) {
            fields = changed[i + 1].isEmpty() ? fields.without(changed[i]) : fields.with(changed[i], changed[i + 1]);
        }
        return new ResponseHead(206, fields);
    }

    private static Optional<SlicedRepresentation> received(RequestHead request, ResponseHead response) {
        return SlicedRepresentation.received(request, response, POLICY, NOW);
    }

    private static SlicedRepresentation sliced(String... changed) {
        return received(RANGE, part(changed)).orElseThrow();
    }

    @Test
    @EngineObligation(section = "3.3", level = MAY, value = "a 206 with a strong validator is a part of a whole")
    void derivesWholeRepresentationFromPart() {
        SlicedRepresentation sliced = sliced();

        assertThat(sliced.length()).isEqualTo(100);
        assertThat(sliced.whole().head())
                .isEqualTo(response(
                        200,
                        "Date",
                        date(0),
                        "Cache-Control",
                        "max-age=60",
                        "Content-Type",
                        "video/mp4",
                        "ETag",
                        "\"a\""));
        assertThat(sliced.whole().body().length()).isEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource({
        "no validator, ETag, ''",
        "a weak validator, ETag, 'W/\"a\"'",
        "a malformed validator, ETag, a",
        "another range than requested, Content-Range, bytes 10-18/100",
        "another range than requested, Content-Range, bytes 9-18/100",
        "no range, Content-Range, ''",
        "an unknown complete length, Content-Range, bytes 10-19/*",
        "a range beyond the complete length, Content-Range, bytes 10-19/15",
        "another length than the range, Content-Length, 11",
        "an unannounced length, Content-Length, ''",
        "no freshness, Cache-Control, ''",
        "no freshness, Cache-Control, max-age=0",
        "validation each time, Cache-Control, 'no-cache, max-age=60'",
        "no-store, Cache-Control, 'no-store, max-age=60'",
        "private, Cache-Control, 'private, max-age=60'",
        "Vary: *, Vary, *",
        "a cookie, Set-Cookie, a=b",
        "several ranges, Content-Type, multipart/byteranges; boundary=x",
    })
    @EngineObligation(
            section = "3",
            level = MUST,
            value = "a part is stored only where the whole could be, and if it is what was asked")
    void refusesPartsThatCannotBelongToStorableWhole(String because, String name, String value) {
        assertThat(received(RANGE, part(name, value))).as(because).isEmpty();
    }

    @Test
    @EngineObligation(
            section = "3.5",
            level = MUST,
            value = "a part for an authorized request is stored only if the response permits it")
    void refusesPartsForUnsuitableRequests() {
        assertThat(received(get("Range", "bytes=10-19", "Authorization", "Basic eA=="), part()))
                .isEmpty();
        assertThat(received(
                        get("Range", "bytes=10-19", "Authorization", "Basic eA=="),
                        part("Cache-Control", "public, max-age=60")))
                .isPresent();
        assertThat(received(get("Range", "bytes=10-19", "Cache-Control", "no-store"), part()))
                .isEmpty();
        assertThat(received(get("Range", "bytes=10-19", "If-Range", "\"a\""), part()))
                .isEmpty();
        assertThat(received(request("HEAD", "Range", "bytes=10-19"), part())).isEmpty();
        assertThat(received(get("Range", "bytes=10-19,30-39"), part())).isEmpty();
        assertThat(received(get(), part())).isEmpty();
        assertThat(received(RANGE, new ResponseHead(200, part().fields()))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"-1, true", "0, false", "1, false"})
    @EngineObligation(
            rfc = "RFC 9110",
            section = "8.8.2.2",
            level = MUST,
            value = "a date is a strong validator only if it is earlier than Date")
    void acceptsLastModifiedOnlyIfEarlierThanDate(long seconds, boolean strong) {
        assertThat(received(RANGE, part("ETag", "", "Last-Modified", date(seconds)))
                        .isPresent())
                .isEqualTo(strong);
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "8.8.1",
            level = MUST,
            value = "a weak entity tag is no strong validator")
    void weakEntityTagIsNotReplacedByADate() {
        assertThat(received(RANGE, part("ETag", "W/\"a\"", "Last-Modified", date(-100))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=10-19", "bytes=-90", "bytes=10-", "bytes=0-99"})
    @EngineObligation(section = "3.3", level = MUST, value = "the range asked for is the one that is enclosed")
    void rangesAreResolvedByTheCompleteLength(String range) {
        boolean same = range.equals("bytes=10-19");
        assertThat(received(get("Range", range), part()).isPresent()).isEqualTo(same);
        assertThat(received(get("Range", range), part("Content-Range", "bytes 10-99/100", "Content-Length", "90"))
                        .isPresent())
                .isEqualTo(range.equals("bytes=-90") || range.equals("bytes=10-"));
    }

    @Test
    @EngineObligation(
            section = "3.3",
            level = MUST,
            value = "what is stored about a whole in slices answers no request by itself")
    void storedHeadOfSlicesAnswersNoRequest() {
        Optional<ResponseVariants> stored = Optional.of(ResponseVariants.of(sliced().head(NONE)));
        for (RequestHead any : List.of(
                get(), RANGE, request("HEAD"), get("Range", "bytes=0-"), get("Range", "\0slices"), get("Range", ""))) {
            assertThat(Reuse.judge(any, stored, POLICY, after(1)))
                    .as("%s", any)
                    .isInstanceOf(ReuseVerdict.Forward.class);
        }
    }

    @Test
    @EngineObligation(
            section = "4.1",
            level = MUST,
            value = "the selecting fields of a whole in slices match the request")
    void isSelectedAmongVariantsByVary() {
        SlicedRepresentation sliced = sliced("Vary", "Accept");
        ResponseVariants variants = ResponseVariants.of(EngineFixtures.stored("Vary", "Accept", "ETag", "\"b\""))
                .with(sliced.head(NONE), POLICY);

        SlicedRepresentation found =
                SlicedRepresentation.selected(variants, RANGE).orElseThrow();
        assertThat(found.identity()).isEqualTo(sliced.identity());
        assertThat(found.length()).isEqualTo(100);
        assertThat(found.whole().head()).isEqualTo(sliced.whole().head());
        assertThat(found.whole().freshUntil()).isEqualTo(sliced.whole().freshUntil());
        assertThat(SlicedRepresentation.selected(variants, get("Range", "bytes=10-19", "Accept", "a")))
                .isEmpty();
    }

    @Test
    @EngineObligation(
            section = "4.2",
            level = MUST,
            value = "what is stale by a purge is not served without validation")
    void softPurgeMakesSlicedRepresentationStale() {
        ResponseVariants purged = ResponseVariants.of(sliced().head(NONE)).softPurged(after(1));

        assertThat(SlicedRepresentation.selected(purged, RANGE)
                        .orElseThrow()
                        .whole()
                        .isFresh(after(1)))
                .isFalse();
    }

    @Test
    @EngineObligation(section = "4.3", level = MAY, value = "what is stale is kept for validation")
    void storedHeadIsKeptForValidationWhenStale() {
        assertThat(sliced().head(NONE).dropAfter(POLICY.withKeepStale(java.time.Duration.ofHours(1))))
                .isEqualTo(after(60 + 3600));
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "15.3.7.3",
            level = MAY,
            value = "ranges with the same strong validator are combined")
    void enclosesOnlyPartsOfSameRepresentation() {
        ByteRange range = new ByteRange(10, 19);
        assertThat(sliced().matchesPart(part(), range, WALL)).isTrue();
        for (String[] other : List.<String[]>of(
                new String[] {"ETag", "\"b\""},
                new String[] {"ETag", "W/\"a\""},
                new String[] {"ETag", ""},
                new String[] {"Content-Range", "bytes 10-19/101"},
                new String[] {"Content-Range", "bytes 11-20/100"},
                new String[] {"Content-Length", "9"},
                new String[] {"Content-Encoding", "gzip"})) {
            assertThat(sliced().matchesPart(part(other), range, WALL))
                    .as("%s: %s", (Object[]) other)
                    .isFalse();
        }
        assertThat(sliced().matchesPart(new ResponseHead(200, part().fields()), range, WALL))
                .isFalse();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "15.3.7.3",
            level = MUST,
            value = "ranges with different validators are not combined")
    void identityDependsOnValidatorLengthCodingAndVary() {
        List<List<String>> identities = new ArrayList<>();
        identities.add(sliced().identity());
        identities.add(sliced("ETag", "\"b\"").identity());
        identities.add(sliced("Content-Range", "bytes 10-19/101").identity());
        identities.add(sliced("Content-Encoding", "gzip").identity());
        identities.add(sliced("Vary", "Accept").identity());
        identities.add(sliced("ETag", "", "Last-Modified", date(-10)).identity());
        identities.add(sliced("ETag", "", "Last-Modified", date(-11)).identity());

        assertThat(identities).doesNotHaveDuplicates();
        assertThat(sliced("Cache-Control", "max-age=90", "Content-Range", "bytes 10-19/100")
                        .identity())
                .isEqualTo(sliced().identity());
    }

    @Test
    @EngineObligation(section = "3.4", level = MAY, value = "a cache completes what it has by a range request")
    void buildsRangeAndValidationRequestsFromClientRequest() {
        RequestHead client = get("Range", "bytes=0-99", "If-Range", "\"a\"", "Accept", "x", "If-None-Match", "\"q\"");

        assertThat(sliced().ask(client, new ByteRange(20, 29))).isEqualTo(get("Accept", "x", "Range", "bytes=20-29"));
        assertThat(sliced().askRest(client, 20))
                .isEqualTo(get("Accept", "x", "Range", "bytes=20-", "If-Range", "\"a\""));
        assertThat(sliced().validating(client, true))
                .isEqualTo(get("Accept", "x", "If-None-Match", "\"a\"", "Range", "bytes=0-99"));
        assertThat(sliced().validating(client, false)).isEqualTo(get("Accept", "x", "If-None-Match", "\"a\""));
    }

    @Test
    @EngineObligation(
            section = "4.3.4",
            level = MUST,
            value = "a 304 with the same strong validator freshens what is stored in slices")
    void matching304ConfirmsAndFreshensUnlessNoStore() {
        var later = new ReceptionTimes(after(100), after(100), WALL.plusSeconds(100));
        ResponseHead same = response(304, "ETag", "\"a\"", "Cache-Control", "max-age=90");

        SlicedRepresentation confirmed =
                sliced().confirmed(RANGE, same, POLICY, later).orElseThrow();
        assertThat(confirmed.identity()).isEqualTo(sliced().identity());
        assertThat(confirmed.whole().freshUntil()).isEqualTo(T0.plusSeconds(190));
        assertThat(sliced().confirmed(RANGE, response(304, "ETag", "\"b\""), POLICY, later))
                .isEmpty();
        assertThat(sliced().confirmed(
                                RANGE, response(304, "ETag", "\"a\"", "Cache-Control", "no-store"), POLICY, later))
                .isEmpty();
    }

    @Test
    @EngineObligation(section = "3.3", level = MUST, value = "an incomplete response is recorded as incomplete")
    void reportsRangeOfCompletePartsOnly() {
        StoredResponse part = sliced().part(new ByteRange(10, 19), () -> 10, POLICY);

        assertThat(SlicedRepresentation.rangeOf(part)).contains(new ByteRange(10, 19));
        assertThat(SlicedRepresentation.rangeOf(sliced().part(new ByteRange(10, 19), () -> 9, POLICY)))
                .isEmpty();
        assertThat(SlicedRepresentation.rangeOf(sliced().head(NONE))).isEmpty();
    }
}

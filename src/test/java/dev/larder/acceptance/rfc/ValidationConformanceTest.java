package dev.larder.acceptance.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9111 4.3: validation, asked for and answered. */
class ValidationConformanceTest extends ConformanceTestBase {

    @CoveredObligations("9111-4.3.1-entity-tags")
    @ParameterizedTest
    @ValueSource(strings = {"\"1\"", "W/\"1\"", "\"\"", "\"a,b\"", "\"\u00e4\""})
    void revalidationSendsEntityTag(String tag) {
        fetch(CC, "max-age=10", "ETag", tag);
        pass(11);
        assertForwarded();
        assertThat(sent("If-None-Match")).isEqualTo(tag);
    }

    @CoveredObligations("9111-4.3.1-last-modified")
    @Test
    void revalidationSendsLastModifiedBesideEntityTag() {
        String modified = date(-1000);
        fetch(CC, "max-age=10", "Last-Modified", modified, "ETag", "\"1\"");
        pass(11);
        assertForwarded();
        assertThat(sent("If-Modified-Since")).isEqualTo(modified);
        assertThat(sent("If-None-Match")).isEqualTo("\"1\"");
    }

    @CoveredObligations("9111-4.3.1-last-modified")
    @Test
    void revalidationSendsLastModifiedWithoutEntityTag() {
        String modified = date(-1000);
        fetch(CC, "no-cache", "Last-Modified", modified);
        assertForwarded();
        assertThat(sent("If-Modified-Since")).isEqualTo(modified);
    }

    @CoveredObligations("9111-4.3.2-evaluate")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "If-None-Match | \"1\" | 304",
                "If-None-Match | W/\"1\" | 304",
                "If-None-Match | \"0\", \"1\" | 304",
                "If-None-Match | * | 304",
                "If-None-Match | \"2\" | 200",
                "If-Modified-Since | 0 | 304",
                "If-Modified-Since | -1000 | 304",
                "If-Modified-Since | -1001 | 200"
            })
    void conditionsAreAnsweredFromTheStore(String name, String value, int status) {
        fetch(CC, "max-age=1000", "ETag", "\"1\"", "Last-Modified", date(-1000));
        ReceivedResponse response = get(name, name.equals("If-None-Match") ? value : date(Long.parseLong(value)));
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.content()).isEqualTo(status == 200 ? OLD : "");
        assertThat(asked()).isEqualTo(1);
    }

    @CoveredObligations("9111-4.3.2-evaluate")
    @Test
    void ifNoneMatchOutweighsIfModifiedSince() {
        fetch(CC, "max-age=1000", "ETag", "\"1\"", "Last-Modified", date(-1000));
        assertReused("If-None-Match", "\"2\"", "If-Modified-Since", date(0));
    }

    @CoveredObligations("9111-4.3.2-inapplicable")
    @ParameterizedTest
    @CsvSource({"If-Match,\"2\"", "If-Unmodified-Since,'Thu, 01 Jan 1998 00:00:00 GMT'"})
    void cacheDoesNotEvaluateIfMatchAndIfUnmodifiedSince(String name, String value) {
        fetch(CC, "max-age=1000", "ETag", "\"1\"", "Last-Modified", date(-1000));
        ReceivedResponse response = get(name, value);
        assertThat(response.status()).isEqualTo(200);
    }

    @CoveredObligations("9111-4.3.2-inapplicable")
    @ParameterizedTest
    @CsvSource({"If-None-Match,\"1\"", "If-None-Match,*", "If-Match,*", "If-Match,\"1\""})
    void cacheDoesNotEvaluateConditionsOfUnsafeRequest(String name, String value) {
        fetch(CC, "max-age=1000", "ETag", "\"1\"");
        ReceivedResponse response = STAGE.gateway().ask("PUT", path, name, value, "Content-Length", "0");
        assertThat(response.content()).isEqualTo(NEW);
        assertThat(sent(name)).isEqualTo(value);
    }

    @CoveredObligations("9111-4.3.2-inapplicable")
    @ParameterizedTest
    @CsvSource({
        "If-None-Match,\"1\"",
        "If-None-Match,*",
        "If-Match,\"1\"",
        "'If-Modified-Since','Thu, 01 Jan 1998 00:00:00 GMT'",
        "'If-Unmodified-Since','Thu, 01 Jan 1998 00:00:00 GMT'"
    })
    void forwardsConditionsWhenNothingIsStored(String name, String value) {
        answer(ResponseScript.ok(NEW));
        assertForwarded(name, value);
        assertThat(sent(name)).isEqualTo(value);
    }

    @CoveredObligations("9111-4.3.2-date")
    @ParameterizedTest
    @CsvSource({"0,304", "1,304", "-1,200"})
    void ifModifiedSinceIsComparedWithDateWithoutLastModified(long after, int status) {
        String date = date(-100);
        fetch(CC, "max-age=1000", "Date", date);
        assertThat(get("If-Modified-Since", date(after - 100)).status()).isEqualTo(status);
        assertThat(asked()).isEqualTo(1);
    }

    @CoveredObligations("9111-4.3.2-date")
    @Test
    void ifModifiedSinceIsComparedWithReceiptTimeWithoutDate() {
        fetch(CC, "max-age=1000");
        assertThat(get("If-Modified-Since", date(2)).status()).isEqualTo(304);
        assertThat(get("If-Modified-Since", date(-10)).status()).isEqualTo(200);
        assertThat(asked()).isEqualTo(1);
    }

    @CoveredObligations("9111-4.3.2-partial-tag")
    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-", "bytes=2-5", ""})
    void entityTagOfStoredPartIsNotSentForOtherRanges(String range) {
        answer(ResponseScript.status(206, CC, "max-age=1", "Content-Range", "bytes 0-3/10", "ETag", "\"part\"")
                .part("0123"));
        get("Range", "bytes=0-3");
        pass(10);
        answer(ResponseScript.ok(NEW));
        if (range.isEmpty()) {
            get("If-None-Match", "\"client\"");
        } else {
            get("If-None-Match", "\"client\"", "Range", range);
        }
        assertThat(sent("If-None-Match")).isEqualTo("\"client\"");
    }

    @CoveredObligations("9111-4.3.2-other-tag")
    @Test
    void confirmedResponseIsSentInFullToClientWithOtherTag() {
        fetch(CC, "max-age=10", "ETag", "\"1\"");
        pass(11);
        answer(ResponseScript.status(304, "ETag", "\"1\"", CC, "max-age=1000", "X-A", "new"));
        ReceivedResponse response = get("If-None-Match", "\"2\"");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.content()).isEqualTo(OLD);
        assertThat(response.field("X-A")).isEqualTo("new");
    }

    @CoveredObligations("9111-4.3.3-full")
    @ParameterizedTest
    @CsvSource({"200", "404", "410", "203"})
    void fullResponseToRevalidationReplacesStoredResponse(int status) {
        fetch(CC, "max-age=10", "ETag", "\"1\"");
        pass(11);
        answer(ResponseScript.status(status, CC, "max-age=1000", "ETag", "\"2\"")
                .part(NEW));
        assertThat(assertForwarded().status()).isEqualTo(status);
        ReceivedResponse again = get();
        assertThat(again.status()).isEqualTo(status);
        assertThat(again.content()).isEqualTo(NEW);
    }

    @CoveredObligations("9111-4.3.4-strong")
    @Test
    void notModifiedWithOtherStrongTagUpdatesNothing() {
        fetch(CC, "max-age=10", "ETag", "\"1\"", "X-A", "old");
        pass(11);
        STAGE.origin()
                .on(
                        path,
                        request -> request.fields().has("If-None-Match")
                                ? ResponseScript.status(304, "ETag", "\"2\"", CC, "max-age=1000", "X-A", "new")
                                : ResponseScript.ok(NEW, CC, "max-age=1000", "ETag", "\"2\"", "X-A", "new"));
        ReceivedResponse response = get();
        assertThat(response.content()).isEqualTo(NEW);
        assertThat(get().content()).isEqualTo(NEW);
    }

    @CoveredObligations("9111-4.3.4-strong")
    @Test
    void notModifiedIsNotPassedOnWhenClientConditionsWereNotSent() {
        fetch(CC, "max-age=10", "ETag", "\"1\"");
        pass(11);
        answer(ResponseScript.status(304, "ETag", "\"2\""));
        assertThat(get("If-None-Match", "\"9\"").status()).isNotEqualTo(304);
    }

    @CoveredObligations("9111-4.3.4-update")
    @ParameterizedTest
    @CsvSource({"\"1\",\"1\"", "W/\"1\",W/\"1\"", "\"1\",W/\"1\""})
    void notModifiedUpdatesStoredResponse(String stored, String received) {
        fetch(CC, "max-age=10", "ETag", stored, "X-A", "old");
        pass(11);
        answer(ResponseScript.status(304, CC, "max-age=1000", "X-A", "new", "ETag", received));
        assertThat(get().field("X-A")).isEqualTo("new");
        ReceivedResponse hit = assertReused();
        assertThat(hit.field("X-A")).isEqualTo("new");
        assertThat(hit.field(CC)).isEqualTo("max-age=1000");
    }

    @CoveredObligations({"9111-4.3.5-head", "9111-4.3.5-match", "9111-4.3.5-fields"})
    @Test
    void matchingHeadResponseUpdatesStoredResponse() {
        String[] same = {"ETag", "\"1\"", "Last-Modified", date(-1000)};
        fetch(CC, "max-age=10", same[0], same[1], same[2], same[3], "X-A", "old", "X-Kept", "k");
        pass(11);
        answer(ResponseScript.ok(OLD, CC, "max-age=1000", same[0], same[1], same[2], same[3], "X-A", "new"));
        assertThat(STAGE.gateway().head(path).status()).isEqualTo(200);
        answer(ResponseScript.ok(NEW));
        ReceivedResponse hit = assertReused();
        assertThat(hit.field("X-A")).isEqualTo("new");
        assertThat(hit.field("X-Kept")).isEqualTo("k");
        assertThat(hit.field(CC)).isEqualTo("max-age=1000");
    }

    @CoveredObligations({"9111-4.3.5-head", "9111-4.3.5-mismatch"})
    @ParameterizedTest
    @CsvSource({"\"2\",-1000,10", "\"1\",-999,10", "\"1\",-1000,11"})
    void mismatchingHeadResponseMakesStoredResponseStale(String tag, long modified, int length) {
        fetch(CC, "max-age=1000", "ETag", "\"1\"", "Last-Modified", date(-1000));
        answer(ResponseScript.status(200, CC, "max-age=1000", "ETag", tag, "Last-Modified", date(modified))
                .length(length));
        STAGE.gateway().head(path, CC, "no-cache");
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertForwarded();
    }
}

package dev.larder.acceptance.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where two obligations meet, and spellings of one that are seldom seen. */
@Tag("thorough")
class CombinationsConformanceTest extends ConformanceTestBase {

    @CoveredObligations({"9111-4-vary", "9111-4.1-match"})
    @ParameterizedTest
    @ValueSource(strings = {"*, *", ", *", "X-A,, *,"})
    void responseWithAsteriskAnywhereInVaryIsNotStored(String vary) {
        assertNotStored(fetch(CC, "max-age=1000", "Vary", vary));
    }

    @CoveredObligations({"9111-4-vary", "9111-4.1-match"})
    @Test
    void responseWithAsteriskOnItsOwnVaryLineIsNotStored() {
        assertNotStored(fetch(CC, "max-age=1000", "Vary", "", "Vary", "X-A", "Vary", "*"));
    }

    @CoveredObligations({"9111-3-private", "9111-5.2.2.7-fields"})
    @ParameterizedTest
    @ValueSource(
            strings = {
                "private=X-Name, max-age=1000",
                "max-age=1000, private=\" X-Mail , X-Name \"",
                "private=\"X-Mail\", max-age=1000, Private=\"x-name\""
            })
    void fieldsListedByPrivateAreOmittedInEverySyntax(String directives) {
        fetch(CC, directives, "X-Name", "Ann", "X-Other", "a");
        ReceivedResponse hit = assertReused();
        assertThat(hit.fields().has("X-Name")).isFalse();
        assertThat(hit.field("X-Other")).isEqualTo("a");
    }

    @CoveredObligations({"9111-3-private", "9111-5.2.2.7-store"})
    @ParameterizedTest
    @ValueSource(strings = {"private=\"X-A\", private", "private, max-age=1000, private=\"X-A\""})
    void unqualifiedPrivateOutweighsQualifiedPrivate(String directives) {
        assertNotStored(fetch(CC, directives + ", max-age=1000", "X-A", "1"));
    }

    @CoveredObligations("9111-4-no-cache")
    @ParameterizedTest
    @ValueSource(strings = {"no-cache=Set-Cookie", "no-cache=\"x-a\", no-cache=\" set-cookie \""})
    void fieldsListedByNoCacheAreOmittedInEverySyntax(String directive) {
        fetch(CC, directive + ", max-age=1000", "Set-Cookie", "a=b", "X-B", "2");
        ReceivedResponse hit = assertReused();
        assertThat(hit.fields().has("Set-Cookie")).isFalse();
        assertThat(hit.field("X-B")).isEqualTo("2");
    }

    @CoveredObligations("9111-3.1-all-fields")
    @Test
    void linesOfSetCookieAreNotJoined() {
        fetch(
                CC,
                "public, max-age=1000",
                "Set-Cookie",
                "a=b; Expires=Wed, 09 Jun 2031 10:18:14 GMT",
                "Set-Cookie",
                "c=d");
        assertThat(assertReused().fields().all("Set-Cookie"))
                .containsExactly("a=b; Expires=Wed, 09 Jun 2031 10:18:14 GMT", "c=d");
    }

    @CoveredObligations("9111-5.2.1.7-only-if-cached")
    @Test
    void onlyIfCachedForUnstoredVariantCausesGatewayTimeout() {
        STAGE.gateway().expect(504);
        answer(ResponseScript.ok(OLD, CC, "max-age=1000", "Vary", "X-A"));
        get("X-A", "1");
        assertThat(get("X-A", "2", CC, "only-if-cached").status()).isEqualTo(504);
        assertReused("X-A", "1", CC, "only-if-cached");
        assertThat(asked()).isEqualTo(1);
    }

    /** RFC 9110 13.2.1: preconditions are ignored where the response without them would be neither 2xx nor 412. */
    @CoveredObligations("9111-4.3.2-evaluate")
    @ParameterizedTest
    @CsvSource({"If-None-Match,\"1\"", "If-None-Match,*", "Range,bytes=0-1"})
    void storedErrorIgnoresConditionsAndRanges(String name, String value) {
        fetch(ResponseScript.status(404, CC, "max-age=1000", "ETag", "\"1\"").part(OLD));
        ReceivedResponse response = get(name, value);
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.content()).isEqualTo(OLD);
        assertThat(asked()).isEqualTo(1);
    }

    @CoveredObligations("9111-4.3.2-evaluate")
    @Test
    void evaluatesIfNoneMatchBeforeRange() {
        fetch(CC, "max-age=1000", "ETag", "\"1\"");
        assertThat(get("If-None-Match", "\"1\"", "Range", "bytes=0-1").status()).isEqualTo(304);
        assertThat(get("If-None-Match", "\"2\"", "Range", "bytes=0-1").content())
                .isEqualTo(OLD.substring(0, 2));
        assertThat(asked()).isEqualTo(1);
    }

    @CoveredObligations("9111-4.3.4-update")
    @Test
    void connectionAndRangeFieldsOfNotModifiedAreNotStored() {
        fetch(CC, "max-age=10", "ETag", "\"1\"", "X-A", "1");
        pass(20);
        answer(ResponseScript.status(
                304,
                "ETag",
                "\"1\"",
                CC,
                "max-age=1000",
                "Connection",
                "X-Hop",
                "X-Hop",
                "1",
                "Keep-Alive",
                "a",
                "Content-Range",
                "bytes 0-1/2",
                "X-A",
                "2"));
        get();
        ReceivedResponse hit = assertReused();
        assertThat(hit.field("X-A")).isEqualTo("2");
        assertThat(hit.fields().has("X-Hop")).isFalse();
        assertThat(hit.fields().has("Keep-Alive")).isFalse();
        assertThat(hit.fields().has("Content-Range")).isFalse();
    }

    @CoveredObligations("9111-4.2.4-permitted")
    @ParameterizedTest
    @ValueSource(strings = {"no-cache", "max-age=15", "min-fresh=1"})
    void requestDirectiveOverridesStaleWhileRevalidateOfOrigin(String directive) {
        fetch(CC, "max-age=10, stale-while-revalidate=1000", "ETag", "\"1\"");
        pass(20);
        assertForwarded(CC, directive);
    }

    @CoveredObligations("9111-4.4-origin")
    @Test
    void userInfoInLocationIsNotTakenForHost() {
        answer(ResponseScript.ok(OLD, CC, "max-age=1000"));
        get("Host", "example.test");
        String written = UniquePath.next();
        STAGE.origin().on(written, ResponseScript.status(201, "Location", "http://example.test@other.test" + path));
        ReceivedResponse answer = STAGE.gateway().ask("POST", written, "Content-Length", "0", "Host", "example.test");
        assertThat(answer.status()).isEqualTo(201);
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertReused("Host", "example.test");
    }
}

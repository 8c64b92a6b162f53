package dev.larder.acceptance.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9111 3, 3.5 and 1.2.2: which responses are stored. */
class StorageConformanceTest extends ConformanceTestBase {

    @CoveredObligations("9111-3-method")
    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "REPORT", "FROBNICATE"})
    void responsesToOtherMethodsAreNotStored(String method) {
        answer(ResponseScript.ok(OLD, CC, "public, max-age=1000", "ETag", "\"1\""));
        ReceivedResponse response = STAGE.gateway().ask(method, path, "Content-Length", "0");
        assertThat(response.content()).isEqualTo(OLD);
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertNotStored(response);
    }

    @CoveredObligations("9111-3-final")
    @ParameterizedTest
    @ValueSource(ints = {102, 103, 150})
    void interimResponsesAreNotStored(int status) {
        ReceivedResponse response =
                fetch(ResponseScript.ok(OLD, CC, "no-store").interim(status, CC, "max-age=1000", "X-Interim", "a"));
        assertThat(response.content()).isEqualTo(OLD);
        assertNotStored(response);
        assertThat(get().fields().has("X-Interim")).isFalse();
    }

    @CoveredObligations("9111-3-status")
    @ParameterizedTest
    @CsvSource({"200,true", "404,true", "299,false", "499,false", "599,false"})
    void mustUnderstandLimitsStoringToKnownStatuses(int status, boolean known) {
        STAGE.gateway().expect(status);
        ReceivedResponse response = fetch(ResponseScript.status(status, CC, "must-understand, max-age=1000")
                .part(OLD));
        assertThat(response.status()).isEqualTo(status);
        if (known) {
            assertReused();
        } else {
            assertNotStored(response);
        }
    }

    @CoveredObligations("9111-3-status")
    @Test
    void aNotModifiedIsNotStoredAsAResponse() {
        STAGE.gateway().expect(502);
        ReceivedResponse response = fetch(ResponseScript.status(304, CC, "max-age=1000", "ETag", "\"1\""));
        assertNotStored(response);
    }

    @CoveredObligations({"9111-3-status", "9111-3.3-incomplete"})
    @Test
    void aPartIsNotStoredAsTheWhole() {
        answer(part("bytes 0-3/10", "0123", "\"1\""));
        assertThat(get("Range", "bytes=0-3").status()).isEqualTo(206);
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertForwarded();
    }

    @CoveredObligations({"9111-3-no-store", "9111-5.2.2.5-store", "9111-5.2.2.5-use"})
    @ParameterizedTest
    @ValueSource(
            strings = {"no-store", "no-store, max-age=1000", "public, No-Store", "max-age=1000, NO-STORE, s-maxage=1000"
            })
    void responseWithNoStoreIsNotStored(String directives) {
        assertNotStored(fetch(CC, directives, "ETag", "\"1\""));
    }

    @CoveredObligations({"9111-3-no-store", "9111-5.2.2.5-store"})
    @Test
    void responseWithNoStoreOnItsOwnLineIsNotStored() {
        assertNotStored(fetch(CC, "max-age=1000", CC, "no-store"));
    }

    @CoveredObligations({"9111-3-private", "9111-5.2.2.7-store"})
    @ParameterizedTest
    @ValueSource(
            strings = {"private", "private, max-age=1000", "max-age=1000, PRIVATE", "public, private, s-maxage=1000"})
    void privateResponsesAreNotStored(String directives) {
        assertNotStored(fetch(CC, directives, "ETag", "\"1\""));
    }

    @CoveredObligations({"9111-3-private", "9111-5.2.2.7-fields"})
    @Test
    void privateFieldsAreNotStored() {
        fetch(CC, "max-age=1000, private=\"X-Name, x-mail\"", "X-Name", "Ann", "X-Mail", "ann@a.test", "X-Other", "a");
        ReceivedResponse hit = assertReused();
        assertThat(hit.fields().has("X-Name")).isFalse();
        assertThat(hit.fields().has("X-Mail")).isFalse();
        assertThat(hit.field("X-Other")).isEqualTo("a");
    }

    @CoveredObligations({"9111-3-authorization", "9111-3.5-authorization"})
    @ParameterizedTest
    @ValueSource(strings = {"max-age=1000", "max-age=1000, proxy-revalidate", "immutable, max-age=1000"})
    void responsesToAuthorizedRequestsAreNotStored(String directives) {
        answer(ResponseScript.ok(OLD, CC, directives, "ETag", "\"1\"", "Last-Modified", date(-10_000)));
        ReceivedResponse response = get("Authorization", "Basic YTpi");
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertNotStored(response);
    }

    @CoveredObligations("9111-3.5-authorization")
    @ParameterizedTest
    @ValueSource(strings = {"max-age=10, must-revalidate", "max-age=10, public", "s-maxage=10"})
    void directiveMayAllowStoringAuthorizedResponseAndIsObeyed(String directives) {
        answer(ResponseScript.ok(OLD, CC, directives));
        get("Authorization", "Basic YTpi");
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertReused();
        assertReused("Authorization", "Basic Yzpk");
        pass(11);
        assertForwarded();
    }

    @CoveredObligations("9111-3.5-authorization")
    @Test
    void privateResponseDoesNotHideUnauthorizedOfOrigin() {
        answer(ResponseScript.ok(OLD, CC, "max-age=1000"));
        get("Authorization", "Basic YTpi");
        answer(ResponseScript.status(401, "WWW-Authenticate", "Basic realm=\"a\""));
        assertThat(get().status()).isEqualTo(401);
    }

    @CoveredObligations("9111-3-explicit")
    @ParameterizedTest
    @ValueSource(ints = {201, 202, 302, 303, 307, 400, 403, 418, 429, 500, 503})
    void otherStatusesWithoutExplicitFreshnessAreNotStored(int status) {
        STAGE.gateway().expect(status);
        String[] validators = {"ETag", "\"1\"", "Last-Modified", date(-1_000_000)};
        ReceivedResponse response =
                fetch(ResponseScript.status(status, validators).part(OLD));
        assertThat(response.status()).isEqualTo(status);
        assertNotStored(response);
    }

    @CoveredObligations("9111-3-explicit")
    @ParameterizedTest
    @ValueSource(strings = {"public", "max-age=1000", "s-maxage=1000", "Expires"})
    void otherStatusWithExplicitFreshnessIsStored(String freshness) {
        String[] fields = freshness.equals("Expires")
                ? new String[] {"Date", date(0), "Expires", date(1000)}
                : new String[] {CC, freshness, "Last-Modified", date(-1_000_000)};
        fetch(ResponseScript.status(403, fields).part(OLD));
        assertThat(assertReused().status()).isEqualTo(403);
    }

    @CoveredObligations("9111-1.2.2-overflow")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-age=2147483648",
                "max-age=4294967296",
                "max-age=99999999999999999999",
                "s-maxage=18446744073709551616"
            })
    void overflowingLifetimeMeansVeryLong(String directives) {
        fetch(CC, directives);
        pass(10_000_000);
        assertReused();
    }

    @CoveredObligations("9111-1.2.2-overflow")
    @ParameterizedTest
    @ValueSource(strings = {"2147483648", "4294967297", "99999999999999999999"})
    void overflowingAgeMeansVeryOld(String age) {
        fetch(CC, "max-age=1000", "Age", age);
        assertForwarded();
    }

    @CoveredObligations({"9111-5.2.2.5-non-volatile", "9111-5.2.2.5-remove"})
    @Test
    void noStoreResponseLeavesNoKeyInStore() {
        fetch(CC, "no-store, max-age=1000", "ETag", "\"1\"");
        assertThat(StoredKeys.of(STAGE.gateway(), path)).isEmpty();
    }

    @CoveredObligations({"9111-5.2.1.5-store", "9111-5.2.1.5-non-volatile", "9111-5.2.1.5-remove"})
    @Test
    void responseToNoStoreRequestLeavesNoKeyInStore() {
        answer(ResponseScript.ok(OLD, CC, "max-age=1000", "ETag", "\"1\""));
        ReceivedResponse response = get(CC, "no-store");
        assertThat(StoredKeys.of(STAGE.gateway(), path)).isEmpty();
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertNotStored(response);
        assertThat(StoredKeys.of(STAGE.gateway(), path)).hasSize(1);
    }

    private static ResponseScript part(String contentRange, String content, String tag) {
        return ResponseScript.status(206, CC, "max-age=1000", "Content-Range", contentRange, "ETag", tag)
                .part(content);
    }
}

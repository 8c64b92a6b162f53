package dev.larder.acceptance.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9111 4 and 4.1: which stored response answers which request. */
class ReuseConformanceTest extends ConformanceTestBase {

    @CoveredObligations("9111-4-uri")
    @ParameterizedTest
    @ValueSource(strings = {"?", "?a", "/", "x", "?a=b", "%20"})
    void anotherTargetIsAnotherResource(String suffix) {
        fetch(CC, "max-age=1000");
        STAGE.origin().on(path + suffix.split("\\?", 2)[0], ResponseScript.ok(NEW));
        assertThat(STAGE.get(path + suffix).content()).isEqualTo(NEW);
    }

    @CoveredObligations("9111-4-uri")
    @Test
    void anotherHostIsAnotherResource() {
        fetch(CC, "max-age=1000");
        assertForwarded("Host", "other.test");
        assertReused();
    }

    @CoveredObligations("9111-4-method")
    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "FROBNICATE"})
    void aStoredGetAnswersNoOtherMethod(String method) {
        fetch(CC, "max-age=1000");
        ReceivedResponse response = STAGE.gateway().ask(method, path, "Content-Length", "0");
        assertThat(response.content()).isEqualTo(NEW);
    }

    @CoveredObligations("9111-4-method")
    @Test
    void storedHeadResponseDoesNotAnswerGet() {
        answer(ResponseScript.ok(OLD, CC, "max-age=1000"));
        STAGE.gateway().head(path);
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertForwarded();
    }

    @CoveredObligations({"9111-4-vary", "9111-4.1-match"})
    @ParameterizedTest
    @CsvSource({
        "X-A, 1, X-A, 2",
        "X-A, 1, X-B, 1",
        "X-A, 1, X-A, ''",
        "'X-B, X-A', 1, X-A, 2",
        "x-a, '1, 2', X-A, '2, 1'",
        "*, 1, X-A, 1",
        "'*, X-A', 1, X-A, 1",
        "'X-A, *', 1, X-A, 1"
    })
    void nominatedFieldsThatDifferDoNotMatch(String vary, String first, String name, String second) {
        answer(ResponseScript.ok(OLD, CC, "max-age=1000", "Vary", vary));
        get("X-A", first);
        answer(ResponseScript.ok(NEW, CC, "max-age=1000", "Vary", vary));
        assertForwarded(name, second);
    }

    @CoveredObligations({"9111-4-vary", "9111-4.1-match"})
    @Test
    void absentVaryFieldMatchesOnlyRequestsWithoutIt() {
        fetch(CC, "max-age=1000", "Vary", "X-B", "Vary", "X-A");
        answer(ResponseScript.ok(NEW, CC, "max-age=1000", "Vary", "X-B, X-A"));
        assertForwarded("X-A", "1");
        assertReused();
        assertReused("X-C", "1");
    }

    @CoveredObligations("9111-4.1-match")
    @ParameterizedTest
    @CsvSource({
        "X-A, 'a, b', '  a, b '",
        "Accept-Encoding, 'gzip, br', 'gzip,br'",
        "Accept-Language, 'de, en;q=0.5', 'de,en;q=0.5'"
    })
    void equivalentVaryFieldValuesMatch(String name, String first, String second) {
        answer(ResponseScript.ok(OLD, CC, "max-age=1000", "Vary", name));
        get(name, first);
        assertThat(get(name, second).content()).isEqualTo(OLD);
        answer(ResponseScript.ok(NEW, CC, "max-age=1000", "Vary", name));
        assertForwarded(name, "other");
    }

    @CoveredObligations("9111-4.1-match")
    @Test
    void variantWithEntityTagAnswersOnlyMatchingRequests() {
        answer(ResponseScript.ok(OLD, CC, "max-age=1000", "Vary", "X-A", "ETag", "\"1\""));
        get("X-A", "1");
        answer(ResponseScript.ok(NEW, CC, "max-age=1000", "Vary", "X-A", "ETag", "\"2\""));
        assertForwarded("X-A", "2");
        assertReused("X-A", "1");
    }

    @CoveredObligations("9111-4.1-default")
    @Test
    void aVariantIsPreferredToADefaultWithoutVary() {
        answer(ResponseScript.ok(OLD, CC, "max-age=1000", "Vary", "X-A", "Date", date(0)));
        get("X-A", "1");
        pass(10);
        answer(ResponseScript.ok("default", CC, "max-age=1000", "Date", date(0)));
        assertThat(get().content()).isEqualTo("default");
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertReused("X-A", "1");
    }

    @CoveredObligations("9111-4-most-recent")
    @ParameterizedTest
    @CsvSource({"0, 5, second", "5, 0, first"})
    void usesMostRecentOfSeveralMatchingResponses(long firstDate, long secondDate, String used) {
        answer(ResponseScript.ok("first", CC, "max-age=1000", "Vary", "X-A", "Date", date(firstDate - 10)));
        get("X-A", "1");
        answer(ResponseScript.ok("second", CC, "max-age=1000", "Vary", "X-B", "Date", date(secondDate - 10)));
        assertThat(get("X-A", "2").content()).isEqualTo("second");
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertThat(get("X-A", "1").content()).isEqualTo(used);
    }

    @CoveredObligations({"9111-4-no-cache", "9111-5.2.2.4-validate"})
    @ParameterizedTest
    @ValueSource(strings = {"no-cache", "no-cache, max-age=1000", "max-age=1000, No-Cache", "s-maxage=1000, no-cache"})
    void noCacheIsAlwaysValidated(String directives) {
        fetch(CC, directives, "ETag", "\"1\"");
        answer(ResponseScript.status(304, "ETag", "\"1\""));
        for (int i = 2; i <= 3; i++) {
            assertThat(get().content()).isEqualTo(OLD);
            assertThat(asked()).isEqualTo(i);
        }
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertForwarded();
    }

    @CoveredObligations({"9111-4-no-cache", "9111-5.2.2.4-validate"})
    @Test
    void noCacheResponseIsNotServedWhileOriginIsDown() {
        STAGE.gateway().expect(502, 504);
        fetch(CC, "no-cache, max-age=1000, stale-if-error=1000", "ETag", "\"1\"");
        assertThat(getWhileDown(CC, "max-stale").status()).isIn(502, 504);
    }

    @CoveredObligations("9111-4-no-cache")
    @Test
    void fieldsListedByNoCacheAreNotReused() {
        fetch(CC, "max-age=1000, no-cache=\"Set-Cookie, x-a\"", "Set-Cookie", "a=b", "X-A", "1", "X-B", "2");
        ReceivedResponse response = get();
        if (response.hit()) {
            assertThat(response.fields().has("Set-Cookie")).isFalse();
            assertThat(response.fields().has("X-A")).isFalse();
        } else {
            assertThat(response.content()).isEqualTo(NEW);
        }
    }

    @CoveredObligations({"9111-4-fresh", "9111-4.2.4-permitted"})
    @ParameterizedTest
    @ValueSource(strings = {"max-age=10", "s-maxage=10", "max-age=10, public", "max-age=10, immutable"})
    void staleResponseIsNotReused(String directives) {
        fetch(CC, directives);
        pass(8);
        assertReused();
        pass(3);
        assertForwarded();
    }

    @CoveredObligations("9111-4-fresh")
    @Test
    void revalidatedResponseIsReusedAgain() {
        fetch(CC, "max-age=10", "ETag", "\"1\"");
        pass(11);
        answer(ResponseScript.status(304, "ETag", "\"1\"", CC, "max-age=10"));
        assertThat(get().content()).isEqualTo(OLD);
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertReused();
        pass(11);
        assertForwarded();
    }

    @CoveredObligations("9111-4-age")
    @ParameterizedTest
    @CsvSource({"'',0", "0,0", "100,100"})
    void hitStatesCurrentAge(String upstream, int age) {
        fetch(
                upstream.isEmpty()
                        ? new String[] {CC, "max-age=1000"}
                        : new String[] {CC, "max-age=1000", "Age", upstream});
        pass(7);
        assertThat(assertReused().fields().all("Age")).containsExactly(Integer.toString(age + 7));
    }

    @CoveredObligations("9111-4.2.3-request-time")
    @ParameterizedTest
    @CsvSource({"0,7", "30,37"})
    void ageCountsFromTimeOfRequest(String upstream, int age) {
        STAGE.origin().on(path, request -> {
            CLOCK.advance(Duration.ofSeconds(7));
            return ResponseScript.ok(OLD, CC, "max-age=60", "Age", upstream);
        });
        get();
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertThat(assertReused().field("Age")).isEqualTo(Integer.toString(age));
        pass(60 - age + 1);
        assertForwarded();
    }

    @CoveredObligations("9111-4-write-through")
    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "FROBNICATE"})
    void unsafeRequestsAlwaysReachTheOrigin(String method) {
        fetch(CC, "max-age=1000");
        for (int i = 2; i <= 4; i++) {
            ReceivedResponse response = STAGE.gateway().send(method, path, "a=b", CC, "max-stale, only-if-cached");
            assertThat(response.content()).isEqualTo(NEW);
            assertThat(asked()).isEqualTo(i);
            assertThat(STAGE.origin().received(path).get(i - 1).body()).isEqualTo("a=b");
        }
    }
}

package dev.larder.acceptance.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ResponseScript;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9213: targeted cache control. The target list is Larder-Cache-Control, CDN-Cache-Control. */
class TargetedFieldsConformanceTest extends ConformanceTestBase {

    private static final String CDN = "CDN-Cache-Control";
    private static final String OWN = "Larder-Cache-Control";

    @CoveredObligations("9213-2.1-consume")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-age=1000.5",
                "max-age=\"1000\"",
                "max-age=1000.0",
                "max-age=ten",
                "max-age",
                "max-age=(1000)"
            })
    void nonIntegerMaxAgeInTargetedFieldIsNotALifetime(String value) {
        fetch(CDN, value, CC, "max-age=0");
        assertForwarded();
    }

    @CoveredObligations("9213-2.1-ignore")
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "max-age=0,", "max-age=0; =", "Max-Age=0", "max-age=0, \"a\""})
    void emptyOrInvalidTargetedFieldIsIgnored(String value) {
        fetch(CDN, value, CC, "max-age=1000");
        assertReused();
    }

    /** It is ignored in what it permits and in its lifetime. Not to store is always allowed, and what was meant is plain. */
    @CoveredObligations("9213-2.1-ignore")
    @ParameterizedTest
    @ValueSource(strings = {"no-store, &", "no-store max-age=0", "private;", "no-cache;"})
    void invalidTargetedFieldStillForbidsStoring(String value) {
        assertNotStored(fetch(CDN, value, CC, "max-age=1000"));
    }

    @CoveredObligations("9213-2.1-ignore")
    @Test
    void invalidTargetedFieldDoesNotOverrideNoStore() {
        assertNotStored(fetch(CDN, "max-age=1000, &", CC, "no-store"));
    }

    @CoveredObligations({"9213-2.2-select", "9213-2.2-override"})
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-age=1000 | no-store | no-store | true",
                "no-store | max-age=1000 | max-age=1000 | false",
                "'' | max-age=1000 | no-store | true",
                "max-age=, | max-age=1000 | no-store | true",
                "'' | no-store | max-age=1000 | false",
                "'' | & | max-age=1000 | true",
                "none | max-age=1000 | max-age=1000 | false"
            })
    void firstValidFieldOfTargetListDecides(String own, String cdn, String plain, boolean reused) {
        fetch(CC, plain, CDN, cdn, OWN, own);
        if (reused) {
            assertReused();
        } else {
            assertForwarded();
        }
    }

    @CoveredObligations("9213-2.2-override")
    @ParameterizedTest
    @ValueSource(strings = {"no-store", "private", "no-cache", "max-age=0", "s-maxage=0", "must-revalidate, max-age=0"})
    void targetedFieldOverridesCacheControlAndExpires(String plain) {
        fetch(CDN, "max-age=10", CC, plain, "Expires", "0");
        assertReused();
        pass(11);
        assertForwarded();
    }

    @CoveredObligations("9213-2.2-override")
    @Test
    void targetedFieldOverridesExpiresInTheFuture() {
        fetch(CDN, "none", "Expires", date(1000), "Date", date(0));
        assertForwarded();
    }

    @CoveredObligations({"9213-2.2-unlisted", "9213-2.2-pass", "9213-2.4-suffix"})
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Example-Cache-Control",
                "X-Cache-Control",
                "Larder-CDN-Cache-Control",
                "Cloudflare-CDN-Cache-Control",
                "Edge-Control"
            })
    void otherTargetedFieldsArePassedOnAndChangeNothing(String name) {
        assertThat(fetch(CC, "max-age=10", name, "no-store").field(name)).isEqualTo("no-store");
        assertThat(assertReused().field(name)).isEqualTo("no-store");
        pass(11);
        answer(ResponseScript.ok(NEW, CC, "no-store", name, "max-age=1000"));
        assertForwarded();
        assertForwarded();
    }

    /** It is no field of RFC 9213, but says to gateways what they must not store. */
    @CoveredObligations("9213-2.2-pass")
    @Test
    void surrogateControlNoStoreForbidsStoring() {
        assertNotStored(fetch(CC, "max-age=10", "Surrogate-Control", "no-store"));
    }

    @CoveredObligations("9213-2.2-pass")
    @Test
    void surrogateControlDoesNotExtendLifetime() {
        fetch(CC, "max-age=10", "Surrogate-Control", "max-age=1000");
        pass(11);
        assertForwarded();
    }

    @CoveredObligations("9213-2.2-pass")
    @ParameterizedTest
    @ValueSource(strings = {CC, CDN, OWN})
    void surrogateControlShortensALifetime(String field) {
        fetch(field, "max-age=1000", "Surrogate-Control", "max-age=10");
        pass(9);
        assertReused();
        pass(2);
        assertForwarded();
    }

    @CoveredObligations("9213-2.2-pass")
    @Test
    void surrogateControlForbidsReuseWithoutValidation() {
        fetch(CC, "max-age=10", "Surrogate-Control", "max-age=0");
        assertForwarded();
    }

    @CoveredObligations({
        "9213-2.2-max-age",
        "9213-2.2-must-revalidate",
        "9213-2.2-no-store",
        "9213-2.2-no-cache",
        "9213-2.2-private",
        "9213-2.2-others"
    })
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-age=10 | 9 | true",
                "max-age=10 | 11 | false",
                "max-age=10, must-revalidate | 9 | true",
                "max-age=10, must-revalidate | 11 | false",
                "max-age=1000, no-store | 1 | false",
                "max-age=1000, no-cache | 1 | false",
                "max-age=1000, private | 1 | false",
                "s-maxage=10, max-age=1000 | 11 | false",
                "s-maxage=1000, max-age=10 | 11 | true",
                "max-age=10, stale-while-revalidate=100 | 11 | true",
                "max-age=1000, no-store=?0 | 1 | true",
                "max-age=1000;a=b, frobnicate=\"a\" | 1 | true"
            })
    void targetedDirectivesMeanTheSameAsInCacheControl(String value, long after, boolean reused) {
        fetch(CDN, value, CC, reused ? "no-store" : "max-age=5000");
        pass(after);
        if (reused) {
            assertReused();
        } else {
            assertForwarded();
        }
    }

    @CoveredObligations({"9213-2.2-must-revalidate", "9213-2.2-no-cache", "9213-2.2-others"})
    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-age=10, must-revalidate",
                "max-age=10, no-cache",
                "max-age=10, proxy-revalidate",
                "s-maxage=10"
            })
    void targetedRevalidationDirectivesCauseErrorWhileOriginIsDown(String value) {
        STAGE.gateway().expect(502, 504);
        fetch(CDN, value, CC, "max-age=10, stale-if-error=1000", "ETag", "\"1\"");
        pass(20);
        assertThat(getWhileDown(CC, "max-stale").status()).isIn(502, 504);
    }

    @CoveredObligations("9213-2.2-others")
    @Test
    void targetedStaleIfErrorAllowsStaleResponse() {
        STAGE.gateway().expect(503);
        fetch(CDN, "max-age=10, stale-if-error=100");
        answer(ResponseScript.status(503));
        pass(100);
        assertThat(get().content()).isEqualTo(OLD);
        pass(100);
        assertThat(get().status()).isEqualTo(503);
    }
}

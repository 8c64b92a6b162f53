package dev.larder.acceptance.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9111 5.2: Cache-Control. */
class DirectivesConformanceTest extends ConformanceTestBase {

    @CoveredObligations("9111-5.2-pass")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-cache",
                "max-age=0",
                "no-store, no-transform",
                "frobnicate=\"a, b\", MAX-Stale",
                "only-if-nice"
            })
    void directivesOfRequestsAreForwarded(String directives) {
        answer(ResponseScript.ok(NEW));
        assertForwarded(CC, directives);
        assertThat(sent(CC)).isEqualTo(directives);
    }

    @CoveredObligations("9111-5.2-pass")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-age=1000, frobnicate=\"a, b\"",
                "S-MaxAge=1000, private=\"X-A\", no-cache=\"X-B\"",
                "max-age=1000,,no-transform"
            })
    void directivesOfResponsesArePassedOn(String directives) {
        assertThat(fetch(CC, directives, "CDN-Cache-Control", "max-age=1000").field(CC))
                .isEqualTo(directives);
        ReceivedResponse hit = assertReused();
        assertThat(hit.field(CC)).isEqualTo(directives);
        assertThat(hit.field("CDN-Cache-Control")).isEqualTo("max-age=1000");
    }

    @CoveredObligations("9111-5.2.1.7-only-if-cached")
    @Test
    void onlyIfCachedIsAnsweredFromTheStoreOr504() {
        STAGE.gateway().expect(504);
        answer(ResponseScript.ok(OLD, CC, "max-age=10"));
        assertThat(get(CC, "only-if-cached").status()).isEqualTo(504);
        assertThat(asked()).isZero();
        fetch(CC, "max-age=10");
        assertReused(CC, "only-if-cached");
        assertThat(get(CC, "only-if-cached, max-age=0, min-fresh=60").status()).isEqualTo(504);
        pass(11);
        assertThat(get(CC, "only-if-cached").status()).isEqualTo(504);
        assertReused(CC, "only-if-cached, max-stale");
        assertThat(asked()).isEqualTo(1);
    }

    @CoveredObligations("9111-5.2.2-obey")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-age=10 | 9 | true",
                "max-age=10 | 11 | false",
                "MAX-AGE=\"10\" | 9 | true",
                "max-age=1000, max-age=10 | 2000 | false",
                "s-maxage=10, max-age=1000 | 11 | false",
                "max-age=10, s-maxage=1000 | 11 | true",
                "max-age=1000, must-revalidate | 9 | true",
                "max-age=1000, proxy-revalidate | 9 | true",
                "max-age=1000, no-cache | 1 | false",
                "max-age=1000, no-store | 1 | false",
                "max-age=1000, private | 1 | false",
                "max-age=1000, must-understand | 9 | true",
                "max-age=1000, no-transform, public | 9 | true"
            })
    void obeysResponseDirectives(String directives, long after, boolean reused) {
        fetch(CC, directives);
        pass(after);
        if (reused) {
            assertReused();
        } else {
            assertForwarded();
        }
    }

    @CoveredObligations({
        "9111-5.2.2.2-validate",
        "9111-5.2.2.2-ignore",
        "9111-5.2.2.8-validate",
        "9111-5.2.2.10-validate",
        "9111-5.2.2-obey"
    })
    @ParameterizedTest
    @ValueSource(strings = {"max-age=10, must-revalidate", "max-age=10, proxy-revalidate", "s-maxage=10"})
    void revalidationDirectivesRequireValidationOnceStale(String directives) {
        fetch(CC, directives, "ETag", "\"1\"");
        assertReused();
        pass(11);
        answer(ResponseScript.status(304, "ETag", "\"1\""));
        assertThat(get(CC, "max-stale").content()).isEqualTo(OLD);
        assertThat(sent("If-None-Match")).isEqualTo("\"1\"");
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertReused();
        pass(11);
        assertForwarded(CC, "max-stale");
    }

    @CoveredObligations({"9111-5.2.2.2-error", "9111-5.2.2.2-ignore", "9111-5.2.2.8-validate", "9111-5.2.2.10-validate"
    })
    @ParameterizedTest
    @ValueSource(strings = {"max-age=10, must-revalidate", "max-age=10, proxy-revalidate", "s-maxage=10"})
    void revalidationDirectivesCauseErrorWhileOriginFails(String directives) {
        STAGE.gateway().expect(502, 504);
        fetch(CC, directives);
        pass(11);
        assertThat(getWhileDown().status()).isIn(502, 504);
        answer(ResponseScript.hangUp(TransferEnd.FIN));
        assertThat(get().status()).isIn(502, 504);
        answer(ResponseScript.hangUp(TransferEnd.RESET));
        assertThat(get().status()).isIn(502, 504);
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertForwarded();
    }

    @CoveredObligations("9111-5.2.2.2-504")
    @Tag("thorough")
    @Test
    void mustRevalidateCauses504WhenOriginDoesNotRespond() {
        STAGE.gateway().expect(502, 504);
        fetch(CC, "max-age=10, must-revalidate");
        pass(11);
        OriginLatch silence = new OriginLatch();
        answer(ResponseScript.ok(NEW).before(silence));
        assertThat(get().status()).isEqualTo(504);
        answer(ResponseScript.hangUp(TransferEnd.RESET));
        silence.release();
        assertThat(getWhileDown().status())
                .as("502 says more of an origin that refuses")
                .isIn(502, 504);
    }

    @CoveredObligations("9111-5.2.2.3-no-store")
    @ParameterizedTest
    @ValueSource(strings = {"must-understand, no-store, max-age=1000", "no-store, max-age=1000, Must-Understand"})
    void mustUnderstandOutweighsNoStore(String directives) {
        fetch(CC, directives);
        assertReused();
    }

    @CoveredObligations("9111-5.2.2.3-no-store")
    @Test
    void mustUnderstandDoesNotOutweighNoStoreForUnknownStatus() {
        assertNotStored(fetch(ResponseScript.status(299, CC, "must-understand, no-store, max-age=1000")
                .part(OLD)));
    }

    @CoveredObligations("9111-5.2.2.6-transform")
    @ParameterizedTest
    @ValueSource(strings = {"no-transform, max-age=1000", "no-transform"})
    void noTransformKeepsContentUnchanged(String directives) {
        String content = "<html>\r\n" + "a".repeat(5000) + "\u0000\u00ff</html>";
        String[] fields = {CC, directives, "Content-Type", "text/html;charset=latin1", "ETag", "\"1\""};
        answer(ResponseScript.ok(content, fields));
        for (String accept : List.of("gzip, br", "identity", "*")) {
            ReceivedResponse response = get("Accept-Encoding", accept, CC, "no-transform");
            assertThat(response.content()).isEqualTo(content);
            assertThat(response.fields().has("Content-Encoding")).isFalse();
            assertThat(response.field("Content-Type")).isEqualTo("text/html;charset=latin1");
            assertThat(response.field("ETag")).isEqualTo("\"1\"");
        }
    }

    @CoveredObligations("9111-5.2.3-unrecognized")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-age=1000, frobnicate", "frobnicate=\"no-store, private\", max-age=1000", "no-storex, max-age=1000",
                "max-age=1000, community=\"a\\\", no-store\"", "x-no-cache=1, max-age=1000",
                        "x=\"max-age=0\", max-age=1000"
            })
    void unrecognizedDirectivesAreIgnored(String directives) {
        fetch(CC, directives);
        assertReused(CC, "frobnicate, x=\"no-cache\"");
    }

    @CoveredObligations("9111-5.2.3-unrecognized")
    @ParameterizedTest
    @ValueSource(strings = {"private, community=\"UCI\"", "frobnicate=\"a\", no-store", "x, max-age=0"})
    void obeysDirectivesBesideUnrecognizedOnes(String directives) {
        fetch(CC, directives);
        assertForwarded();
    }
}

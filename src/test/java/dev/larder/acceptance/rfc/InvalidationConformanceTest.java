package dev.larder.acceptance.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9111 4.4: invalidation by unsafe requests. */
class InvalidationConformanceTest extends ConformanceTestBase {

    @CoveredObligations("9111-4.4-target")
    @ParameterizedTest
    @CsvSource({
        "POST,200",
        "POST,201",
        "POST,303",
        "PUT,204",
        "PUT,200",
        "DELETE,202",
        "PATCH,200",
        "MKCOL,201",
        "FROBNICATE,200",
        "FROBNICATE,302"
    })
    void aSuccessfulUnsafeRequestInvalidatesItsTarget(String method, int status) {
        fetch(CC, "max-age=1000");
        assertReused();
        answer(ResponseScript.status(status));
        STAGE.gateway().ask(method, path, "Content-Length", "0");
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        assertForwarded();
    }

    @CoveredObligations("9111-4.4-target")
    @ParameterizedTest
    @ValueSource(strings = {"1", "2", ""})
    void unsafeRequestInvalidatesAllVariantsOfTarget(String variant) {
        answer(ResponseScript.ok(OLD, CC, "max-age=1000", "Vary", "X-A"));
        get("X-A", "1");
        get("X-A", "2");
        get("X-A", "");
        answer(ResponseScript.status(204));
        STAGE.gateway().ask("PUT", path, "Content-Length", "0", "X-A", "1");
        answer(ResponseScript.ok(NEW, CC, "max-age=1000", "Vary", "X-A"));
        assertForwarded("X-A", variant);
    }

    @CoveredObligations("9111-4.4-origin")
    @ParameterizedTest
    @CsvSource({
        "Location,http://other.test",
        "Content-Location,http://other.test",
        "Location,//other.test",
        "Location,http://example.test:81",
        "Content-Location,ftp://example.test"
    })
    void noUriOfAnotherOriginIsInvalidated(String name, String origin) {
        fetch(CC, "max-age=1000");
        answer(ResponseScript.ok(OLD, CC, "max-age=1000"));
        get("Host", "other.test");
        get("Host", "example.test:81");
        String written = UniquePath.next();
        STAGE.origin().on(written, ResponseScript.status(201, name, origin + path));
        assertThat(STAGE.gateway().ask("POST", written, "Content-Length", "0").status())
                .isEqualTo(201);
        answer(ResponseScript.ok(NEW, CC, "max-age=1000"));
        for (String host : new String[] {"example.test", "other.test", "example.test:81"}) {
            ReceivedResponse response = assertReused("Host", host);
            assertThat(response.status()).isEqualTo(200);
        }
    }
}

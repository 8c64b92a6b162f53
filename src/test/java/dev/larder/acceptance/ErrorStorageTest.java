package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Errors are stored only where the origin says so (RFC 9111 3, 4.2.2). */
class ErrorStorageTest {

    /** Final status codes that RFC 9110 15.1 makes heuristically cacheable; without a Last-Modified none has a lifetime. */
    private static final Set<Integer> UNDERSTOOD_ERRORS = Set.of(404, 405, 410, 414, 501);

    /** RFC 6585 3 to 6. */
    private static final Set<Integer> NEVER_STORED = Set.of(428, 429, 431, 511);

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    static IntStream errors() {
        return IntStream.concat(IntStream.rangeClosed(400, 431), IntStream.rangeClosed(500, 511));
    }

    @ParameterizedTest
    @MethodSource("errors")
    @Tag("hardening-F8")
    @Tag("hardening-P6")
    @Tag("hardening-P8")
    void withoutFreshnessNoErrorIsStored(int status) {
        STAGE.gateway().expect(status);
        STAGE.origin().on(path, ResponseScript.status(status).part("broken"));
        assertThat(STAGE.get(path).status()).isEqualTo(status);
        STAGE.origin().on(path, ResponseScript.ok("mended"));
        assertThat(STAGE.get(path).content()).isEqualTo("mended");
    }

    @ParameterizedTest
    @MethodSource("errors")
    @Tag("hardening-P8")
    void understoodErrorsAreStoredWithExplicitFreshness(int status) {
        STAGE.gateway().expect(status);
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(status, "Cache-Control", "max-age=60")
                                .part("broken"));
        STAGE.get(path);
        ReceivedResponse second = STAGE.get(path);
        assertThat(second.status()).isEqualTo(status);
        assertThat(second.content()).isEqualTo("broken");
        if (UNDERSTOOD_ERRORS.contains(status)) {
            assertThat(second.hit()).isTrue();
        }
        if (NEVER_STORED.contains(status)) {
            assertThat(second.hit()).isFalse();
        }
        if (second.hit()) {
            boolean absent = status == 404 || status == 410;
            assertThat(second.cacheStatus()).containsPattern(absent ? "ttl=(60|5\\d)(;|$)" : "ttl=(10|\\d)(;|$)");
        }
    }
}

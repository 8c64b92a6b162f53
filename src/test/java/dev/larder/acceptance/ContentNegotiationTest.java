package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Variants are kept apart, and a flood of them does no harm (RFC 9111 4.1). */
class ContentNegotiationTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @Test
    void servesEachVariantToMatchingRequests() {
        echo("X-Lang");
        for (String lang : new String[] {"de", "fr", "it", "de", "fr", "it"}) {
            assertThat(STAGE.get(path, "X-Lang", lang).content()).isEqualTo(lang);
        }
        assertThat(STAGE.get(path).content()).isEmpty();
        assertThat(STAGE.origin().count(path)).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "Accept, *", "*, Accept"})
    void varyStarIsNeverReused(String vary) {
        echo(vary);
        STAGE.get(path);
        assertThat(STAGE.get(path).hit()).isFalse();
    }

    @Test
    @Tag("hardening-X2")
    void manyVariantsKeepLatestAndEvictOldest() {
        echo("User-Agent");
        for (int i = 0; i < 300; i++) {
            assertThat(STAGE.get(path, "User-Agent", "agent " + i).status()).isEqualTo(200);
        }
        ReceivedResponse latest = STAGE.get(path, "User-Agent", "agent 299");
        assertThat(latest.hit()).isTrue();
        assertThat(STAGE.get(path, "User-Agent", "agent 0").hit()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"'gzip, deflate','gzip,deflate'", "'gzip','GZIP'", "'gzip;q=1.0','gzip'", "'gzip, br','br, gzip'"})
    @Tag("hardening-P13")
    void acceptEncodingsThatMeanTheSameShareAVariant(String first, String second) {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60", "Vary", "Accept-Encoding"));
        STAGE.get(path, "Accept-Encoding", first);
        assertThat(STAGE.get(path, "Accept-Encoding", second).hit()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {";;;", "gzip;q=banana", "\u00e9", "x"})
    @Tag("hardening-P13")
    void malformedAcceptEncodingDoesNotBypassCache(String bad) {
        STAGE.origin()
                .on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60", "Vary", "Accept, Accept-Encoding"));
        STAGE.get(path);
        assertThat(STAGE.get(path, "Accept-Encoding", bad).hit()).isEqualTo(!bad.equals("x"));
        assertThat(STAGE.get(path, "Accept-Encoding", "gzip, " + bad.repeat(2_000 / bad.length()))
                        .hit())
                .isTrue();
        assertThat(STAGE.get(path, "Accept", bad.repeat(2_000 / bad.length())).hit())
                .isTrue();
    }

    @Test
    @Tag("hardening-X7")
    void gzipIsNotServedToClientsThatDoNotAcceptIt() {
        STAGE.origin()
                .on(
                        path,
                        request -> request.fields().get("Accept-Encoding").contains("gzip")
                                ? ResponseScript.ok(
                                        "zipped",
                                        "Cache-Control",
                                        "max-age=60",
                                        "Vary",
                                        "Accept-Encoding",
                                        "Content-Encoding",
                                        "gzip")
                                : ResponseScript.ok("plain", "Cache-Control", "max-age=60", "Vary", "Accept-Encoding"));
        STAGE.get(path, "Accept-Encoding", "gzip");
        assertThat(STAGE.get(path).content()).isEqualTo("plain");
        assertThat(STAGE.get(path, "Accept-Encoding", "gzip;q=0").hit()).isFalse();
        assertThat(STAGE.get(path, "Accept-Encoding", "gzip").content()).isEqualTo("zipped");
    }

    private void echo(String vary) {
        STAGE.origin()
                .on(
                        path,
                        request -> ResponseScript.ok(
                                request.fields().get("X-Lang"), "Cache-Control", "max-age=60", "Vary", vary));
    }
}

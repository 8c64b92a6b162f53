package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client gets a coding that it accepts. */
class ContentCodingTest {

    private final String path = UniquePath.next();

    @ParameterizedTest
    @ValueSource(strings = {"connection", "web", "gateway"})
    void neverSendsAStoredCodingThatIsNotAccepted(String level) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .property("larder.hit-path", level)
                        .start()) {
            origin.on(path, ContentCodingTest::encoded);
            assertThat(gateway.get(path, "Accept-Encoding", "gzip").content()).isEqualTo("gz");
            assertThat(gateway.get(path, "Accept-Encoding", "gzip").hit()).isTrue();
            assertThat(gateway.get(path, "Accept-Encoding", "gzip;q=0, br").content())
                    .isEqualTo("plain");
            assertThat(gateway.get(path, "Accept-Encoding", "gzip").hit()).isTrue();
        }
    }

    @Test
    void neverSendsAStoredCodingToAClientThatSaysNothing() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm().origin(origin).start()) {
            origin.on(path, ContentCodingTest::encoded);
            gateway.get(path, "Accept-Encoding", "gzip");
            assertThat(gateway.get(path).content()).isEqualTo("plain");
        }
    }

    @Test
    void servesWhatTheOriginEncodesForAll() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm().origin(origin).start()) {
            origin.on(
                    path,
                    request -> ResponseScript.ok("gz", "Content-Encoding", "gzip", "Cache-Control", "max-age=60"));
            gateway.get(path);
            assertThat(gateway.get(path).hit()).isTrue();
        }
    }

    /** As Spring WebFlux compresses: without Vary, and with the tag of the plain octets. */
    private static ResponseScript encoded(ReceivedRequest request) {
        String accepted = request.fields().get("Accept-Encoding");
        return accepted.equals("gzip")
                ? ResponseScript.ok("gz", "Content-Encoding", "gzip", "Cache-Control", "max-age=60", "ETag", "\"1\"")
                : ResponseScript.ok("plain", "Cache-Control", "max-age=60", "ETag", "\"1\"");
    }
}

package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client gets a coding that it accepts, and a coding that the gateway applies is told. */
class ContentCodingTest {

    private static final String LONG = "the same words again, ".repeat(200);

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

    @Test
    void compressesAsAnotherRepresentation() {
        compressing(gateway -> {
            ReceivedResponse plain = gateway.get(path);
            assertThat(plain.content()).isEqualTo(LONG);
            assertThat(plain.field("ETag")).isEqualTo("\"1\"");
            assertThat(plain.field("Vary")).isEqualTo("Accept-Encoding");
            assertThat(plain.field("Content-Digest")).isNotEmpty();
            for (int i = 0; i < 2; i++) {
                ReceivedResponse compressed = gateway.get(path, "Accept-Encoding", "gzip");
                assertThat(compressed.field("Content-Encoding")).isEqualTo("gzip");
                assertThat(compressed.field("ETag")).isEqualTo("W/\"1\"");
                assertThat(compressed.field("Vary")).isEqualTo("Accept-Encoding");
                assertThat(compressed.field("Content-Digest")).isEmpty();
            }
        });
    }

    /** A coding that the server does not know changes nothing; one that is refused neither. */
    @Test
    void keepsTheTagOfWhatIsNotCompressed() {
        compressing(gateway -> {
            for (String method : List.of("GET", "HEAD")) {
                for (String accepted : List.of("compress", "unknown, identity", "gzip;q=0")) {
                    ReceivedResponse plain = gateway.ask(method, path, "Accept-Encoding", accepted);
                    assertThat(plain.field("Content-Encoding")).isEmpty();
                    assertThat(plain.field("ETag")).as(method + " " + accepted).isEqualTo("\"1\"");
                    assertThat(plain.field("Content-Digest")).isNotEmpty();
                    assertThat(plain.field("Vary")).isEqualTo("Accept-Encoding");
                }
            }
        });
    }

    @Test
    void confirmsTheTagThatTheClientHas() {
        compressing(gateway -> {
            gateway.get(path);
            for (String tag : List.of("W/\"1\"", "\"1\"")) {
                ReceivedResponse confirmed = gateway.get(path, "Accept-Encoding", "gzip", "If-None-Match", tag);
                assertThat(confirmed.status()).isEqualTo(304);
                assertThat(confirmed.field("ETag")).isEqualTo(tag);
            }
        });
    }

    @Test
    void compressesNoPartAndNothingThatMustStay() {
        compressing(gateway -> {
            gateway.get(path);
            ReceivedResponse part = gateway.get(path, "Accept-Encoding", "gzip", "Range", "bytes=0-1999");
            assertThat(part.status()).isEqualTo(206);
            assertThat(part.field("Content-Encoding")).isEmpty();
            assertThat(part.content()).isEqualTo(LONG.substring(0, 2000));
            ReceivedResponse kept = gateway.get(path + "/kept", "Accept-Encoding", "gzip");
            assertThat(kept.field("Content-Encoding")).isEmpty();
            assertThat(kept.content()).isEqualTo(LONG);
            assertThat(kept.field("ETag")).isEqualTo("\"1\"");
        });
    }

    private void compressing(Consumer<GatewayFixture> check) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .property("server.compression.enabled", true)
                        .start()) {
            origin.on(path, plain("max-age=60"));
            origin.on(path + "/kept", plain("max-age=60, no-transform"));
            check.accept(gateway);
        }
    }

    private static ResponseScript plain(String cacheControl) {
        return ResponseScript.ok(
                LONG,
                "Cache-Control",
                cacheControl,
                "Content-Type",
                "text/plain",
                "Content-Digest",
                "sha-256=:d435Qo+nKZ+gLcUHn7GQtQ72hiBVAgqoLsZnZPiTGPk=:",
                "ETag",
                "\"1\"");
    }

    /** As Spring WebFlux compresses: without Vary, and with the tag of the plain octets. */
    private static ResponseScript encoded(ReceivedRequest request) {
        String accepted = request.fields().get("Accept-Encoding");
        return accepted.equals("gzip")
                ? ResponseScript.ok("gz", "Content-Encoding", "gzip", "Cache-Control", "max-age=60", "ETag", "\"1\"")
                : ResponseScript.ok("plain", "Cache-Control", "max-age=60", "ETag", "\"1\"");
    }
}

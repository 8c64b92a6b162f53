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
import org.junit.jupiter.params.provider.CsvSource;
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
    void neverSendsStoredCodingWithoutAcceptEncoding() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm().origin(origin).start()) {
            origin.on(path, ContentCodingTest::encoded);
            gateway.get(path, "Accept-Encoding", "gzip");
            assertThat(gateway.get(path).content()).isEqualTo("plain");
        }
    }

    @Test
    void servesStoredCodingThatOriginSendsWithoutAcceptEncoding() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm().origin(origin).start()) {
            origin.on(
                    path,
                    request -> ResponseScript.ok("gz", "Content-Encoding", "gzip", "Cache-Control", "max-age=60"));
            gateway.get(path);
            assertThat(gateway.get(path).hit()).isTrue();
        }
    }

    /** Labels that no client lists, and codings that an origin applies whatever it is asked for. */
    @ParameterizedTest
    @CsvSource({
        "connection, none, 'gzip, deflate, br'",
        "web, aws-chunked, 'gzip, deflate, br'",
        "gateway, zstd, 'gzip, deflate, br'",
        "connection, gzip, identity",
        "gateway, gzip, identity"
    })
    void servesUnlistedCodingOnlyToSameAcceptEncoding(String level, String coding, String accepted) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .property("larder.hit-path", level)
                        .start()) {
            origin.on(
                    path,
                    request -> ResponseScript.ok("coded", "Content-Encoding", coding, "Cache-Control", "max-age=60"));
            gateway.get(path, "Accept-Encoding", accepted);
            for (int i = 0; i < 3; i++) {
                assertThat(gateway.get(path, "Accept-Encoding", accepted).hit()).isTrue();
            }
            assertThat(gateway.get(path, "Accept-Encoding", accepted + ", " + coding + ";q=0")
                            .hit())
                    .isFalse();
        }
    }

    /** A 304 by a tag that other codings have too says nothing of the coding. */
    @Test
    void validationDoesNotShareCodingWithOtherRequests() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm().origin(origin).start()) {
            origin.on(
                    path,
                    request -> request.fields().has("If-None-Match")
                            ? ResponseScript.status(304, "ETag", "\"1\"", "Cache-Control", "max-age=60")
                            : encoded(request));
            gateway.get(path, "Accept-Encoding", "gzip");
            for (String accepted : List.of("br", "identity")) {
                gateway.get(path, "Accept-Encoding", accepted, "If-None-Match", "\"1\"");
                assertThat(gateway.get(path, "Accept-Encoding", accepted).content())
                        .isEqualTo("plain");
            }
        }
    }

    @Test
    void compressedResponseHasWeakTagAndVary() {
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
    void uncompressedResponseKeepsItsEntityTag() {
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

    /** RFC 9110 15.4.5: whichever tag the client has. */
    @ParameterizedTest
    @ValueSource(strings = {"web", "gateway"})
    void notModifiedHasTagAndVaryOfWholeResponse(String level) {
        compressing(level, gateway -> {
            for (String target : List.of(path, path + "/kept", path + "/image")) {
                gateway.get(target);
                for (String accepted : List.of("gzip", "identity", "gzip;q=0")) {
                    ReceivedResponse whole = gateway.get(target, "Accept-Encoding", accepted);
                    for (String tag : List.of("W/\"1\"", "\"1\"", "\"0\", \"1\"", "*")) {
                        ReceivedResponse confirmed =
                                gateway.get(target, "Accept-Encoding", accepted, "If-None-Match", tag);
                        assertThat(confirmed.status()).isEqualTo(304);
                        assertThat(List.of(
                                        confirmed.field("ETag"),
                                        confirmed.field("Vary"),
                                        confirmed.field("Content-Type")))
                                .as(target + " " + accepted + " " + tag)
                                .isEqualTo(List.of(whole.field("ETag"), whole.field("Vary"), ""));
                    }
                }
            }
        });
    }

    /** RFC 9110 9.3.2: it may leave out what is known only once the content is compressed. */
    @ParameterizedTest
    @ValueSource(strings = {"web", "gateway"})
    void answersHeadAsGet(String level) {
        compressing(level, gateway -> {
            for (String target : List.of(path, path + "/kept", path + "/image")) {
                for (String accepted : List.of("gzip", "identity")) {
                    ReceivedResponse whole = gateway.get(target, "Accept-Encoding", accepted);
                    ReceivedResponse head = gateway.head(target, "Accept-Encoding", accepted);
                    for (String name : List.of("ETag", "Vary", "Content-Digest", "Content-Length")) {
                        assertThat(head.field(name))
                                .as(target + " " + accepted + " " + name)
                                .isEqualTo(whole.field(name));
                    }
                }
            }
        });
    }

    @Test
    void doesNotCompressPartsOrNoTransformResponses() {
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
        compressing("auto", check);
    }

    private void compressing(String level, Consumer<GatewayFixture> check) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .property("larder.hit-path", level)
                        .property("server.compression.enabled", true)
                        .start()) {
            origin.on(path, plain("max-age=60", "text/plain"));
            origin.on(path + "/kept", plain("max-age=60, no-transform", "text/plain"));
            origin.on(path + "/image", plain("max-age=60", "image/png"));
            check.accept(gateway);
        }
    }

    private static ResponseScript plain(String cacheControl, String type) {
        return ResponseScript.ok(
                LONG,
                "Cache-Control",
                cacheControl,
                "Content-Type",
                type,
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

package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields that are about a connection end with it: neither forwarded nor stored (RFC 9110 7.6.1, RFC 9111 3.1). */
class HopByHopTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @ParameterizedTest
    @ValueSource(
            strings = {"Keep-Alive", "TE", "Trailer", "Proxy-Connection", "Proxy-Authenticate", "Proxy-Authorization"})
    @Tag("hardening-M")
    void aRequestsConnectionFieldsAreNotForwarded(String name) {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "no-store"));
        STAGE.get(path, name, "larder-test");
        assertThat(STAGE.origin().received(path).get(0).fields().get(name)).doesNotContain("larder-test");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Hop, keep-alive", "X-Hop, close", "close, x-hop"})
    @Tag("hardening-M")
    void requestFieldsNamedByConnectionAreNotForwarded(String connection) {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "no-store"));
        STAGE.get(path, "Connection", connection, "X-Hop", "1", "X-End", "1");
        ReceivedRequest received = STAGE.origin().received(path).get(0);
        assertThat(received.fields().has("X-Hop")).isFalse();
        assertThat(received.fields().get("Connection")).doesNotContainIgnoringCase("x-hop");
        assertThat(received.fields().get("X-End")).isEqualTo("1");
    }

    /** What its origin has not seen selects no variant. */
    @Test
    @Tag("hardening-M")
    void fieldsNamedByConnectionDoNotSelectVariants() {
        STAGE.origin()
                .on(
                        path,
                        request -> ResponseScript.ok(
                                request.fields().get("X-Hop"), "Cache-Control", "max-age=60", "Vary", "X-Hop"));
        STAGE.get(path, "Connection", "X-Hop", "X-Hop", "1");
        ReceivedResponse other = STAGE.get(path, "X-Hop", "1");
        assertThat(other.hit()).isFalse();
        assertThat(other.content()).isEqualTo("1");
        assertThat(STAGE.get(path).hit()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"max-age=60", "no-store"})
    @Tag("hardening-M")
    void aResponsesConnectionFieldsAreNeitherStoredNorForwarded(String cacheControl) {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok(
                                "x",
                                "Cache-Control",
                                cacheControl,
                                "Connection",
                                "X-Hop",
                                "X-Hop",
                                "1",
                                "Keep-Alive",
                                "timeout=5",
                                "Proxy-Connection",
                                "keep-alive",
                                "Proxy-Authenticate",
                                "Basic",
                                "X-End",
                                "1"));
        for (int i = 0; i < 2; i++) {
            RawFields fields = STAGE.get(path).fields();
            assertThat(fields.has("X-Hop")).isFalse();
            assertThat(fields.has("Keep-Alive")).isFalse();
            assertThat(fields.has("Proxy-Connection")).isFalse();
            assertThat(fields.get("X-End")).isEqualTo("1");
        }
    }

    @Test
    void storedChunkedResponseIsServedWithUnambiguousLength() {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(200, "Cache-Control", "max-age=60", "Trailer", "X-Sum")
                                .chunked()
                                .part("ab")
                                .part("cd"));
        STAGE.get(path);
        ReceivedResponse hit = STAGE.get(path);
        assertThat(hit.hit()).isTrue();
        assertThat(hit.content()).isEqualTo("abcd");
        assertThat(hit.field("Content-Length")).isEqualTo("4");
        assertThat(hit.fields().has("Transfer-Encoding")).isFalse();
    }

    @Test
    void everyResponseHasADate() {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path).fields().all("Date")).hasSize(1);
        assertThat(STAGE.get(path).fields().all("Date")).hasSize(1);
    }
}

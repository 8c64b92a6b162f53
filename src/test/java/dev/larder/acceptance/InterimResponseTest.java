package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Interim responses break no request, hang none, and are never stored (RFC 9110 15.2). */
class InterimResponseTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @ParameterizedTest
    @ValueSource(ints = {100, 102, 103, 199})
    void finalResponseAfterInterimIsServedAndStored(int interim) {
        STAGE.origin().on(path, fresh("final").interim(interim, "Link", "</style.css>; rel=preload"));
        assertThat(STAGE.get(path).content()).isEqualTo("final");
        ReceivedResponse hit = STAGE.get(path);
        assertThat(hit.hit()).isTrue();
        assertThat(hit.content()).isEqualTo("final");
        assertThat(hit.status()).isEqualTo(200);
        assertThat(hit.fields().has("Link")).isFalse();
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {102, 103})
    @Tag("hardening-M")
    void interimResponsesAreForwardedBeforeFinalResponse(int interim) {
        STAGE.origin().on(path, fresh("final").interim(interim, "Link", "</style.css>; rel=preload"));
        ReceivedResponse miss = STAGE.get(path);
        assertThat(miss.interim()).extracting(ReceivedResponse::status).containsExactly(interim);
        assertThat(miss.interim().get(0).field("Link")).isEqualTo("</style.css>; rel=preload");
        assertThat(STAGE.get(path).interim()).isEmpty();
    }

    @Test
    void finalResponseNeverOvertakesInterimResponse() {
        for (int i = 0; i < 300; i++) {
            String each = UniquePath.next();
            STAGE.origin().on(each, fresh("final").interim(103));
            assertThat(STAGE.get(each).interim()).as("round %d", i).hasSize(1);
        }
    }

    @Test
    void http10ClientGetsNoInterimResponse() {
        STAGE.origin().on(path, fresh("final").interim(103));
        try (RawClient client = STAGE.gateway().connect()) {
            ReceivedResponse response =
                    client.send("GET " + path + " HTTP/1.0\r\n\r\n").read();
            assertThat(response.interim()).isEmpty();
            assertThat(response.content()).isEqualTo("final");
        }
    }

    @Test
    void severalInterimResponsesApartInTimeAreAccepted() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(path, fresh("final").interim(102).interim(103).before(gate).interim(103));
        try (RawClient client = STAGE.gateway().connect().request("GET", path)) {
            gate.awaitArrival();
            gate.release();
            assertThat(client.read().content()).isEqualTo("final");
            assertThat(client.request("GET", path).read().hit()).isTrue();
        }
    }

    @Test
    void interimResponsesDoNotShiftPipelinedResponses() {
        String other = UniquePath.next();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("first", "Cache-Control", "no-store")
                                .interim(103)
                                .interim(103));
        STAGE.origin().on(other, ResponseScript.ok("second", "Cache-Control", "no-store"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.request("GET", path).request("GET", other).request("GET", path);
            assertThat(client.read().content()).isEqualTo("first");
            assertThat(client.read().content()).isEqualTo("second");
            assertThat(client.read().content()).isEqualTo("first");
        }
    }

    @Test
    void interimResponseBefore304DoesNotDisturbValidation() {
        STAGE.origin().on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=0", "ETag", "\"1\""));
        STAGE.get(path);
        STAGE.origin().on(path, ResponseScript.status(304, "ETag", "\"1\"").interim(103));
        assertThat(STAGE.get(path).content()).isEqualTo("stored");
    }

    @Test
    void interimResponseBeforeHeadOrPostAnswerIsAccepted() {
        STAGE.origin().on(path, fresh("final").interim(103));
        assertThat(STAGE.gateway().head(path).status()).isEqualTo(200);
        assertThat(STAGE.gateway().send("POST", path, "x").content()).isEqualTo("final");
    }

    @Test
    @Tag("hardening-S")
    void tooManyInterimResponsesGive502() {
        ResponseScript flood = fresh("final");
        for (int i = 0; i < 1000; i++) {
            flood.interim(103, "X-Pad", "x".repeat(100));
        }
        STAGE.origin().on(path, flood);
        ReceivedResponse response = STAGE.get(path);
        assertThat(response.status()).isEqualTo(502);
        STAGE.gateway().expect(502);
        STAGE.origin().on(path, fresh("next"));
        assertThat(STAGE.get(path).content()).isEqualTo("next");
    }

    @Test
    @Tag("hardening-S")
    void unrequestedSwitchingProtocolsGives502() {
        STAGE.origin()
                .on(path, ResponseScript.raw("HTTP/1.1 101 Switching\r\nUpgrade: foo\r\nConnection: upgrade\r\n\r\n"));
        assertThat(STAGE.get(path).status()).isEqualTo(502);
        STAGE.gateway().expect(502);
    }

    private static ResponseScript fresh(String content) {
        return ResponseScript.ok(content, "Cache-Control", "max-age=60");
    }
}

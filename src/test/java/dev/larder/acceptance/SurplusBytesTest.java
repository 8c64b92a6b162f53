package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes of the origin that belong to no response never reach another request on a pooled connection (RFC 9112 6.3). */
class SurplusBytesTest {

    private static final String WHOLE_RESPONSE = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    @ParameterizedTest
    @ValueSource(strings = {"EVIL", "\r\nEVIL\r\n", WHOLE_RESPONSE, WHOLE_RESPONSE + WHOLE_RESPONSE})
    @Tag("hardening-S")
    void surplusBytesInSameSegmentReachNoOtherRequest(String surplus) {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("short", "Cache-Control", "no-store").surplus(surplus));
        assertOthersUnharmed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"EVIL", WHOLE_RESPONSE})
    void surplusBytesAfterLastChunkReachNoOtherRequest(String surplus) {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(200, "Cache-Control", "no-store")
                                .chunked()
                                .part("short")
                                .surplus(surplus));
        assertOthersUnharmed();
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304})
    void contentOfBodilessStatusReachesNoOtherRequest(int status) {
        String head = "HTTP/1.1 " + status + " x\r\nCache-Control: no-store\r\nContent-Length: 4\r\n\r\n";
        STAGE.origin().on(path, ResponseScript.raw(head + "EVIL"));
        try (RawClient client = STAGE.gateway().connect()) {
            ReceivedResponse first =
                    client.request("GET", path, "If-None-Match", "\"1\"").read();
            assertThat(first.status()).isIn(status, 502);
        }
        STAGE.gateway().expect(502);
        othersGetTheirOwn();
    }

    @Test
    @Tag("hardening-M")
    void contentOfHeadResponseReachesNoOtherRequest() {
        STAGE.origin().on(path, ResponseScript.raw("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL"));
        STAGE.gateway().head(path);
        othersGetTheirOwn();
    }

    @ParameterizedTest
    @ValueSource(strings = {"EVIL", WHOLE_RESPONSE})
    @Tag("hardening-S")
    void closesIdleConnectionThatReceivesSurplusBytes(String surplus) throws Exception {
        OriginLatch gate = new OriginLatch();
        CompletableFuture<Boolean> dropped = new CompletableFuture<>();
        STAGE.origin().on(path, ResponseScript.takeOver((in, out) -> {
            say(out, "HTTP/1.1 200 OK\r\nCache-Control: no-store\r\nContent-Length: 5\r\n\r\nshort");
            gate.pass();
            say(out, surplus);
            dropped.complete(ended(in));
        }));
        assertThat(STAGE.get(path).content()).isEqualTo("short");
        gate.release();
        assertThat(dropped.get(10, TimeUnit.SECONDS))
                .as("the gateway gives the connection up")
                .isTrue();
        othersGetTheirOwn();
    }

    private void assertOthersUnharmed() {
        ReceivedResponse first = STAGE.get(path);
        assertThat(first.status() == 502 || first.content().equals("short"))
                .as("%s", first)
                .isTrue();
        othersGetTheirOwn();
        STAGE.gateway().expect(502);
    }

    private static void othersGetTheirOwn() {
        for (int i = 0; i < 10; i++) {
            String mine = UniquePath.next();
            STAGE.origin().on(mine, ResponseScript.ok(mine, "Cache-Control", "no-store"));
            ReceivedResponse response = STAGE.get(mine);
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.content()).isEqualTo(mine);
        }
    }

    private static void say(OutputStream out, String bytes) throws IOException {
        out.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static boolean ended(InputStream in) throws IOException {
        return in.read() < 0;
    }
}

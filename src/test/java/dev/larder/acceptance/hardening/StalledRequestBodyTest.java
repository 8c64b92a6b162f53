package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** X6: a client that stops within the content of its request is sent away, and its origin has no whole request of it. */
class StalledRequestBodyTest {

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.property("larder.limits.request-body-idle-timeout", "1s"));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @CsvSource({"Content-Length, 10, hello", "Transfer-Encoding, chunked, '5\r\nhello\r\n'", "Content-Length, 10, ''"})
    @Tag("hardening-X6")
    void disconnectsClientThatStopsSendingContent(String framing, String value, String begun) {
        STAGE.origin().on(path, ResponseScript.ok("whole", "Cache-Control", "no-store"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(RawClient.head("POST", path, RawFields.of(framing, value)) + begun);
            ReceivedResponse response = client.read("POST");
            assertThat(response.end()).as("%s", response).isNotEqualTo(TransferEnd.SILENCE);
            assertThat(response.content()).isNotEqualTo("whole");
        }
        assertThat(STAGE.origin().received(path)).allMatch(request -> request.end() != TransferEnd.COMPLETE);
        STAGE.gateway().expect(502, 504);
    }
}

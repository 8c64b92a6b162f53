package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.End;
import dev.larder.acceptance.kit.Fields;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.Response;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.Stage;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** X6: a client that stops within the content of its request is sent away, and its origin has no whole request of it. */
class RequestPauseTest {

    @RegisterExtension
    static final Stage STAGE = Stage.with(builder -> builder.property("larder.limits.request-body-idle-timeout", "1s"));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @CsvSource({"Content-Length, 10, hello", "Transfer-Encoding, chunked, '5\r\nhello\r\n'", "Content-Length, 10, ''"})
    void aContentThatStopsIsCutOff(String framing, String value, String begun) {
        STAGE.origin().on(path, Script.ok("whole", "Cache-Control", "no-store"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(RawClient.head("POST", path, Fields.of(framing, value)) + begun);
            Response response = client.read("POST");
            assertThat(response.end()).as("%s", response).isNotEqualTo(End.SILENCE);
            assertThat(response.content()).isNotEqualTo("whole");
        }
        assertThat(STAGE.origin().received(path)).allMatch(request -> request.end() != End.COMPLETE);
        STAGE.gateway().expect(502, 504);
    }
}

package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A write that its origin refuses for itself holds up nobody else's reads and writes. */
class RefusedBufferedWriteTest {

    private static final String JSON = "application/json";

    @TempDir
    private static Path folder;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> OperatorClient.admitted(builder)
            .property("larder.actuate.write-enabled", true)
            .property("larder.writes.path", folder)
            .property("larder.rules.items.paths", "/items/**")
            .property("larder.rules.items.buffer.methods", "POST")
            .property("larder.rules.items.buffer.flush-interval", "50ms")
            .property("larder.rules.rows.paths", "/rows/**")
            .property("larder.rules.rows.buffer.methods", "POST")
            .property("larder.rules.rows.buffer.bulk", "/bulk/rows")
            .property("larder.rules.rows.buffer.flush-interval", "1h"));

    private final String collection = UniquePath.next();

    @AfterEach
    void discardDeadLetters() {
        OperatorClient.of(STAGE.gateway()).order("discard", "all");
    }

    private static int post(String path, String content) {
        return STAGE.gateway().send("POST", path, content, "Content-Type", JSON).status();
    }

    private static void assertOthersAreServed(String path) {
        assertThat(STAGE.gateway().send("DELETE", path + "/2", "").status()).isEqualTo(204);
        assertThat(STAGE.get(path + "/1").status()).isEqualTo(200);
        ReceivedResponse read = STAGE.get(path + "/1");
        assertThat(read.hit()).as(read.cacheStatus()).isTrue();
    }

    private static void serve(String path) {
        STAGE.origin().on(path + "/1", ResponseScript.ok("v", "Cache-Control", "max-age=60"));
        STAGE.origin().on(path + "/2", ResponseScript.status(204));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 410, 412, 413, 422, 423, 424, 428, 451})
    @Tag("hardening-U8")
    void rejectedWriteBecomesDeadLetterAtOnceAndNextOneIsDelivered(int status) {
        String path = "/items" + collection;
        serve(path);
        STAGE.origin().on(path, request -> ResponseScript.status(request.body().contains("refused") ? status : 201));
        assertThat(List.of(post(path, "\"refused\""), post(path, "\"taken\""))).containsOnly(202);
        assertOthersAreServed(path);
        assertThat(STAGE.origin().await(path, 2))
                .extracting(request -> request.body())
                .containsExactly("\"refused\"", "\"taken\"");
        assertThat(OperatorClient.of(STAGE.gateway()).lookAtWrites("/dead").content())
                .contains("the origin refuses it: " + status);
    }

    private static ResponseScript each(String results) {
        return ResponseScript.raw("HTTP/1.1 207 Multi-Status\r\nContent-Type: application/json\r\nContent-Length: "
                + results.length() + "\r\n\r\n" + results);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 409, 412, 422})
    @Tag("hardening-U8")
    void rejectedItemOfBatchDoesNotBlockOtherRequests(int status) {
        String path = "/rows" + collection;
        serve(path);
        STAGE.origin()
                .on(
                        "/bulk/rows",
                        request -> request.body().contains("refused")
                                ? each("[{\"status\":" + status + "},{\"status\":201}]")
                                : ResponseScript.status(201));
        assertThat(List.of(post(path, "\"refused\""), post(path, "\"taken\""))).containsOnly(202);
        assertOthersAreServed(path);
    }
}

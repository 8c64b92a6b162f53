package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A write that its origin never decides holds up nobody else's reads and writes for more than a bounded time. */
class UndecidedBufferedWriteTest {

    @TempDir
    private static Path folder;

    /** Without a time in which an unanswered delivery may still take effect: what follows it is another test's. */
    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> OperatorClient.admitted(builder)
            .property("larder.invalidation.unknown-write-timeout", "0s")
            .property("larder.actuate.write-enabled", true)
            .property("larder.writes.path", folder)
            .property("larder.rules.items.paths", "/items/**")
            .property("larder.rules.items.buffer.methods", "POST")
            .property("larder.rules.items.buffer.attempts", 2)
            .property("larder.rules.items.buffer.timeout", "1s")
            .property("larder.rules.items.buffer.flush-interval", "50ms"));

    private final String collection = "/items" + UniquePath.next();

    @AfterEach
    void discardDeadLetters() {
        OperatorClient.of(STAGE.gateway()).order("discard", "all");
    }

    static Stream<ResponseScript> undecided() {
        return Stream.of(
                ResponseScript.hangUp(TransferEnd.RESET),
                ResponseScript.hangUp(TransferEnd.FIN),
                ResponseScript.status(429, "Retry-After", "900"),
                ResponseScript.status(503, "Retry-After", "900"));
    }

    private int post(String content) {
        return STAGE.gateway()
                .send("POST", collection, content, "Content-Type", "application/json")
                .status();
    }

    @ParameterizedTest
    @MethodSource("undecided")
    @Tag("hardening-U8")
    void undecidedWriteBecomesDeadLetterAndNextOneIsDelivered(ResponseScript answer) {
        ScriptedOrigin origin = STAGE.origin();
        origin.on(collection + "/1", ResponseScript.ok("v", "Cache-Control", "max-age=60"));
        origin.on(collection + "/2", ResponseScript.status(204));
        origin.on(collection, request -> request.body().contains("undecided") ? answer : ResponseScript.status(201));
        assertThat(List.of(post("\"undecided\""), post("\"taken\""))).containsOnly(202);
        assertThat(STAGE.gateway().send("DELETE", collection + "/2", "").status())
                .isEqualTo(204);
        assertThat(STAGE.get(collection + "/1").status()).isEqualTo(200);
        ReceivedResponse read = STAGE.get(collection + "/1");
        assertThat(read.hit()).as(read.cacheStatus()).isTrue();
        assertThat(origin.received(collection))
                .extracting(request -> request.body())
                .startsWith("\"undecided\"", "\"undecided\"")
                .endsWith("\"taken\"");
        assertThat(OperatorClient.of(STAGE.gateway()).lookAtWrites("/dead").content())
                .contains("given up after ");
    }
}

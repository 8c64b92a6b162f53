package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client that does not finish its request head in time is sent away. */
class HeadDeadlineTest {

    private static final Duration PACE = Duration.ofMillis(100);

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.property("larder.limits.request-header-timeout", "700ms"));

    private final String path = UniquePath.next();

    @Test
    @Tag("hardening-X6")
    void disconnectsClientThatSendsNothing() {
        try (RawClient client = STAGE.gateway().connect()) {
            assertSentAway(client.read());
        }
    }

    @Test
    void disconnectsClientThatStopsInMiddleOfHead() {
        try (RawClient client = STAGE.gateway().connect()) {
            assertSentAway(client.send("GET " + path + " HTTP/1.1\r\nHost: a").read());
        }
    }

    @Test
    @Tag("hardening-X6")
    void disconnectsClientThatSendsHeadByteByByte() {
        try (RawClient client = STAGE.gateway().connect().patience(PACE)) {
            long start = System.nanoTime();
            client.send("GET " + path + " HTTP/1.1\r\nX-Slow: ");
            ReceivedResponse response = client.read();
            while (response.end() == TransferEnd.SILENCE
                    && System.nanoTime() - start < Duration.ofSeconds(10).toNanos()) {
                response = client.send("x").read();
            }
            assertSentAway(response);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    @Tag("hardening-X6")
    void disconnectsClientThatStopsInSecondHead() {
        STAGE.origin().on(path, ResponseScript.ok("first", "Cache-Control", "max-age=60"));
        try (RawClient client = STAGE.gateway().connect().request("GET", path)) {
            assertThat(client.read().content()).isEqualTo("first");
            assertSentAway(client.send("GET " + path).read());
        }
    }

    @Test
    void slowAnswerAndSlowUploadAreNotInterrupted() {
        STAGE.origin().on(path, request -> ResponseScript.ok(request.body()).latency(Duration.ofMillis(1500)));
        try (RawClient client = STAGE.gateway().connect()) {
            client.send("POST " + path + " HTTP/1.1\r\nHost: a.test\r\nContent-Length: 2\r\n\r\na");
            assertThat(client.patience(Duration.ofMillis(1000)).bytes(1)).isEmpty();
            client.patience(Duration.ofSeconds(20)).send("b");
            assertThat(client.read().content()).isEqualTo("ab");
        }
    }

    private static void assertSentAway(ReceivedResponse response) {
        assertThat(response.status()).as("%s", response).isIn(408, 0);
        assertThat(response.end()).isNotEqualTo(TransferEnd.SILENCE);
    }
}

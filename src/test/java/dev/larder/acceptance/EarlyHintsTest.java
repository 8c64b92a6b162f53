package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.SystemPrograms;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.UniquePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 8297: a browser gets the links of the stored page at once, while the origin is asked about the page. */
class EarlyHintsTest {

    private static final TestClock CLOCK = new TestClock();
    private static final String STYLE = "</style.css>; rel=preload; as=style";
    private static final String HINTS = "HTTP/1.1 103 Early Hints\r\nLink: " + STYLE + "\r\n\r\n";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.clock(CLOCK)
            // Hints are sent by requests that are forwarded at their connections, and by no others.
            .property("larder.hit-path", "auto")
            .property("server.http2.enabled", true)
            .property("larder.rules.hints.paths", "/hints/**")
            .property("larder.rules.hints.early-hints", true));

    private final String path = "/hints" + UniquePath.next();

    private void stored(String... more) {
        STAGE.origin().on(path, page("old", more));
        STAGE.get(path);
        CLOCK.advance(Duration.ofSeconds(61));
    }

    private static ResponseScript page(String content, String... more) {
        String[] fields = {"Cache-Control", "max-age=60", "ETag", "\"" + content + "\"", "Link", STYLE};
        String[] all = Arrays.copyOf(fields, fields.length + more.length);
        System.arraycopy(more, 0, all, fields.length, more.length);
        return ResponseScript.ok(content, all);
    }

    @Test
    void browserGetsLinksBeforeOriginAnswers() {
        stored();
        OriginLatch gate = new OriginLatch();
        STAGE.origin().on(path, page("new").before(gate));
        try (RawClient browser = STAGE.gateway().connect().request("GET", path, "Sec-Fetch-Mode", "navigate")) {
            gate.awaitArrival();
            assertThat(browser.bytes(HINTS.length())).isEqualTo(HINTS);
            gate.release();
            ReceivedResponse response = browser.read();
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.content()).isEqualTo("new");
            assertThat(response.field("Link")).isEqualTo(STYLE);
            assertThat(browser.request("GET", path, "Sec-Fetch-Mode", "navigate")
                            .read()
                            .interim())
                    .isEmpty();
        }
    }

    @Test
    void collapsedRequestGetsHintsToo() {
        stored();
        OriginLatch gate = new OriginLatch();
        STAGE.origin().on(path, page("new").before(gate));
        try (RawClient first = STAGE.gateway().connect().request("GET", path, "Sec-Fetch-Mode", "navigate");
                RawClient second = STAGE.gateway().connect()) {
            gate.awaitArrival();
            second.request("GET", path, "Sec-Fetch-Mode", "navigate");
            assertThat(second.bytes(HINTS.length())).isEqualTo(HINTS);
            gate.release();
            assertThat(first.read().content()).isEqualTo("new");
            assertThat(second.read().content()).isEqualTo("new");
        }
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    @Test
    void hintsPrecede304AndHintsOfOrigin() {
        stored();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(304, "ETag", "\"old\"").interim(103, "Link", "</own.css>; rel=preload"));
        ReceivedResponse response = STAGE.get(path, "Sec-Fetch-Mode", "navigate");
        assertThat(response.content()).isEqualTo("old");
        assertThat(response.interim())
                .extracting(interim -> interim.field("Link"))
                .containsExactly(STYLE, "</own.css>; rel=preload");
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Mode, cors",
        "Accept, text/html",
        "Via, 1.1 proxy",
        "X-Forwarded-For, 192.0.2.1",
        "Forwarded, for=192.0.2.1",
    })
    void sendsNoHintsToOtherClientsOrThroughProxies(String name, String value) {
        stored();
        String mode = name.startsWith("Sec") || name.equals("Accept") ? "X-Other" : "Sec-Fetch-Mode";
        assertThat(STAGE.get(path, mode, "navigate", name, value).interim()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-cache, max-age=60", "max-age=0", "private, max-age=60"})
    void sendsNoHintsForPageThatIsPrivateOrMustBeValidated(String directives) {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", directives, "ETag", "\"1\"", "Link", STYLE));
        STAGE.get(path, "Sec-Fetch-Mode", "navigate");
        assertThat(STAGE.get(path, "Sec-Fetch-Mode", "navigate").interim()).isEmpty();
    }

    @Test
    void sendsNoHintsForInvalidatedPage() {
        stored();
        STAGE.gateway().send("PUT", path, "x");
        assertThat(STAGE.get(path, "Sec-Fetch-Mode", "navigate").interim()).isEmpty();
    }

    @Test
    void sendsNoHintsForVariantOfOtherClients() {
        stored("Vary", "Cookie");
        assertThat(STAGE.get(path, "Sec-Fetch-Mode", "navigate", "Cookie", "user=other")
                        .interim())
                .isEmpty();
        assertThat(STAGE.get(path, "Sec-Fetch-Mode", "navigate").interim()).hasSize(1);
    }

    @Test
    void sendsNoHintsToHttp10Client() {
        stored();
        try (RawClient client = STAGE.gateway().connect()) {
            ReceivedResponse response = client.send("GET " + path + " HTTP/1.0\r\nSec-Fetch-Mode: navigate\r\n\r\n")
                    .read();
            assertThat(response.interim()).isEmpty();
            assertThat(response.content()).isEqualTo("old");
        }
    }

    @Test
    void sendsNoHintsWithoutRule() {
        String other = UniquePath.next();
        STAGE.origin().on(other, page("old"));
        STAGE.get(other);
        CLOCK.advance(Duration.ofSeconds(61));
        assertThat(STAGE.get(other, "Sec-Fetch-Mode", "navigate").interim()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"--http1.1, HTTP/1.1 103", "--http2-prior-knowledge, HTTP/2 103"})
    void curlAcceptsHintsOverHttp1AndHttp2(String protocol, String expected) throws IOException {
        assumeTrue(SystemPrograms.succeeds("curl", "--version"), "there is no curl");
        STAGE.origin().on(path, page("old"));
        curl(protocol);
        CLOCK.advance(Duration.ofSeconds(61));
        String received = curl(protocol);
        assertThat(received).startsWith(expected).containsIgnoringCase("link: " + STYLE);
        assertThat(received.substring(received.indexOf("\r\n\r\n") + 4))
                .startsWith(expected.replace("103", "200"))
                .endsWith("\r\n\r\nold");
    }

    private String curl(String protocol) throws IOException {
        Process curl = new ProcessBuilder(
                        "curl",
                        "--silent",
                        "--include",
                        protocol,
                        "--header",
                        "Sec-Fetch-Mode: navigate",
                        "http://127.0.0.1:" + STAGE.gateway().port() + path)
                .start();
        return new String(curl.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
}

package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.UniquePath;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** RFC 8297: browsers that speak HTTP/2 get the gateway's own hints; interim responses of origins reach no stream. */
class EarlyHintsStreamTest {

    private static final TestClock CLOCK = new TestClock();

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.clock(CLOCK)
            .property("server.http2.enabled", true)
            .property("larder.hit-path", "auto")
            .property("larder.rules.hints.paths", "/**")
            .property("larder.rules.hints.early-hints", true));

    @Test
    void sendsStoredLinksAsEarlyHintsBeforeRevalidation() {
        String path = UniquePath.next();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("page", "Cache-Control", "max-age=60", "Link", "</style.css>; rel=preload")
                                .interim(103, "Link", "</own.css>; rel=preload"));
        String[] navigation = Stream.concat(
                        Stream.of(RawHttp2.asked("GET", path)), Stream.of("sec-fetch-mode", "navigate"))
                .toArray(String[]::new);
        try (RawHttp2 browser = RawHttp2.connect(STAGE.gateway().port())) {
            assertThat(browser.request(1, navigation).status()).isEqualTo(200);
            assertThat(browser.request(3, navigation).status()).isEqualTo(200);
            CLOCK.advance(Duration.ofSeconds(61));
            assertThat(browser.request(5, navigation).status()).isEqualTo(103);
            assertThat(browser.status()).isEqualTo(200);
            assertThat(browser.request(7, navigation).status()).isEqualTo(200);
        }
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }
}

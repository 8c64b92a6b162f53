package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.TransferEnd;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9111 4.2.4: an origin that answers, though with what is no response, is not disconnected, and is told of as such. */
class MalformedResponseReportTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final String LARGE =
            "HTTP/1.1 200 OK\r\nX-Large: " + "a".repeat(100_000) + "\r\nContent-Length: 3\r\n\r\nnew";
    private static final String UNREADABLE = "HTTP/1.1 200 OK\r\nContent-Length: three\r\n\r\nnew";
    private static final int PATIENCE_SECONDS = 10;

    private final int mark = GatewayFixture.inJvmLog().mark();
    private final TestClock clock = new TestClock();

    @ParameterizedTest
    @ValueSource(strings = {"native", "gateway"})
    void reportsMalformedResponseAndServesStaleOnlyIfPermitted(String forward) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .clock(clock)
                        .property("larder.forward", forward)
                        .property(ROUTE + "id", "malformed")
                        .property(ROUTE + "uri", origin.uri())
                        .property(ROUTE + "predicates[0]", "Path=/**")
                        .property(ROUTE + "filters[0]", "Cache")
                        .start()) {
            for (String malformed : new String[] {LARGE, UNREADABLE}) {
                String plain = "/plain" + malformed.length();
                String tolerant = "/tolerant" + malformed.length();
                store(origin, gateway, plain, "max-age=10");
                store(origin, gateway, tolerant, "max-age=10, stale-if-error=600");
                clock.advance(Duration.ofSeconds(60));
                gateway.expect(502);
                String written = "/written" + malformed.length() + "/it";
                for (String path : new String[] {plain, tolerant, "/new", written}) {
                    origin.on(path, ResponseScript.raw(malformed).thenEnd(TransferEnd.FIN));
                }
                assertMalformed(gateway.get("/new"));
                assertMalformed(gateway.head("/new"));
                assertMalformed(gateway.ask("PUT", written));
                assertMalformed(gateway.get(plain));
                assertThat(gateway.get(tolerant).content()).isEqualTo("old");
            }
            assertThat(gateway.log()
                            .await(
                                    mark,
                                    line -> line.contains(origin.uri() + " sends responses that cannot be read")
                                            && line.contains("httpclient.max-header-size"),
                                    PATIENCE_SECONDS))
                    .isNotNull();
            assertThat(gateway.log().since(mark)).noneMatch(line -> line.contains(origin.uri() + " does not answer"));
        }
    }

    private static void assertMalformed(ReceivedResponse response) {
        assertThat(response.status()).isEqualTo(502);
        assertThat(response.cacheStatus()).contains("detail=origin-malformed");
        if (!response.content().isEmpty()) {
            assertThat(response.content()).contains("cannot be read").doesNotContain("cannot be reached");
        }
    }

    private static void store(ScriptedOrigin origin, GatewayFixture gateway, String path, String cacheControl) {
        origin.on(path, ResponseScript.ok("old", "Cache-Control", cacheControl));
        assertThat(gateway.get(path).content()).isEqualTo("old");
    }
}

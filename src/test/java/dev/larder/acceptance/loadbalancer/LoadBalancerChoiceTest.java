package dev.larder.acceptance.loadbalancer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An instance is chosen once for each request to a service that is forwarded at its connection, and never without an end. */
@Tag("load-balancer")
class LoadBalancerChoiceTest {

    private static final int REQUESTS = 100;
    private static final String TIMEOUT = "spring.cloud.gateway.server.webflux.httpclient.response-timeout";

    @Test
    void forwardedRequestChoosesInstanceOnce() {
        try (var gateway = new BalancedGateway("native");
                RawClient client = gateway.connect()) {
            for (int i = 0; i < REQUESTS; i++) {
                client.request("GET", "/cached/service/" + i);
                assertThat(client.read().status()).isEqualTo(200);
            }
            assertThat(gateway.recorder().choices()).isEqualTo(REQUESTS);
            assertThat(gateway.forwarded(client)).isEqualTo(REQUESTS);
        }
    }

    @Test
    void collapsedRequestsChooseInstanceOnce() {
        var gate = new OriginLatch();
        try (var gateway = new BalancedGateway("native")) {
            for (ScriptedOrigin origin : List.of(gateway.one(), gateway.two())) {
                origin.on(
                        "/a",
                        ResponseScript.ok("content", "Cache-Control", "max-age=60")
                                .before(gate));
            }
            ConcurrentClients<String> clients = ConcurrentClients.start(20, i -> gateway.get("/cached/elsewhere/a"));
            gate.awaitArrival();
            gate.release();
            assertThat(clients.results()).allMatch(text -> text.contains("content"));
            assertThat(gateway.recorder().choices()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/cached/never/a", "/plain/never/a"})
    void responseTimeoutEndsInstanceChoice(String target) {
        try (var gateway = new BalancedGateway("native", TIMEOUT, "2s");
                RawClient client = gateway.connect()) {
            assertThat(client.request("GET", target).read().status()).isEqualTo(504);
            gateway.recorder().cancelled().awaitArrival();
            assertThat(client.request("GET", "/direct/a").read().status()).isEqualTo(200);
            assertThat(gateway.recorder().choices()).isEqualTo(1);
            gateway.fixture().expect(504).disregardLog();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/cached/never/a", "/plain/never/a"})
    void clientDisconnectCancelsInstanceChoice(String target) {
        try (var gateway = new BalancedGateway("native")) {
            try (RawClient client = gateway.connect()) {
                client.request("GET", target);
                gateway.recorder().hanging().awaitArrival();
            }
            gateway.recorder().cancelled().awaitArrival();
            assertThat(gateway.recorder().choices()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/cached/nobody/a", "/plain/nobody/a"})
    void serviceWithoutInstancesIsNotFoundIfConfigured(String target) {
        String[] setting = {"spring.cloud.gateway.server.webflux.loadbalancer.use404", "true"};
        try (var usual = new BalancedGateway("gateway", setting);
                var early = new BalancedGateway("native", setting)) {
            assertThat(early.get(target)).isEqualTo(usual.get(target)).startsWith("404");
            assertThat(early.recorder().events())
                    .isEqualTo(usual.recorder().events())
                    .isNotEmpty();
        }
    }
}

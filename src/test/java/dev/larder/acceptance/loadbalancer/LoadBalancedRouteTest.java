package dev.larder.acceptance.loadbalancer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ResponseScript;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A request to a service is answered alike wherever it is forwarded, by an instance that is chosen alike, and the load balancer
 * is told the same.
 */
@Tag("load-balancer")
class LoadBalancedRouteTest {

    private static final int REQUESTS = 4;

    private final BalancedGateway usual = new BalancedGateway("gateway");
    private final BalancedGateway early = new BalancedGateway("native");
    private final List<BalancedGateway> both = List.of(usual, early);

    @AfterEach
    void close() {
        both.forEach(BalancedGateway::close);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/cached/service",
                "/plain/service",
                "/cached/prefixed",
                "/plain/prefixed",
                "/cached/elsewhere",
                "/plain/elsewhere",
                "/cached/sticky",
                "/plain/sticky"
            })
    void distributesRequestsEvenlyOverInstances(String route) {
        List<List<String>> answers = new ArrayList<>();
        for (BalancedGateway gateway : both) {
            List<String> answered = new ArrayList<>();
            try (RawClient client = gateway.connect()) {
                for (int i = 0; i < REQUESTS; i++) {
                    String target = route + "/a%20b/" + i + "?c=d%2Fe";
                    answered.add(BalancedGateway.text(
                            client.request("GET", target, "Cookie", "x=y").read()));
                }
                answered.add(BalancedGateway.text(client.send(post(route)).read()));
                answered.add(BalancedGateway.text(client.send(chunked(route)).read()));
                answered.add(BalancedGateway.text(
                        client.request("DELETE", route + "/d").read("DELETE")));
                answered.add(BalancedGateway.text(
                        client.request("HEAD", route + "/e").read("HEAD")));
                assertThat(gateway.forwarded(client)).isEqualTo(gateway == early ? REQUESTS + 4 : 0);
            }
            answers.add(answered);
            assertThat(gateway.one().received()).hasSameSizeAs(gateway.two().received());
            assertThat(gateway.recorder().choices()).isEqualTo(REQUESTS + 4);
        }
        assertThat(answers.get(1)).isEqualTo(answers.get(0));
        assertThat(early.asked()).isEqualTo(usual.asked());
        assertSameEvents();
    }

    private static String post(String route) {
        return "POST " + route + "/b HTTP/1.1\r\nHost: larder.test\r\nContent-Length: 3\r\n\r\nnew";
    }

    private static String chunked(String route) {
        return "PUT " + route + "/c HTTP/1.1\r\nHost: larder.test\r\nTransfer-Encoding: chunked\r\n\r\n"
                + RawClient.chunk("new") + RawClient.chunk("er") + "0\r\n\r\n";
    }

    private void assertSameEvents() {
        assertThat(sorted(early)).isEqualTo(sorted(usual)).isNotEmpty();
    }

    /** What is told of instances depends on whose turn it was first. */
    private static List<String> sorted(BalancedGateway gateway) {
        return gateway.recorder().events().stream()
                .map(event -> event.replaceAll(" (one|two) \\{", " instance {"))
                .sorted()
                .toList();
    }

    @Test
    void forwardsUnbalancedRouteAtConnection() {
        try (RawClient client = early.connect()) {
            assertThat(BalancedGateway.text(client.request("GET", "/direct/a").read()))
                    .isEqualTo(usual.get("/direct/a"))
                    .startsWith("200");
            assertThat(early.forwarded(client)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/cached/sticky", "/plain/sticky"})
    void stickySessionCookieChoosesInstance(String route) {
        for (BalancedGateway gateway : both) {
            for (int i = 0; i < REQUESTS; i++) {
                gateway.get(route + "/" + i, "Cookie", "other=1; sc-lb-instance-id=two");
            }
            assertThat(gateway.two().received()).hasSize(REQUESTS);
        }
        assertThat(early.asked())
                .isEqualTo(usual.asked())
                .allMatch(request -> request.contains("cookie: sc-lb-instance-id=*"));
        assertSameEvents();
    }

    @Test
    void servesHitWhicheverInstanceHasResponded() {
        for (BalancedGateway gateway : both) {
            gateway.one().on("/a", ResponseScript.ok("content", "Cache-Control", "max-age=60"));
            gateway.two().on("/a", ResponseScript.ok("content", "Cache-Control", "max-age=60"));
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(gateway.get("/cached/service/a")).contains("content");
            }
            assertThat(gateway.one().count("/a") + gateway.two().count("/a")).isEqualTo(1);
            assertThat(gateway.recorder().choices()).isEqualTo(1);
        }
        assertSameEvents();
    }

    @Test
    void revalidatesResponseWithAnotherInstance() {
        for (BalancedGateway gateway : both) {
            List.of(gateway.one(), gateway.two())
                    .forEach(origin -> origin.on(
                            "/a",
                            request -> request.fields().get("If-None-Match").equals("\"1\"")
                                    ? ResponseScript.status(304, "ETag", "\"1\"")
                                    : ResponseScript.ok("content", "Cache-Control", "max-age=0", "ETag", "\"1\"")));
            for (int i = 0; i < 2; i++) {
                assertThat(gateway.get("/cached/service/a")).contains("content");
            }
            assertThat(gateway.one().count("/a")).isEqualTo(1);
        }
        assertThat(early.asked()).isEqualTo(usual.asked());
        assertSameEvents();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/cached/nobody", "/plain/nobody"})
    void aServiceWithoutInstancesIsUnavailable(String route) {
        assertSameFailure(route, 503);
    }

    /** All of these are told of twice: they are discarded, and fail. */
    private void assertSameFailure(String route, int status) {
        List<List<String>> answers = new ArrayList<>();
        for (BalancedGateway gateway : both) {
            try (RawClient client = gateway.connect()) {
                List<String> answered = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    answered.add(BalancedGateway.text(
                            client.request("GET", route + "/a").read()));
                    answered.add(BalancedGateway.text(client.send(post(route)).read()));
                }
                assertThat(answered).allMatch(text -> text.startsWith(Integer.toString(status)));
                answered.add(
                        BalancedGateway.text(client.request("GET", "/direct/a").read()));
                answers.add(answered);
            }
        }
        disregard(status);
        assertThat(answers.get(1)).isEqualTo(answers.get(0));
        assertSameEvents();
        assertThat(early.recorder().choices()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/cached/half", "/plain/half"})
    void unreachableInstanceCausesBadGatewayForItsShareOfRequests(String route) {
        List<List<String>> answers = new ArrayList<>();
        for (BalancedGateway gateway : both) {
            List<String> answered = new ArrayList<>();
            try (RawClient client = gateway.connect()) {
                for (int i = 0; i < REQUESTS; i++) {
                    answered.add(BalancedGateway.text(
                            client.request("GET", route + "/a").read()));
                }
            }
            answered.sort(null);
            assertThat(answered).filteredOn(text -> text.startsWith("502")).hasSize(REQUESTS / 2);
            assertThat(gateway.one().received()).hasSize(REQUESTS / 2);
            answers.add(answered);
        }
        disregard(502);
        assertThat(answers.get(1)).isEqualTo(answers.get(0));
        assertSameEvents();
    }

    /** Both share a log. */
    private void disregard(int status) {
        both.forEach(gateway -> gateway.fixture().expect(status).disregardLog());
    }
}

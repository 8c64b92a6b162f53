package dev.larder.acceptance.hitpath;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawField;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.gateway.connection.HitPath;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A route without a cache answers and counts alike, wherever its requests are forwarded. */
class UncachedRouteTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final String SERVER = "http.server.requests";
    private static final String GATEWAY = "spring.cloud.gateway.requests";
    private static final String ORIGIN = "http.client.requests";

    /** Status of the request that follows. */
    private static final int NEXT = 404;

    private final ScriptedOrigin origin = ScriptedOrigin.start();
    private final GatewayFixture usual = gateway("gateway");
    private final GatewayFixture early = gateway("native");

    private GatewayFixture gateway(String forward) {
        return GatewayFixture.inJvm()
                .property("larder.hit-path", "auto")
                .property("larder.forward", forward)
                .property("management.server.port", "")
                .property("management.endpoints.web.exposure.include", "larder")
                .property(ROUTE + "id", "plain")
                .property(ROUTE + "uri", origin.uri())
                .property(ROUTE + "predicates[0]", "Path=/**")
                .property(ROUTE + "metadata.response-timeout", "2000")
                .start();
    }

    @AfterEach
    void close() {
        early.close();
        usual.close();
        origin.close();
    }

    @Test
    void recordsSameTimersForForwardedRequests() {
        origin.on("/ok", ResponseScript.ok("content"));
        origin.on("/gone", ResponseScript.status(410));
        for (GatewayFixture gateway : List.of(usual, early)) {
            try (RawClient client = gateway.connect()) {
                assertThat(client.request("GET", "/ok").read().field("Cache-Status"))
                        .isEmpty();
                client.send("POST /ok HTTP/1.1\r\nHost: larder.test\r\nContent-Length: 3\r\n\r\nnew")
                        .read();
                client.request("HEAD", "/ok").read("HEAD");
                client.request("GET", "/gone").read();
                next(client);
            }
        }
        assertThat(forwarded()).isGreaterThanOrEqualTo(4);
        assertSameTimers(SERVER, GATEWAY, ORIGIN);
    }

    /** When the next request of a connection is answered, all others have been counted. */
    private String next(RawClient client) {
        origin.on("/next", ResponseScript.status(NEXT));
        return text(client.request("GET", "/next").read());
    }

    /** Paths below those of endpoints are the operators' too, although no handler takes them. */
    @Test
    void protectsOperatorPaths() {
        origin.otherwise(request -> ResponseScript.ok("the origin's"));
        for (String path : List.of("/actuator/larder", "/actuator/larder/no/such/thing", "/actuator/none")) {
            String expected = text(usual.get(path, "Host", "elsewhere.test"));
            assertThat(text(early.get(path, "Host", "elsewhere.test"))).as(path).isEqualTo(expected);
        }
    }

    @Test
    void applicationHandlesErrorOfUnreachableOrigin() {
        origin.down();
        assertSameFailure(502);
        assertSameTimers(SERVER, GATEWAY, ORIGIN);
    }

    @Test
    void applicationHandlesErrorOfSlowOrigin() {
        origin.on("/x", ResponseScript.ok("late").latency(Duration.ofSeconds(5)));
        assertSameFailure(504);
        assertSameTimers(SERVER, GATEWAY, ORIGIN);
    }

    @Test
    void applicationHandlesErrorOfDisconnectingOrigin() {
        origin.on("/x", ResponseScript.hangUp(TransferEnd.FIN));
        assertSameFailure(502);
    }

    /** Gateway gives the application an error of its own making for it. */
    @Test
    void recordsTruncatedResponsesInTimers() {
        origin.on("/x", ResponseScript.ok("only the beginning").length(100).cutAt(80, TransferEnd.FIN));
        for (GatewayFixture gateway : List.of(usual, early)) {
            try (RawClient client = gateway.connect()) {
                assertThat(client.request("GET", "/x").read().whole()).isFalse();
            }
            gateway.disregardLog();
        }
        assertSameTimers(GATEWAY, ORIGIN);
        assertThat(timers(early, Set.of(SERVER))).singleElement().asString().contains("status=200", "IOException");
    }

    /** The request after it is answered as if nothing had happened. */
    private void assertSameFailure(int status) {
        List<RawClient> clients = List.of(usual.connect(), early.connect());
        List<String> failures = new ArrayList<>();
        List<Integer> asked = new ArrayList<>();
        for (RawClient client : clients) {
            client.send("POST /x HTTP/1.1\r\nHost: larder.test\r\nContent-Length: 3\r\n\r\nnew");
            ReceivedResponse failed = client.read();
            assertThat(failed.status()).isEqualTo(status);
            failures.add(text(failed));
            asked.add(origin.count("/x"));
        }
        assertThat(failures.get(1)).isEqualTo(failures.get(0));
        assertThat(asked.get(1)).as("requests of both").isEqualTo(2 * asked.get(0));
        assertThat(forwarded()).as("without those that fail").isZero();
        if (asked.get(0) == 0) {
            origin.up();
        }
        assertThat(next(clients.get(1))).isEqualTo(next(clients.get(0)));
        clients.forEach(RawClient::close);
        List.of(usual, early).forEach(gateway -> gateway.expect(status).disregardLog());
    }

    /** A page of the application names a time and a request, whose numbers may differ in length. */
    private static String text(ReceivedResponse response) {
        List<String> lines = new ArrayList<>();
        for (RawField field : response.fields()) {
            if (response.status() < 500 || !field.name().equalsIgnoreCase("Content-Length")) {
                lines.add(field.name() + ": " + field.value());
            }
        }
        lines.sort(null);
        String content = response.content().replaceAll("\"(timestamp|requestId)\":\"[^\"]*\"", "");
        return response.status() + " " + lines + " " + response.end() + "\n" + content;
    }

    private long forwarded() {
        return early.context().getBean(HitPath.class).report().forwarded();
    }

    private void assertSameTimers(String... names) {
        assertThat(timers(early, Set.of(names))).isNotEmpty().isEqualTo(timers(usual, Set.of(names)));
    }

    private static Set<String> timers(GatewayFixture gateway, Set<String> names) {
        Set<String> timers = new TreeSet<>();
        gateway.context().getBean(MeterRegistry.class).forEachMeter(meter -> {
            boolean next = meter.getId().getTags().stream()
                    .anyMatch(tag -> tag.getValue().equals(Integer.toString(NEXT)));
            if (meter instanceof Timer timer && names.contains(meter.getId().getName()) && !next) {
                timers.add(meter.getId().getName() + " " + meter.getId().getTags() + " " + timer.count());
            }
        });
        return timers;
    }
}

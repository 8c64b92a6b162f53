package dev.larder.acceptance.loadbalancer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An instance that names resources by its own address in the answer to a write names those of its service (RFC 9111 4.4). */
@Tag("load-balancer")
class InstanceLocationTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[";
    private static BalancedGateway usual;
    private static BalancedGateway early;

    private final String list = "/lists" + UniquePath.next();
    private final String order = "/orders" + UniquePath.next();
    private final AtomicInteger version = new AtomicInteger(1);

    @BeforeAll
    static void start() {
        usual = gateway("gateway");
        early = gateway("native");
    }

    @AfterAll
    static void stop() {
        usual.close();
        early.close();
    }

    private static BalancedGateway gateway(String forward) {
        return new BalancedGateway(
                forward,
                ROUTE + "15].id",
                "invalidating",
                ROUTE + "15].uri",
                "lb://service",
                ROUTE + "15].predicates[0]",
                "Path=/invalidating/**",
                ROUTE + "15].filters",
                "StripPrefix=1,WriteInvalidation",
                ROUTE + "16].id",
                "tagging",
                ROUTE + "16].uri",
                "lb://service",
                ROUTE + "16].predicates[0]",
                "Path=/tagging/**",
                ROUTE + "16].filters",
                "StripPrefix=1,EntityTags");
    }

    @ParameterizedTest
    @CsvSource({
        "gateway, /cached/service, Location",
        "gateway, /cached/service, Content-Location",
        "gateway, /cached/prefixed, Location",
        "gateway, /invalidating, Location",
        "gateway, /tagging, Location",
        "native, /cached/service, Location",
        "native, /cached/service, Content-Location",
        "native, /cached/prefixed, Location",
        "native, /invalidating, Location",
        "native, /tagging, Location",
    })
    void writeInvalidatesResourceNamedByInstanceAddress(String forward, String route, String field) {
        boolean cached = route.startsWith("/cached");
        BalancedGateway gateway = forward.equals("native") ? early : usual;
        for (ScriptedOrigin instance : List.of(gateway.one(), gateway.two())) {
            ScriptedOrigin other = instance == gateway.one() ? gateway.two() : gateway.one();
            instance.on(list, request -> current());
            instance.on(order + "/named", request -> performed(field, instance.uri() + list));
            instance.on(order + "/other", request -> performed(field, other.uri() + list));
        }
        stored(gateway);
        long before = write(gateway, route + order + "/other");
        assertThat(read(gateway).content())
                .as("what another origin is named for")
                .isEqualTo("v1");
        long forwarded = write(gateway, route + order + "/named");
        assertThat(read(gateway).content()).isEqualTo("v3");
        assertThat(forwarded > before).as("forwarded at its connection").isEqualTo(forward.equals("native") && cached);
    }

    private void stored(BalancedGateway gateway) {
        assertThat(read(gateway).content()).isEqualTo("v1");
        assertThat(read(gateway).hit()).isTrue();
    }

    private ReceivedResponse read(BalancedGateway gateway) {
        return gateway.fixture().get("/cached/service" + list);
    }

    /** Returns how many requests have been forwarded at their connection. */
    private static long write(BalancedGateway gateway, String target) {
        try (RawClient client = gateway.connect()) {
            assertThat(client.send("PUT " + target + " HTTP/1.1\r\nHost: larder.test\r\nContent-Length: 3\r\n\r\nnew")
                            .read()
                            .status())
                    .isEqualTo(200);
            return gateway.forwarded(client);
        }
    }

    private ResponseScript current() {
        return ResponseScript.ok("v" + version.get(), "Cache-Control", "max-age=1000");
    }

    private ResponseScript performed(String... fields) {
        version.incrementAndGet();
        return ResponseScript.ok("", fields);
    }
}

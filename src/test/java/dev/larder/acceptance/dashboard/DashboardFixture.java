package dev.larder.acceptance.dashboard;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.dashboard.DashboardService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;

/** A gateway with several routes and the page, an origin with a bit of everything, and clients of both. */
final class DashboardFixture implements AutoCloseable {

    static final String HOST = "shop.test";

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[%d].%s";
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final int ITEMS = 40;
    private static final int SEED = 11;

    final ScriptedOrigin origin = ScriptedOrigin.start();
    final TestClock clock = new TestClock();
    final GatewayFixture gateway;
    private final Random random = new Random(SEED);

    private DashboardFixture(Path writes) {
        GatewayFixture.Builder builder = OperatorClient.admitted(GatewayFixture.inJvm())
                .clock(clock)
                .property("management.endpoints.web.exposure.include", "prometheus,larder,larderdryrun")
                .property("larder.dashboard.enabled", true)
                .property("larder.actuate.write-enabled", true)
                .property("larder.audit.sample-rate", 0.5)
                .property("larder.writes.path", writes)
                .property("larder.rules.trial.paths", "/trial/**")
                .property("larder.rules.trial.dry-run", true)
                .property("larder.rules.notes.paths", "/notes/**")
                .property("larder.rules.notes.buffer.bulk", "/bulk/notes")
                .property("larder.rules.notes.buffer.flush-interval", "1h");
        route(builder, 0, "catalogue", "/products/**");
        route(builder, 1, "people", "/users/**,/notes/**");
        route(builder, 2, "trials", "/trial/**");
        gateway = builder.start();
        origin.otherwise(request -> request.path().startsWith("/trial")
                ? ResponseScript.ok("page of " + request.fields().get("Cookie"), "Cache-Control", "max-age=60")
                : content(request.path()));
    }

    static DashboardFixture open(Path writes) {
        return new DashboardFixture(writes);
    }

    private void route(GatewayFixture.Builder builder, int number, String id, String paths) {
        builder.property(ROUTE.formatted(number, "id"), id)
                .property(ROUTE.formatted(number, "uri"), origin.uri())
                .property(ROUTE.formatted(number, "predicates[0]"), "Path=" + paths)
                .property(ROUTE.formatted(number, "filters[0]"), "Cache");
    }

    int management() {
        return OperatorClient.of(gateway).port();
    }

    DashboardService dashboard() {
        return gateway.context().getBean(DashboardService.class);
    }

    ReceivedResponse get(String target) {
        return gateway.get(target, "Host", HOST);
    }

    ReceivedResponse post(String target, String content) {
        return gateway.send("POST", target, content, "Host", HOST, "Content-Type", "application/json");
    }

    /** So many intervals of the time line, with visitors in each. */
    void visitors(int intervals) {
        for (int i = 0; i < intervals; i++) {
            for (int visit = 0; visit < 12; visit++) {
                get("/products/" + Math.min(random.nextInt(ITEMS), random.nextInt(ITEMS)));
            }
            get("/users/" + random.nextInt(8));
            if (i % 9 == 3) {
                post("/users/" + random.nextInt(8), "{}");
                get("/users/me");
            }
            if (i % 23 == 11) {
                post("/products/1/reviews", "{}");
            }
            clock.advance(INTERVAL);
            dashboard().tick();
        }
        post("/notes", "{\"text\":\"later\"}");
    }

    /** Some users of what is only watched, each of whom gets a page of their own. */
    void trial() {
        for (int i = 0; i < 60; i++) {
            gateway.get("/trial/page", "Host", HOST, "Cookie", "session=" + random.nextInt(3));
        }
    }

    private static ResponseScript content(String path) {
        if (path.equals("/users/me")) {
            return ResponseScript.ok("me", "Cache-Control", "private");
        }
        return ResponseScript.ok("x".repeat(200 + Math.floorMod(path.hashCode(), 3000)), "Cache-Control", "max-age=60");
    }

    @Override
    public void close() {
        try (origin) {
            gateway.close();
        }
    }
}

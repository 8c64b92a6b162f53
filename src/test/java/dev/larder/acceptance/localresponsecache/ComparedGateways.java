package dev.larder.acceptance.localresponsecache;

import dev.larder.acceptance.kit.ApiKeyFilter;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One origin and two gateways before it: a plain Spring Cloud Gateway, in which nothing of Larder runs, and a Larder. All
 * classes of this package share them; after each test both must still answer, and must have logged no error.
 */
final class ComparedGateways implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback {

    /** Where the route's filter {@code ApiKey} stands before the cache's. */
    static final String KEY_FIRST = "/key-first";

    /** Where it stands behind it. */
    static final String CACHE_FIRST = "/cache-first";

    private static final String ALIVE = "/alive";
    private static final String WEBFLUX = "spring.cloud.gateway.server.webflux.";
    private static final String LARDER = "dev.larder.gateway.autoconfigure.Larder";

    private Setting current = new Setting(null, null, null);

    /** The origin of both. */
    ScriptedOrigin origin() {
        return current.origin();
    }

    /** The gateway of that side. */
    GatewayFixture gateway(ComparedFilter side) {
        return side == ComparedFilter.BUILT_IN ? current.builtIn() : current.larder();
    }

    /** Waits until the gateway has read what was sent: connections go round its event loops, and each loop in turn. */
    void awaitReading(ComparedFilter side) {
        for (int i = 0; i < 2 * Math.max(4, Runtime.getRuntime().availableProcessors()); i++) {
            gateway(side).get(ALIVE);
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        current = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(ComparedGateways.class))
                .computeIfAbsent(Setting.class, key -> Setting.start(), Setting.class);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        List.of(ComparedFilter.values()).forEach(side -> gateway(side).disregardLog());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        for (ComparedFilter side : ComparedFilter.values()) {
            ReceivedResponse alive = gateway(side).get(ALIVE);
            if (alive.status() != 200 || !alive.content().equals("alive")) {
                throw new AssertionError(side + " answered the next request on a fresh connection with " + alive);
            }
            gateway(side).check();
        }
    }

    private record Setting(ScriptedOrigin origin, GatewayFixture builtIn, GatewayFixture larder)
            implements AutoCloseable {

        static Setting start() {
            ScriptedOrigin origin = ScriptedOrigin.start();
            origin.on(ALIVE, ResponseScript.ok("alive", "Cache-Control", "no-store"));
            GatewayFixture builtIn = routed(ComparedFilter.BUILT_IN, origin)
                    .property(
                            "spring.autoconfigure.exclude",
                            LARDER + "AutoConfiguration," + LARDER + "ActuateAutoConfiguration")
                    .property(WEBFLUX + "filter.local-response-cache.enabled", true)
                    .property(WEBFLUX + "global-filter.local-response-cache.enabled", false)
                    .start();
            return new Setting(
                    origin, builtIn, routed(ComparedFilter.LARDER, origin).start());
        }

        private static GatewayFixture.Builder routed(ComparedFilter side, ScriptedOrigin origin) {
            GatewayFixture.Builder builder = GatewayFixture.inJvm().with(ApiKeyFilter.class);
            route(builder, origin, 0, KEY_FIRST + "/**", "ApiKey", side.filter());
            route(builder, origin, 1, CACHE_FIRST + "/**", side.filter(), "ApiKey");
            return route(builder, origin, 2, "/**", side.filter());
        }

        private static GatewayFixture.Builder route(
                GatewayFixture.Builder builder, ScriptedOrigin origin, int number, String pattern, String... filters) {
            String route = WEBFLUX + "routes[" + number + "].";
            for (int i = 0; i < filters.length; i++) {
                builder.property(route + "filters[" + i + "]", filters[i]);
            }
            return builder.property(route + "id", "twin-" + number)
                    .property(route + "uri", origin.uri())
                    .property(route + "predicates[0]", "Path=" + pattern);
        }

        @Override
        public void close() {
            try (origin) {
                List.of(builtIn, larder).forEach(gateway -> {
                    gateway.disregardLog();
                    gateway.close();
                });
            }
        }
    }
}

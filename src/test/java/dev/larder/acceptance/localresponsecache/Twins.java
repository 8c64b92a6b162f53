package dev.larder.acceptance.localresponsecache;

import dev.larder.acceptance.kit.ApiKeyFilter;
import dev.larder.acceptance.kit.Gateway;
import dev.larder.acceptance.kit.Response;
import dev.larder.acceptance.kit.Script;
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
final class Twins implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback {

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
    Gateway gateway(Side side) {
        return side == Side.BUILT_IN ? current.builtIn() : current.larder();
    }

    /** Waits until the gateway has read what was sent: connections go round its event loops, and each loop in turn. */
    void awaitReading(Side side) {
        for (int i = 0; i < 2 * Math.max(4, Runtime.getRuntime().availableProcessors()); i++) {
            gateway(side).get(ALIVE);
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        current = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(Twins.class))
                .computeIfAbsent(Setting.class, key -> Setting.start(), Setting.class);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        List.of(Side.values()).forEach(side -> gateway(side).disregardLog());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        for (Side side : Side.values()) {
            Response alive = gateway(side).get(ALIVE);
            if (alive.status() != 200 || !alive.content().equals("alive")) {
                throw new AssertionError(side + " answered the next request on a fresh connection with " + alive);
            }
            gateway(side).check();
        }
    }

    private record Setting(ScriptedOrigin origin, Gateway builtIn, Gateway larder) implements AutoCloseable {

        static Setting start() {
            ScriptedOrigin origin = ScriptedOrigin.start();
            origin.on(ALIVE, Script.ok("alive", "Cache-Control", "no-store"));
            Gateway builtIn = routed(Side.BUILT_IN, origin)
                    .property(
                            "spring.autoconfigure.exclude",
                            LARDER + "AutoConfiguration," + LARDER + "ActuateAutoConfiguration")
                    .property(WEBFLUX + "filter.local-response-cache.enabled", true)
                    .property(WEBFLUX + "global-filter.local-response-cache.enabled", false)
                    .start();
            return new Setting(origin, builtIn, routed(Side.LARDER, origin).start());
        }

        private static Gateway.Builder routed(Side side, ScriptedOrigin origin) {
            Gateway.Builder builder = Gateway.inJvm().with(ApiKeyFilter.class);
            route(builder, origin, 0, KEY_FIRST + "/**", "ApiKey", side.filter());
            route(builder, origin, 1, CACHE_FIRST + "/**", side.filter(), "ApiKey");
            return route(builder, origin, 2, "/**", side.filter());
        }

        private static Gateway.Builder route(
                Gateway.Builder builder, ScriptedOrigin origin, int number, String pattern, String... filters) {
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

package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code Cache} for all routes, and again for one of them: the route's own counts. */
class DefaultFiltersTest {

    private static final String GATEWAY = "spring.cloud.gateway.server.webflux.";

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.property(GATEWAY + "default-filters[0]", "Cache=10s")
                    .property("larder.rules.own.ttl", "20s")
                    .property(GATEWAY + "routes[0].id", "own")
                    .property(GATEWAY + "routes[0].uri", "${larder.origin}")
                    .property(GATEWAY + "routes[0].predicates[0]", "Path=/own/**")
                    .property(GATEWAY + "routes[0].filters[0]", "Cache=own")
                    .property(GATEWAY + "routes[1].id", "plain")
                    .property(GATEWAY + "routes[1].uri", "${larder.origin}")
                    .property(GATEWAY + "routes[1].predicates[0]", "Path=/plain/**"));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @CsvSource({"/own, 20", "/plain, 10"})
    void cacheFilterOfRouteOverridesDefaultFilter(String prefix, int ttl) {
        STAGE.origin().on(prefix + path, ResponseScript.ok("a"));
        STAGE.get(prefix + path);
        assertThat(STAGE.get(prefix + path).cacheStatus()).matches("Larder; hit; ttl=(" + ttl + "|" + (ttl - 1) + ")");
    }
}

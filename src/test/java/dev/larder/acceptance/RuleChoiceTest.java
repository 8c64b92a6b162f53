package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Which rule counts, as docs/rules.md has it: filter, metadata, route, path, none. Each rule has a lifetime of its own. */
class RuleChoiceTest {

    private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes[";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.clock(new TestClock())
            .with(JavaRoutes.class)
            .property("larder.rules.filter.ttl", "10s")
            .property("larder.rules.metadata.ttl", "20s")
            .property("larder.rules.route.routes", "by-route,by-filter,by-metadata")
            .property("larder.rules.route.ttl", "30s")
            .property("larder.rules.path.paths", "/**")
            .property("larder.rules.path.ttl", "40s")
            .property("larder.rules.java.ttl", "50s")
            .property(ROUTES + "0].id", "by-filter")
            .property(ROUTES + "0].uri", "${larder.origin}")
            .property(ROUTES + "0].predicates[0]", "Path=/by-filter/**")
            .property(ROUTES + "0].filters[0]", "Cache=filter")
            .property(ROUTES + "0].metadata.larder-rule", "metadata")
            .property(ROUTES + "1].id", "by-metadata")
            .property(ROUTES + "1].uri", "${larder.origin}")
            .property(ROUTES + "1].predicates[0]", "Path=/by-metadata/**")
            .property(ROUTES + "1].filters[0]", "Cache")
            .property(ROUTES + "1].metadata.larder-rule", "metadata")
            .property(ROUTES + "2].id", "by-route")
            .property(ROUTES + "2].uri", "${larder.origin}")
            .property(ROUTES + "2].predicates[0]", "Path=/by-route/**")
            .property(ROUTES + "2].filters[0]", "Cache")
            .property(ROUTES + "3].id", "with-ttl")
            .property(ROUTES + "3].uri", "${larder.origin}")
            .property(ROUTES + "3].predicates[0]", "Path=/with-ttl/**")
            .property(ROUTES + "3].filters[0]", "Cache=60s"));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @CsvSource({
        "/by-filter, 10",
        "/by-metadata, 20",
        "/by-route, 30",
        "/by-path, 40",
        "/with-ttl, 60",
        "/java-rule, 50",
        "/java-ttl, 70",
        "/java-plain, 40"
    })
    void mostSpecificRuleApplies(String prefix, int ttl) {
        STAGE.origin().on(prefix + path, ResponseScript.ok("a"));
        STAGE.get(prefix + path);
        assertThat(STAGE.get(prefix + path).cacheStatus()).isEqualTo("Larder; hit; ttl=" + ttl);
    }

    /** Routes as an application builds them in Java. */
    @Configuration(proxyBeanMethods = false)
    static class JavaRoutes {

        @Bean
        RouteLocator javaRoutes(
                RouteLocatorBuilder routes,
                CacheGatewayFilterFactory larder,
                @Value("${larder.origin}") String origin) {
            return routes.routes()
                    .route(
                            "java-rule",
                            route -> route.path("/java-rule/**")
                                    .filters(filters -> filters.filter(larder.cache("java")))
                                    .uri(origin))
                    .route(
                            "java-ttl",
                            route -> route.path("/java-ttl/**")
                                    .filters(filters -> filters.filter(larder.cache(Duration.ofSeconds(70))))
                                    .uri(origin))
                    .route(
                            "java-plain",
                            route -> route.path("/java-plain/**")
                                    .filters(filters -> filters.filter(larder.cache()))
                                    .uri(origin))
                    .build();
        }
    }
}

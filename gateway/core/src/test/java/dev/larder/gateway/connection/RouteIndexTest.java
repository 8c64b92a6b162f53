package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.springframework.boot.webflux.autoconfigure.WebFluxProperties;
import org.springframework.cloud.gateway.handler.AsyncPredicate;
import org.springframework.cloud.gateway.handler.predicate.HostRoutePredicateFactory;
import org.springframework.cloud.gateway.handler.predicate.MethodRoutePredicateFactory;
import org.springframework.cloud.gateway.handler.predicate.PathRoutePredicateFactory;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Mono;

/** The first match among the routes of the index is the first match among all. */
class RouteIndexTest {

    private static final List<String> PATTERNS = List.of(
            "/**",
            "/",
            "/a",
            "/A/**",
            "/a/b",
            "/a/b/**",
            "/a/{x}/c",
            "/{x}/b",
            "/a*",
            "/a/b*",
            "/b/{*rest}",
            "/b/?",
            "a/**",
            "/a%20b/**",
            "/a b/**",
            "/a//b",
            "/c.d/**",
            "/k/**",
            "/a/b/",
            "/{x}",
            "/a/b/c/d/**");
    private static final List<String> HOSTS = List.of(
            "a.test", "A.test", "b.test", "**.test", "{sub}.test", "a.test:8080", "*.a.test", "localhost", "x.a.test");
    private static final List<String> PATHS = List.of(
            "/",
            "/a",
            "/a/",
            "/A/b",
            "/a/b",
            "/a/b/",
            "/a/b;v=1/c",
            "/a/x/c",
            "/%61/b",
            "/a%2fb",
            "/a%20b/c",
            "//a/b",
            "/a//b",
            "/ab",
            "/b/1",
            "/b",
            "/c.d/e",
            "/K/x",
            "/%E2%84%AA/x",
            "/a/b/c/d/e",
            "/a;x/b",
            "/none");
    private static final List<String> NAMES = List.of(
            "a.test", "b.test", "a.test:8080", "a.test:80", "x.a.test", "a..test", "localhost:1", "c.test", "A.test");

    private final long seed = Long.getLong("larder.routes.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final PathRoutePredicateFactory paths = new PathRoutePredicateFactory(new WebFluxProperties());

    @Test
    void findsSameFirstMatchAsFullSearch() {
        System.out.println("larder.routes.seed=" + seed);
        int left = 0;
        for (int i = 0; i < 400; i++) {
            var parser = new PathPatternParser();
            parser.setCaseSensitive(random.nextBoolean());
            paths.setPathPatternParser(parser);
            List<Route> routes = routes(1 + random.nextInt(25));
            var index = new RouteIndex(routes, true);
            for (int request = 0; request < 40; request++) {
                left += assertSameMatch(routes, index, one(PATHS), one(NAMES));
            }
        }
        assertThat(left).as("routes that were not asked").isPositive();
    }

    @Test
    void returnsAllRoutesIfPathsMayHaveBasePath() {
        List<Route> routes = List.of(route(0, path("/a")), route(1, host("a.test")));
        RouteIndex.Candidates found = new RouteIndex(routes, false).find(PathContainer.parsePath("/base/a"), "b.test");
        assertThat(List.of(found.next(), found.next(), found.next())).containsExactly(0, 1, -1);
    }

    @Test
    void returnsOnlyMatchingCandidateOfThousands() {
        List<Route> routes = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            routes.add(route(i, path("/service" + i + "/**")));
        }
        RouteIndex.Candidates found = new RouteIndex(routes, true).find(PathContainer.parsePath("/service4321/x"), "");
        assertThat(List.of(found.next(), found.next())).containsExactly(4_321, -1);
    }

    /** Returns how many routes the index has left out. */
    private int assertSameMatch(List<Route> routes, RouteIndex index, String path, String host) {
        MockServerWebExchange all = exchange(path, host);
        MockServerWebExchange some = exchange(path, host);
        int expected = -1;
        for (int i = 0; i < routes.size() && expected < 0; i++) {
            expected = matches(routes.get(i), all) ? i : -1;
        }
        int asked = 0;
        int found = -1;
        RouteIndex.Candidates candidates =
                index.find(PathContainer.parsePath(some.getRequest().getURI().getRawPath()), host);
        for (int i = candidates.next(); i >= 0 && found < 0; i = candidates.next()) {
            asked++;
            found = matches(routes.get(i), some) ? i : -1;
        }
        assertThat(found).as("seed %s: %s %s of %s", seed, host, path, routes).isEqualTo(expected);
        assertThat(variables(some))
                .as("variables, seed %s: %s %s of %s", seed, host, path, routes)
                .isEqualTo(variables(all));
        return (expected < 0 ? routes.size() : expected + 1) - asked;
    }

    private static MockServerWebExchange exchange(String path, String host) {
        return MockServerWebExchange.from(MockServerHttpRequest.method(
                        HttpMethod.GET, java.net.URI.create("http://" + host.replace("..", ".") + path))
                .header("Host", host));
    }

    private static boolean matches(Route route, ServerWebExchange exchange) {
        return Boolean.TRUE.equals(
                Mono.from(route.getPredicate().apply(exchange)).block());
    }

    private static Map<String, String> variables(ServerWebExchange exchange) {
        return ServerWebExchangeUtils.getUriTemplateVariables(exchange);
    }

    private List<Route> routes(int count) {
        List<Route> routes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            AsyncPredicate<ServerWebExchange> predicate = part();
            for (int more = random.nextInt(3); more > 0; more--) {
                AsyncPredicate<ServerWebExchange> other = part();
                predicate = random.nextInt(5) == 0 ? predicate.or(other) : predicate.and(other);
            }
            routes.add(route(i, random.nextInt(12) == 0 ? predicate.negate() : predicate));
        }
        return routes;
    }

    private AsyncPredicate<ServerWebExchange> part() {
        return switch (random.nextInt(5)) {
            case 0 -> random.nextBoolean() ? host(one(HOSTS)) : host(one(HOSTS), one(HOSTS));
            case 1 ->
                AsyncPredicate.from(
                        new MethodRoutePredicateFactory().apply(config -> config.setMethods(HttpMethod.GET)));
            default -> random.nextBoolean() ? path(one(PATTERNS)) : path(one(PATTERNS), one(PATTERNS));
        };
    }

    private AsyncPredicate<ServerWebExchange> path(String... patterns) {
        Predicate<ServerWebExchange> predicate = paths.apply(config -> config.setPatterns(List.of(patterns)));
        return AsyncPredicate.from(predicate);
    }

    private static AsyncPredicate<ServerWebExchange> host(String... patterns) {
        return AsyncPredicate.from(
                new HostRoutePredicateFactory().apply(config -> config.setPatterns(List.of(patterns))));
    }

    private static Route route(int number, AsyncPredicate<ServerWebExchange> predicate) {
        return Route.async()
                .id("r" + number)
                .uri("http://origin.test")
                .asyncPredicate(predicate)
                .build();
    }

    private String one(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}

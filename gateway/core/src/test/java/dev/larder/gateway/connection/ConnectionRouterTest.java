package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.filter.ExactTargetFilter;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cloud.gateway.filter.RouteToRequestUrlFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Requests that are routed at their connection are forwarded to the same target as by the filters of their route. */
class ConnectionRouterTest {

    private static final RouteMeterFactory METERS =
            new RouteMeterFactory(Optional::empty, Optional::empty, Optional::empty, Optional::empty, List.of());

    @ParameterizedTest
    @CsvSource({
        "http://origin, /",
        "http://origin:8080, /items/5?a=1&b=2",
        "https://origin, /a.b-c_d~e",
        "http://origin/base, /items",
        "http://[::1]:80, /items?",
        "http://origin, /a//b",
        "http://origin, /a%20b?c=%2F",
        "http://origin, /a;b=c?d=e;f",
        "http://origin, /a+b?c=d+e",
        "http://origin, /a:b@c?d=e/f?g",
        "http://user@origin, /items",
        "lb://service, /items/5?a=1&b=2",
        "lb://service, /a//b",
        "lb://service, /a%20b?c=%2F",
        "lb:https://service, /items",
    })
    void targetUrlEqualsThatOfGatewayFilters(String origin, String target) {
        Route route = Route.async()
                .id("route")
                .uri(origin)
                .predicate(exchange -> true)
                .build();
        HeadOnlyWebExchange asked = asked(target);
        ConnectionRouter.Routed routed = Objects.requireNonNull(router(route).route(asked));

        HeadOnlyWebExchange expected = asked(target);
        expected.getAttributes().put(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR, route);
        new RouteToRequestUrlFilter()
                .filter(expected, reached -> new ExactTargetFilter(true).filter(reached, forwarded -> Mono.empty()))
                .block();
        assertThat(url(asked)).hasToString(url(expected).toString()).isEqualTo(url(expected));
        assertThat(routed.exchange()).isSameAs(asked);
    }

    /** Their requests have a protocol or a filter of their own. */
    @ParameterizedTest
    @ValueSource(strings = {"lb:ws://service", "lb:wss://service", "LB://service", "ws://origin", "forward:/local"})
    void leavesOtherSchemesToTheGateway(String origin) {
        Route route = Route.async()
                .id("route")
                .uri(origin)
                .predicate(exchange -> true)
                .build();
        assertThat(router(route).route(asked("/items"))).isNull();
    }

    private static URI url(HeadOnlyWebExchange exchange) {
        return exchange.getRequiredAttribute(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR);
    }

    private static ConnectionRouter router(Route route) {
        IdentityHashMap<Route, HitLevelAssessment> assessments = new IdentityHashMap<>();
        assessments.put(route, HitLevelAssessment.CLEAR);
        return new ConnectionRouter(List.of(route), assessments, new IdentityHashMap<>(), true, METERS);
    }

    private static HeadOnlyWebExchange asked(String target) {
        var received = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, target);
        received.headers().set(HttpHeaderNames.HOST, "client.example");
        return new HeadOnlyWebExchange(new HeadOnlyRequest(
                received,
                URI.create("http://client.example" + target),
                InetSocketAddress.createUnresolved("gateway", 80),
                null,
                Flux.empty()));
    }
}

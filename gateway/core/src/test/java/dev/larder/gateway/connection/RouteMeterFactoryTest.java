package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.cloud.gateway.support.tagsprovider.GatewayRouteTagsProvider;
import org.springframework.cloud.gateway.support.tagsprovider.GatewayTagsProvider;

/** Requests are counted under the tags that the gateway's metrics filter would give them. */
class RouteMeterFactoryTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void keepsTheMetersOfARouteIfTheirTagsDependOnNothingElse() {
        RouteMeterFactory.OfRoute meters =
                factory(new GatewayRouteTagsProvider()).ofRoute();
        RouteMeters first = meters.of(exchange("a"));
        assertThat(meters.of(exchange("a"))).isSameAs(first);
        assertThat(tags(first)).contains("routeId", "route");
    }

    @Test
    void findsTheMetersOfEachRequestIfTagsMayDependOnIt() {
        RouteMeterFactory.OfRoute meters = factory(
                        exchange -> Tags.of("tenant", exchange.getAttributeOrDefault("tenant", "")))
                .ofRoute();
        assertThat(tags(meters.of(exchange("a")))).contains("tenant", "a");
        assertThat(tags(meters.of(exchange("b")))).contains("tenant", "b");
    }

    private static List<String> tags(RouteMeters meters) {
        return meters.ofGateway("GET", 200).stream()
                .flatMap(timer -> timer.getId().getTags().stream())
                .flatMap(tag -> List.of(tag.getKey(), tag.getValue()).stream())
                .toList();
    }

    private RouteMeterFactory factory(GatewayTagsProvider provider) {
        return new RouteMeterFactory(
                () -> Optional.of(registry),
                () -> Optional.of("gateway"),
                Optional::empty,
                Optional::empty,
                List.of(provider));
    }

    private static RoutedExchange exchange(String tenant) {
        RoutedExchange exchange = RoutedExchange.ofResponse();
        exchange.getAttributes().put("tenant", tenant);
        exchange.getAttributes()
                .put(
                        ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR,
                        Route.async()
                                .id("route")
                                .uri("http://origin")
                                .predicate(any -> true)
                                .build());
        return exchange;
    }
}

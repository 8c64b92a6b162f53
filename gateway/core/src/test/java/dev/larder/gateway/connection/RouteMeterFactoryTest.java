package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
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
    void reusesMetersOfRouteIfTagsDependOnlyOnRoute() {
        RouteMeterFactory.OfRoute meters =
                factory(new GatewayRouteTagsProvider()).ofRoute();
        RouteMeters first = meters.of(exchange("a"));
        assertThat(meters.of(exchange("a"))).isSameAs(first);
        assertThat(tags(first)).contains("routeId", "route");
    }

    @Test
    void resolvesMetersPerRequestIfTagsMayDependOnRequest() {
        RouteMeterFactory.OfRoute meters = factory(
                        exchange -> Tags.of("tenant", exchange.getAttributeOrDefault("tenant", "")))
                .ofRoute();
        assertThat(tags(meters.of(exchange("a")))).contains("tenant", "a");
        assertThat(tags(meters.of(exchange("b")))).contains("tenant", "b");
    }

    /** Equal to what the server's observation says of a client that leaves before it gets a status. */
    @Test
    void tagsRequestWithoutResponseWithUnknownStatus() {
        RouteMeters meters = factory(exchange -> Tags.empty()).of(exchange("a"));
        assertThat(meters.ofIncomplete("GET", 0, "none"))
                .singleElement()
                .satisfies(timer -> assertThat(timer.getId().getTags())
                        .contains(Tag.of("status", "UNKNOWN"), Tag.of("outcome", "UNKNOWN"), Tag.of("error", "none")));
    }

    @Test
    void countsFailedRequestsToTheOriginByTheirError() {
        RouteMeters meters = factory(exchange -> Tags.empty()).of(exchange("a"));
        assertThat(meters.ofOrigin("GET", "ConnectException"))
                .singleElement()
                .satisfies(timer -> assertThat(timer.getId().getTags())
                        .contains(Tag.of("http.status_code", "UNKNOWN"), Tag.of("error", "ConnectException")));
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
                () -> Optional.of("server"),
                () -> Optional.of("origin"),
                List.of(provider));
    }

    private static HeadOnlyWebExchange exchange(String tenant) {
        HeadOnlyWebExchange exchange = HeadOnlyWebExchange.ofResponse();
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

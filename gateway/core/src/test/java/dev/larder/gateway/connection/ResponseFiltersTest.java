package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.filter.CacheFilter;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AddResponseHeaderGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.factory.RemoveResponseHeaderGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.factory.SetResponseHeaderGatewayFilterFactory;
import org.springframework.cloud.gateway.route.Route;

/** Filters that run on the head of a response alone do what they do on their route; all others are left to it. */
class ResponseFiltersTest {

    @Test
    void filtersRunFromTheInnermostToTheOutermost() {
        ResponseHead filtered = of(ordered(added("X-A", "last"), 1), ordered(set("X-A", "first"), 2))
                .applyTo(new ResponseHead(404, HeaderFields.of("X-A", "origin", "Vary", "Accept", "X-B", "b")));

        assertThat(filtered.status()).isEqualTo(404);
        assertThat(filtered.fields().values("X-A")).containsExactly("first", "last");
        assertThat(filtered.fields().values("Vary")).containsExactly("Accept");
        assertThat(filtered.fields().values("X-B")).containsExactly("b");
    }

    @Test
    void aFieldIsRemovedWhateverTheCaseOfItsName() {
        ResponseHead filtered =
                of(ordered(removed("x-secret"), 1)).applyTo(new ResponseHead(200, HeaderFields.of("X-Secret", "s")));

        assertThat(filtered.fields().size()).isZero();
    }

    @Test
    void withoutFiltersTheHeadIsTheSame() {
        var head = new ResponseHead(200, HeaderFields.of("X-A", "a"));

        assertThat(of().applyTo(head)).isSameAs(head);
    }

    @Test
    void excludesFilterThatRunsAfterResponseIsWrittenOrForCache() {
        assertThat(ResponseFilters.contains(ordered(added("X-A", "a"), 1))).isTrue();
        assertThat(ResponseFilters.contains(ordered(added("X-A", "a"), -1))).isFalse();
        assertThat(ResponseFilters.contains(ordered(added("X-A", "a"), CacheFilter.ORDER)))
                .isFalse();
    }

    @Test
    void excludesFilterThatReadsRequestChangesFramingOrIsUnknown() {
        assertThat(ResponseFilters.contains(added("X-A", "{segment}"))).isFalse();
        assertThat(ResponseFilters.contains(removed("Content-Length"))).isFalse();
        assertThat(ResponseFilters.contains(set("connection", "close"))).isFalse();
        assertThat(ResponseFilters.contains((exchange, chain) -> chain.filter(exchange)))
                .isFalse();
    }

    @Test
    void excludesFilterWithInvalidFieldValue() {
        assertThat(ResponseFilters.contains(added("X-A", "line\nbreak"))).isFalse();
    }

    private static ResponseFilters of(GatewayFilter... filters) {
        return ResponseFilters.of(Route.async()
                .id("route")
                .uri("http://localhost")
                .predicate(exchange -> true)
                .filters(filters)
                .build());
    }

    private static GatewayFilter ordered(GatewayFilter filter, int order) {
        return new OrderedGatewayFilter(filter, order);
    }

    private static GatewayFilter added(String name, String value) {
        var config = new AddResponseHeaderGatewayFilterFactory.Config();
        config.setName(name).setValue(value);
        return new AddResponseHeaderGatewayFilterFactory().apply(config);
    }

    private static GatewayFilter set(String name, String value) {
        var config = new SetResponseHeaderGatewayFilterFactory().newConfig();
        config.setName(name).setValue(value);
        return new SetResponseHeaderGatewayFilterFactory().apply(config);
    }

    private static GatewayFilter removed(String name) {
        var config = new RemoveResponseHeaderGatewayFilterFactory().newConfig();
        config.setName(name);
        return new RemoveResponseHeaderGatewayFilterFactory().apply(config);
    }
}

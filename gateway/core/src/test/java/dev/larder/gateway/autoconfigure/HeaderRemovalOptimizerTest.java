package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.RemoveForwardedHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.RemoveHopByHopHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.RemoveXForwardedHeadersFilter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;

class HeaderRemovalOptimizerTest {

    private final HeaderRemovalOptimizer spared = new HeaderRemovalOptimizer();

    private static Stream<HttpHeadersFilter> filters() {
        return Stream.of(
                new RemoveForwardedHeadersFilter(),
                new RemoveXForwardedHeadersFilter(),
                new RemoveHopByHopHeadersFilter());
    }

    @ParameterizedTest
    @MethodSource("filters")
    void removesSameFieldsAsGatewayFilter(HttpHeadersFilter own) {
        HttpHeadersFilter instead = instead(own);

        Stream.of("Accept", "forwarded", "X-FORWARDED-For", "Connection", "Upgrade", "TE", "X-Own")
                .map(name -> fields("Accept", "a/b", name, "x-own", "X-Own", "1"))
                .forEach(fields -> assertThat(left(instead, fields)).isEqualTo(left(own, fields)));
    }

    @ParameterizedTest
    @MethodSource("filters")
    void returnsSameHeadersIfNothingIsRemoved(HttpHeadersFilter own) {
        HttpHeaders fields = fields("Accept", "a/b", "Host", "localhost");

        assertThat(left(instead(own), fields)).isSameAs(fields);
    }

    @ParameterizedTest
    @MethodSource("filters")
    void keepsOrderAndMessageTypesOfFilter(HttpHeadersFilter own) {
        HttpHeadersFilter instead = instead(own);

        assertThat(((Ordered) instead).getOrder()).isEqualTo(((Ordered) own).getOrder());
        for (HttpHeadersFilter.Type type : HttpHeadersFilter.Type.values()) {
            assertThat(instead.supports(type)).isEqualTo(own.supports(type));
        }
    }

    @Test
    void removesOnlyConfiguredHeaders() {
        var configured = new RemoveHopByHopHeadersFilter();
        configured.setHeaders(Set.of("X-Mine"));

        HttpHeaders left = left(instead(configured), fields("X-Mine", "1", "Upgrade", "h2c"));

        assertThat(left.containsHeader("X-Mine")).isFalse();
        assertThat(left.containsHeader("Upgrade")).isTrue();
    }

    private HttpHeadersFilter instead(HttpHeadersFilter own) {
        return (HttpHeadersFilter) spared.postProcessAfterInitialization(own, "filter");
    }

    private static HttpHeaders left(HttpHeadersFilter filter, HttpHeaders fields) {
        return filter.filter(fields, MockServerWebExchange.from(MockServerHttpRequest.get("/")));
    }

    private static HttpHeaders fields(String... namesAndValues) {
        var fields = new HttpHeaders();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        return fields;
    }
}

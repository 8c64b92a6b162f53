package dev.larder.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.exchange.ExchangeRequest;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.ResourcePath;
import dev.larder.invalidation.TaggedResource;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A route that decides otherwise than its connection is found out, and forwards its requests itself. */
class ForwardingShadowTest {

    private static final RequestRule RULE = RequestRule.none(CachePolicy.DEFAULT, false);

    private final ForwardingShadow shadow = new ForwardingShadow();
    private final EmbeddedChannel client = new EmbeddedChannel();

    @AfterEach
    void close() {
        client.finishAndReleaseAll();
    }

    private static ExchangeRequest request(String route, String key, String target, String... fields) {
        return new ExchangeRequest(
                new RequestHead("GET", URI.create(target), HeaderFields.of(fields)),
                CacheKey.of(key),
                new ResourceTags(TaggedResource.of("http://origin.test", ResourcePath.of("/a")), RULE, Couplings.NONE),
                CachePolicy.DEFAULT,
                route);
    }

    private boolean takesRoute(ExchangeRequest request) {
        return shadow.takesRoute(client, new DefaultHttpHeaders(), request);
    }

    @Test
    void oneRequestInManyTakesItsRoute() {
        ExchangeRequest request = request("route", "key", "http://origin.test/a");
        for (int i = 1; i <= 2 * ForwardingShadow.SAMPLE; i++) {
            assertThat(takesRoute(request)).as("request %d", i).isEqualTo(i % ForwardingShadow.SAMPLE == 0);
        }
    }

    @Test
    void equalDecisionsChangeNothing() {
        shadow.compare(
                request("route", "key", "http://origin.test/a", "Accept", "text/plain"),
                request("route", "key", "http://origin.test/a", "Accept", "text/plain"));
        assertThat(shadow.divergences()).isZero();
        assertThat(takesRoute(request("route", "key", "http://origin.test/a"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "other, key, http://origin.test/a, Accept, text/plain",
        "route, other, http://origin.test/a, Accept, text/plain",
        "route, key, http://origin.test/b, Accept, text/plain",
        "route, key, http://origin.test/a, Accept, text/html",
        "route, key, http://origin.test/a, Cookie, a=b"
    })
    void aDivergentRouteForwardsItsRequestsItself(String route, String key, String target, String name, String value) {
        ExchangeRequest prepared = request("route", "key", "http://origin.test/a", "Accept", "text/plain");
        shadow.compare(prepared, request(route, key, target, name, value));
        assertThat(shadow.divergences()).isEqualTo(1);
        assertThat(takesRoute(prepared)).isTrue();
        assertThat(takesRoute(request("another", "key", "http://origin.test/a")))
                .isFalse();
    }
}

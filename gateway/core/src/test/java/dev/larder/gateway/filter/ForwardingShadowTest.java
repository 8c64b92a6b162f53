package dev.larder.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.invalidation.Couplings;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A route that decides otherwise than its connection is found out, and forwards its requests itself. */
class ForwardingShadowTest {

    private static final ResourceTags TAGS = tags();

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
                TAGS,
                CachePolicy.DEFAULT,
                route);
    }

    private static ResourceTags tags() {
        return new RuleSet(List.of(), CachePolicy.DEFAULT, Couplings.NONE).reach(URI.create("http://origin.test/a"));
    }

    private boolean takesRoute(ExchangeRequest request) {
        return shadow.needsRoute(client, new DefaultHttpHeaders(), request);
    }

    @Test
    void sendsEveryNthRequestThroughItsRoute() {
        ExchangeRequest request = request("route", "key", "http://origin.test/a");
        for (int i = 1; i <= 2 * ForwardingShadow.SAMPLE; i++) {
            assertThat(takesRoute(request)).as("request %d", i).isEqualTo(i % ForwardingShadow.SAMPLE == 0);
        }
    }

    @Test
    void equalDecisionsCountNoDivergence() {
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
    void requestsOfDivergentRouteAlwaysTakeRoute(String route, String key, String target, String name, String value) {
        ExchangeRequest prepared = request("route", "key", "http://origin.test/a", "Accept", "text/plain");
        shadow.compare(prepared, request(route, key, target, name, value));
        assertThat(shadow.divergences()).isEqualTo(1);
        assertThat(takesRoute(prepared)).isTrue();
        assertThat(takesRoute(request("another", "key", "http://origin.test/a")))
                .isFalse();
    }

    @Test
    void decisionsOfDifferentRuleVersionsMayDiffer() {
        ExchangeRequest prepared = request("route", "key", "http://origin.test/a");
        ExchangeRequest decided = request("route", "other", "http://origin.test/a");
        shadow.compare(
                prepared,
                new ExchangeRequest(decided.head(), decided.key(), tags(), decided.policy(), decided.route()));
        assertThat(shadow.divergences()).isZero();
    }
}

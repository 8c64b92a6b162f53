package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ApiKeyFilter;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hit never answers whom the route would have refused, and a route refresh forgets nothing. */
class ApiKeyRouteTest {

    private static final String CACHE_FIRST = "/cache-first";
    private static final String KEY_FIRST = "/key-first";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(
            builder -> route(route(builder.with(ApiKeyFilter.class), 0, CACHE_FIRST), 1, KEY_FIRST));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @ValueSource(strings = {CACHE_FIRST, KEY_FIRST})
    void hitIsNotServedWithoutApiKey(String route) {
        STAGE.origin().on(route + path, ResponseScript.ok("secret", "Cache-Control", "public, max-age=60"));
        assertThat(STAGE.get(route + path).status()).isEqualTo(401);
        assertThat(STAGE.get(route + path, "X-Api-Key", "k").status()).isEqualTo(200);
        ReceivedResponse hit = STAGE.get(route + path, "X-Api-Key", "k");
        assertThat(hit.content()).isEqualTo("secret");
        assertThat(hit.hit()).isTrue();
        ReceivedResponse refused = STAGE.get(route + path);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.content()).doesNotContain("secret");
        assertThat(STAGE.origin().count(route + path)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {CACHE_FIRST, KEY_FIRST})
    void uncachedResponseIsNotServedWithoutApiKey(String route) {
        STAGE.origin().on(route + path, ResponseScript.ok("secret", "Cache-Control", "no-store"));
        assertThat(STAGE.get(route + path).status()).isEqualTo(401);
        assertThat(STAGE.get(route + path, "X-Api-Key", "k").status()).isEqualTo(200);
        assertThat(STAGE.get(route + path).status()).isEqualTo(401);
        assertThat(STAGE.origin().count(route + path)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {CACHE_FIRST, KEY_FIRST})
    void cacheStaysWarmAfterHundredRouteRefreshes(String route) {
        STAGE.origin().on(route + path, ResponseScript.ok("secret", "Cache-Control", "public, max-age=600"));
        STAGE.get(route + path, "X-Api-Key", "k");
        for (int i = 0; i < 100; i++) {
            STAGE.gateway().refreshRoutes();
        }
        assertThat(STAGE.get(route + path, "X-Api-Key", "k").hit()).isTrue();
        assertThat(STAGE.get(route + path).status()).isEqualTo(401);
        assertThat(STAGE.origin().count(route + path)).isEqualTo(1);
    }

    private static GatewayFixture.Builder route(GatewayFixture.Builder builder, int number, String prefix) {
        String route = "spring.cloud.gateway.server.webflux.routes[" + number + "].";
        boolean cacheFirst = prefix.equals(CACHE_FIRST);
        return builder.property(route + "id", "keyed-" + number)
                .property(route + "uri", "${larder.origin}")
                .property(route + "predicates[0]", "Path=" + prefix + "/**")
                .property(route + "filters[0]", cacheFirst ? "Cache" : "ApiKey")
                .property(route + "filters[1]", cacheFirst ? "ApiKey" : "Cache");
    }
}

package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.ComparedFilter.BUILT_IN;
import static dev.larder.acceptance.localresponsecache.ComparedFilter.LARDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A hit answers nobody whom a filter of the route would have refused. The built-in filter looks up at order -4, before all
 * filters without an order of their own, wherever it stands in the list. Global filters below -4 and web filters, Spring
 * Security's among them, come before it.
 */
class LocalResponseCacheApiKeyTest extends LocalResponseCacheComparison {

    @ParameterizedTest
    @ValueSource(strings = {ComparedGateways.KEY_FIRST, ComparedGateways.CACHE_FIRST})
    void builtInServesHitBeforeRejectingFilterRuns(String route) {
        ReceivedResponse unauthorized = withoutKeyAfterOneWith(BUILT_IN, route + path);
        assertThat(unauthorized.status()).isEqualTo(200);
        assertThat(unauthorized.content()).isEqualTo("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {ComparedGateways.KEY_FIRST, ComparedGateways.CACHE_FIRST})
    void larderServesHitOnlyAfterAllFiltersOfRoute(String route) {
        assertThat(withoutKeyAfterOneWith(LARDER, route + path).status()).isEqualTo(401);
        assertThat(TWINS.gateway(LARDER).get(route + path, "X-Api-Key", "k").hit())
                .isTrue();
    }

    private static ReceivedResponse withoutKeyAfterOneWith(ComparedFilter side, String target) {
        TWINS.origin().on(target, whole("secret", CC, "public, max-age=60"));
        assertThat(TWINS.gateway(side).get(target).status()).isEqualTo(401);
        assertThat(TWINS.gateway(side).get(target, "X-Api-Key", "k").content()).isEqualTo("secret");
        return TWINS.gateway(side).get(target);
    }
}

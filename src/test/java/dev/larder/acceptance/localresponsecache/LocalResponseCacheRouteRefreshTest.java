package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.ComparedFilter.BUILT_IN;
import static dev.larder.acceptance.localresponsecache.ComparedFilter.LARDER;

import org.junit.jupiter.api.Test;

/** What is left after {@code RefreshRoutesEvent}, which {@code POST /actuator/gateway/refresh} and discovery publish. */
class LocalResponseCacheRouteRefreshTest extends LocalResponseCacheComparison {

    @Test
    void builtInDropsStoredResponsesOnRouteRefresh() {
        fetch(BUILT_IN, CC, "max-age=60");
        TWINS.gateway(BUILT_IN).refreshRoutes();
        assertForwarded(get(BUILT_IN));
    }

    @Test
    void larderKeepsStoredResponsesOnRouteRefresh() {
        fetch(LARDER, CC, "max-age=60");
        TWINS.gateway(LARDER).refreshRoutes();
        assertReused(get(LARDER));
    }
}

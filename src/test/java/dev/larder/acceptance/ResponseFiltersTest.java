package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a route's filters do to responses, they do to hits too, wherever {@code Cache} stands among them. */
class ResponseFiltersTest {

    private static final String DEFAULTS = "spring.cloud.gateway.server.webflux.default-filters";

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.property(DEFAULTS + "[0]", "RemoveResponseHeader=X-Secret")
                    .property(DEFAULTS + "[1]", "AddResponseHeader=X-Added,yes")
                    .property(DEFAULTS + "[2]", "Cache"));

    private final String path = UniquePath.next();

    @Test
    void appliesRouteFiltersToMissesAndHitsAlike() {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("content", "Cache-Control", "max-age=60", "X-Secret", "s", "ETag", "\"1\""));
        assertFiltered(STAGE.get(path), 200);
        ReceivedResponse hit = STAGE.get(path);
        assertThat(hit.hit()).isTrue();
        assertThat(hit.content()).isEqualTo("content");
        assertFiltered(hit, 200);
        assertFiltered(STAGE.get(path, "If-None-Match", "\"1\""), 304);
        assertFiltered(STAGE.get(path, "Range", "bytes=1-2"), 206);
        assertFiltered(STAGE.gateway().head(path), 200);
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }

    @Test
    void appliesRouteFiltersToResponsesThatAreNotStored() {
        STAGE.origin().on(path, ResponseScript.ok("content", "Cache-Control", "no-store", "X-Secret", "s"));
        assertFiltered(STAGE.get(path), 200);
    }

    @Test
    void writeWithAnotherHostInvalidatesStoredResponse() {
        STAGE.origin().on(path, ResponseScript.ok("old", "Cache-Control", "max-age=60"));
        STAGE.get(path, "Host", "a");
        STAGE.origin().on(path, ResponseScript.ok("new", "Cache-Control", "max-age=60"));
        assertThat(STAGE.gateway().ask("DELETE", path, "Host", "b").status()).isEqualTo(200);
        assertThat(STAGE.get(path, "Host", "a").content()).isEqualTo("new");
    }

    private static void assertFiltered(ReceivedResponse response, int status) {
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.fields().has("X-Secret")).isFalse();
        assertThat(response.field("X-Added")).isEqualTo("yes");
    }
}

package dev.larder.acceptance.entitytags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tags of a route know of the writes that other routes forward, with whichever filter of Larder. */
class EntityTagsWriteByOtherRouteTest {

    private static final String CACHED = "/cached";
    private static final String TAGGED = "/tagged";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(EntityTagsWriteByOtherRouteTest::routes);

    private static GatewayFixture.Builder routes(GatewayFixture.Builder gateway) {
        route(gateway, 0, CACHED, "EntityTags", "Cache");
        route(gateway, 1, TAGGED, "EntityTags");
        route(gateway, 2, "/wi", "StripPrefix=1", "WriteInvalidation");
        route(gateway, 3, "/s", "StripPrefix=1", "Cache");
        return route(gateway, 4, "/t", "StripPrefix=1", "EntityTags");
    }

    private static GatewayFixture.Builder route(
            GatewayFixture.Builder gateway, int number, String path, String... filters) {
        String route = "spring.cloud.gateway.server.webflux.routes[" + number + "].";
        for (int i = 0; i < filters.length; i++) {
            gateway.property(route + "filters[" + i + "]", filters[i]);
        }
        return gateway.property(route + "id", "route" + number)
                .property(route + "uri", "${larder.origin}")
                .property(route + "predicates[0]", "Path=" + path + "/**");
    }

    @ParameterizedTest
    @CsvSource({CACHED + ", /wi", CACHED + ", /s", CACHED + ", /t", TAGGED + ", /wi", TAGGED + ", /s", TAGGED + ", /t"})
    void writeOnAnotherRouteInvalidatesTag(String read, String write) {
        String path = read + UniquePath.next();
        var version = new AtomicInteger();
        STAGE.origin().on(path, request -> {
            int now = request.method().equals("PUT") ? version.incrementAndGet() : version.get();
            return ResponseScript.ok("version " + now, "Cache-Control", "max-age=60");
        });
        for (int i = 0; i < 3; i++) {
            String tag = STAGE.get(path).field("ETag");
            assertThat(STAGE.get(path, "If-None-Match", tag).status()).isEqualTo(304);
            assertThat(STAGE.gateway().send("PUT", write + path, "new").status())
                    .isEqualTo(200);
            ReceivedResponse changed = STAGE.get(path, "If-None-Match", tag);
            assertThat(changed.status()).isEqualTo(200);
            assertThat(changed.content()).isEqualTo("version " + version);
            assertThat(STAGE.get(path).content()).isEqualTo("version " + version);
        }
    }
}

package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A filter that rewrites the content of responses sees each of them whole: what is stored is none of what the client may see. */
class RewrittenResponsesTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final String CONTENT = "{\"name\":\"alice\",\"hidden\":\"value-0123456789\"}";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.property(ROUTE + "id", "rewritten")
            .property(ROUTE + "uri", "${larder.origin}")
            .property(ROUTE + "predicates[0]", "Path=/rewritten/**")
            .property(ROUTE + "filters[0]", "RemoveJsonAttributesResponseBody=hidden")
            .property(ROUTE + "filters[1]", "Cache"));

    private final String path = "/rewritten" + UniquePath.next();

    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-99", "bytes=26-41", "bytes=0-20,21-42", "bytes=-10"})
    void rangeRequestNeverRevealsContentRemovedByFilter(String range) {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok(CONTENT, "Content-Type", "application/json", "Cache-Control", "max-age=60"));
        for (String each : new String[] {range, "", range, range}) {
            ReceivedResponse response =
                    each.isEmpty() ? STAGE.get(path) : STAGE.gateway().ask("GET", path, "Range", each);
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.content()).isEqualTo("{\"name\":\"alice\"}");
        }
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }

    @Test
    void filterRewritesStoredResponseOnHit() {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok(CONTENT, "Content-Type", "application/json", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        ReceivedResponse hit = STAGE.get(path);
        assertThat(hit.hit()).isTrue();
        assertThat(hit.content()).isEqualTo("{\"name\":\"alice\"}");
    }
}

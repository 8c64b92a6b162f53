package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An origin on Spring 7 answers by the field of the API version, and names it in no Vary. */
class ApiVersionTest {

    private static final String FIELD = "Api-Version";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.byRoutes()
            .property("spring.webflux.apiversion.use.header", FIELD)
            .property("spring.webflux.apiversion.default", "1")
            .property("spring.webflux.apiversion.supported", "1,2"));

    private final String path = UniquePath.next();

    @Test
    void versionsDoNotShareStoredResponses() {
        STAGE.origin().on(path, ResponseScript.ok("of version 1", "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path, FIELD, "1").content()).isEqualTo("of version 1");
        STAGE.origin().on(path, ResponseScript.ok("of version 2", "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path, FIELD, "2").content()).isEqualTo("of version 2");
        ReceivedResponse first = STAGE.get(path, FIELD, "1");
        assertThat(first.content()).isEqualTo("of version 1");
        assertThat(first.hit()).isTrue();
        ReceivedResponse second = STAGE.get(path, FIELD, "2");
        assertThat(second.content()).isEqualTo("of version 2");
        assertThat(second.hit()).isTrue();
    }

    @Test
    void spellingsOfOneVersionShareAResponse() {
        STAGE.origin().on(path, ResponseScript.ok("of version 1", "Cache-Control", "max-age=60"));
        STAGE.get(path, FIELD, "1");
        assertThat(STAGE.get(path, FIELD, "1.0").hit()).isTrue();
    }
}

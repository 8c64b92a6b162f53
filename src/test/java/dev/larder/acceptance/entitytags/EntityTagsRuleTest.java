package dev.larder.acceptance.entitytags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code EntityTags} goes by the rule that the route's {@code Cache} names. */
class EntityTagsRuleTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.route("Cache=coupled", "EntityTags")
            .property("larder.rules.coupled.coupled-pools", "stock")
            .property("larder.rules.coupled.revalidate", "always"));

    private final String unique = UniquePath.next();

    @Test
    void writeInvalidatesPoolsNamedByRule() {
        String read = "/stock" + unique;
        STAGE.origin().on(read, ResponseScript.ok("old", "Cache-Control", "max-age=60"));
        STAGE.origin().on("/orders" + unique, ResponseScript.ok("written"));
        STAGE.get(read);
        STAGE.gateway().send("PUT", "/orders" + unique, "new");
        STAGE.origin().on(read, ResponseScript.ok("new", "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(read).content()).isEqualTo("new");
    }
}

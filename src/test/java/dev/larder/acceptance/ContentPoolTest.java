package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A write to a resource invalidates what embeds it, as the content says. */
class ContentPoolTest {

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.property("larder.rules.orders.paths", "/orders/**")
                    .property("larder.rules.orders.content-pools", "customer-{/customer/id}")
                    .property("larder.rules.customers.paths", "/customers/{id}/**")
                    .property("larder.rules.customers.coupled-pools", "customer-{id}"));

    private final String path = UniquePath.next();

    @Test
    void writeInvalidatesResponsesWhoseContentNamesResource() {
        order("/1", "17");
        order("/2", "18");
        write("/customers/17");
        assertThat(STAGE.get("/orders" + path + "/1").hit()).isFalse();
        assertThat(STAGE.get("/orders" + path + "/2").hit()).isTrue();
    }

    @Test
    void poolsOfContentAreKeptAfter304() {
        order("/1", "17");
        write("/customers/17");
        ReceivedResponse confirmed = STAGE.get("/orders" + path + "/1");
        assertThat(confirmed.cacheStatus()).contains("fwd-status=304");
        assertThat(STAGE.get("/orders" + path + "/1").hit()).isTrue();
        write("/customers/17");
        assertThat(STAGE.get("/orders" + path + "/1").hit()).isFalse();
    }

    @Test
    void contentThatCannotBeReadIsNotStored() {
        STAGE.origin()
                .on(
                        "/orders" + path,
                        ResponseScript.ok("{", "Content-Type", "application/json", "Cache-Control", "max-age=60"));
        ReceivedResponse first = STAGE.get("/orders" + path);
        assertThat(first.content()).isEqualTo("{");
        assertThat(first.cacheStatus()).contains("content-unreadable");
        assertThat(STAGE.get("/orders" + path).hit()).isFalse();
    }

    private void order(String name, String customer) {
        String target = "/orders" + path + name;
        STAGE.origin()
                .on(
                        target,
                        request -> request.fields().has("If-None-Match")
                                ? ResponseScript.status(304, "ETag", "\"1\"", "Cache-Control", "max-age=60")
                                : ResponseScript.ok(
                                        "{\"customer\":{\"id\":" + customer + "}}",
                                        "Content-Type",
                                        "application/json",
                                        "ETag",
                                        "\"1\"",
                                        "Cache-Control",
                                        "max-age=60"));
        STAGE.get(target);
        assertThat(STAGE.get(target).hit()).isTrue();
    }

    private static void write(String target) {
        STAGE.origin().on(target, ResponseScript.ok(""));
        STAGE.gateway().send("PUT", target, "{}");
    }
}

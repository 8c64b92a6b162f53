package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A filter may choose a target that has nothing of the client's: it is forwarded, and its response is stored under it. */
class ChosenTargetTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final String OTHER = "spring.cloud.gateway.server.webflux.routes[1].";

    private final String base = UniquePath.next();

    @Test
    void forwardsToTargetOfTemplateAndStoresByIt() {
        with("SetRequestUri=${larder.origin}" + base + "/other/{item}", (origin, gateway) -> {
            assertThat(gateway.get(base + "/shop/a").content()).isEqualTo(base + "/other/a 1");
            assertThat(gateway.get(base + "/shop/b?x=1").content()).isEqualTo(base + "/other/b 1");
            assertThat(gateway.get(base + "/shop/a").hit()).isTrue();
            assertThat(gateway.get(base + "/shop/a").content()).isEqualTo(base + "/other/a 1");
            assertThat(origin.count(base + "/shop/a")).isZero();
        });
    }

    @Test
    void storesResponsesByTargetFromRequestHeader() {
        with("RequestHeaderToRequestUri=X-To", (origin, gateway) -> {
            for (String item : List.of("/other/a", "/other/b", "/other/a?x=1")) {
                String chosen = origin.uri() + base + item;
                assertThat(gateway.get(base + "/shop/c", "X-To", chosen).content())
                        .startsWith(base + item + " ");
                assertThat(gateway.get(base + "/shop/c", "X-To", chosen).hit()).isTrue();
            }
            assertThat(gateway.get(base + "/shop/c", "X-To", origin.uri() + base + "/other/b")
                            .content())
                    .isEqualTo(base + "/other/b 1");
        });
    }

    /** Whether the client's own target has a query or not, what is stored was asked for without the parameters that do not count. */
    @ParameterizedTest
    @ValueSource(strings = {"", "?q=1", "?utm_a=1", "?q=1&utm_a=2"})
    void removesIgnoredParametersFromChosenTarget(String query) {
        with("RequestHeaderToRequestUri=X-To", (origin, gateway) -> {
            String chosen = origin.uri() + base + "/other/a?utm_a=";
            String asked =
                    gateway.get(base + "/shop/d" + query, "X-To", chosen + 1).content();
            assertThat(asked).isEqualTo(base + "/other/a 1");
            assertThat(gateway.get(base + "/shop/d" + query, "X-To", chosen + 2).content())
                    .isEqualTo(asked);
        });
    }

    @Test
    void writeToEitherTargetInvalidatesStoredResponse() {
        with("SetRequestUri=${larder.origin}" + base + "/other/{item}", (origin, gateway) -> {
            assertThat(gateway.get(base + "/shop/a").content()).endsWith("/other/a 1");
            gateway.ask("PUT", base + "/other/a");
            assertThat(gateway.get(base + "/shop/a").content()).endsWith("/other/a 3");
            gateway.ask("PUT", base + "/shop/a");
            assertThat(gateway.get(base + "/shop/a").content()).endsWith("/other/a 5");
        });
    }

    private void with(String filter, BiConsumer<ScriptedOrigin, GatewayFixture> check) {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            for (String item : List.of("/other/a", "/other/b", "/shop/a", "/shop/b")) {
                String path = base + item;
                origin.on(
                        path,
                        request -> ResponseScript.ok(
                                request.target() + " " + origin.count(path), "Cache-Control", "max-age=60"));
            }
            try (GatewayFixture gateway = GatewayFixture.inJvm()
                    .origin(origin)
                    .property("larder.rules.r.paths", "/**")
                    .property("larder.rules.r.key.query.ignore", "utm_*")
                    .property(ROUTE + "id", "shop")
                    .property(ROUTE + "uri", "${larder.origin}")
                    .property(ROUTE + "predicates[0]", "Path=" + base + "/shop/{item}")
                    .property(ROUTE + "filters[0]", filter)
                    .property(ROUTE + "filters[1]", "Cache")
                    .property(OTHER + "id", "other")
                    .property(OTHER + "uri", "${larder.origin}")
                    .property(OTHER + "predicates[0]", "Path=" + base + "/other/**")
                    .property(OTHER + "filters[0]", "Cache")
                    .start()) {
                check.accept(origin, gateway);
            }
        }
    }
}

package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code key.host: false} hides the host that clients name from the origin, not the one that a route names. */
class ChosenHostTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[%d].%s";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> {
        builder.property("larder.rules.any-host.key.host", "false");
        String[][] routes = {{"/set", "SetRequestHostHeader=svc.example.org"}, {"/kept", "PreserveHostHeader"}};
        for (int i = 0; i < routes.length; i++) {
            builder.property(ROUTE.formatted(i, "id"), routes[i][0].substring(1))
                    .property(ROUTE.formatted(i, "uri"), "${larder.origin}")
                    .property(ROUTE.formatted(i, "predicates[0]"), "Path=" + routes[i][0] + "/**")
                    .property(ROUTE.formatted(i, "filters[0]"), routes[i][1])
                    .property(ROUTE.formatted(i, "filters[1]"), "Cache=any-host");
        }
        return builder;
    });

    private final String path = UniquePath.next();

    @BeforeEach
    void answerByHost() {
        for (String route : new String[] {"/set", "/kept"}) {
            STAGE.origin()
                    .on(
                            route + path,
                            request -> ResponseScript.ok(
                                    request.fields().first("Host").orElse("none"), "Cache-Control", "max-age=60"));
        }
    }

    @Test
    void theOriginSeesTheHostThatTheRouteChooses() {
        for (String host : new String[] {"a.example", "b.example", "svc.example.org", "SVC.example.org:80"}) {
            ReceivedResponse response = STAGE.get("/set" + path, "Host", host);
            assertThat(response.content()).isEqualTo("svc.example.org");
            assertThat(response.hit()).isEqualTo(!host.equals("a.example"));
        }
    }

    @Test
    void clientThatSendsChosenHostSharesStoredResponse() {
        assertThat(STAGE.get("/set" + path, "Host", "svc.example.org").content())
                .isEqualTo("svc.example.org");
        assertThat(STAGE.get("/set" + path, "Host", "a.example").hit()).isTrue();
    }

    @Test
    void originDoesNotSeeHostOfClient() {
        String first = STAGE.get("/kept" + path, "Host", "a.example").content();
        assertThat(first).startsWith("127.0.0.1");
        assertThat(STAGE.get("/kept" + path, "Host", "b.example").hit()).isTrue();
    }
}

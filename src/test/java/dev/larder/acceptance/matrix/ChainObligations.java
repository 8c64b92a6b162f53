package dev.larder.acceptance.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TransferEnd;
import java.util.List;
import java.util.function.Consumer;

/** Obligations of this kind: errors, preflights and settings are those of Spring Cloud Gateway. */
final class ChainObligations {

    private static final String PATH = "/chain";

    private ChainObligations() {}

    static List<Obligation> all() {
        return List.of(
                Obligation.of("an origin that is down is a bad gateway", way -> fails(way, ScriptedOrigin::down)),
                Obligation.of(
                        "a malformed response is a bad gateway",
                        way -> fails(
                                way,
                                origin -> origin.on(
                                        PATH,
                                        ResponseScript.raw("HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n")
                                                .thenEnd(TransferEnd.FIN)))));
    }

    private static void fails(RequestWay way, Consumer<ScriptedOrigin> fault) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = gateway(way, origin).start()) {
            gateway.expect(502);
            fault.accept(origin);
            ReceivedResponse response = ask(way, gateway);
            assertThat(response.status()).as("%s", response).isEqualTo(502);
            assertThat(response.field("Content-Type")).isEqualTo("application/problem+json");
            assertThat(response.cacheStatus()).doesNotContain("fwd-status");
        }
    }

    private static GatewayFixture.Builder gateway(RequestWay way, ScriptedOrigin origin) {
        GatewayFixture.Builder gateway = way.gateway().origin(origin);
        return way == RequestWay.UNCACHED_WRITE ? gateway.route("WriteInvalidation") : gateway;
    }

    private static ReceivedResponse ask(RequestWay way, GatewayFixture gateway) {
        return switch (way) {
            case UNCACHED_WRITE -> gateway.send("PUT", PATH, "content");
            case RANGE -> gateway.get(PATH, "Range", "bytes=0-9");
            case HEAD -> gateway.head(PATH);
            default -> gateway.get(PATH);
        };
    }
}

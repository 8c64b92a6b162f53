package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** X6: nobody has more connections than one client may have. */
class ConnectionCapTest {

    private static final int MOST = 20;

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.property("larder.limits.max-connections-per-client", MOST));

    private final String path = UniquePath.next();

    @Test
    @Tag("hardening-X6")
    void rejectsConnectionsAboveLimitPerClient() {
        STAGE.origin().on(path, ResponseScript.ok("served", "Cache-Control", "max-age=60"));
        List<RawClient> clients = fill(STAGE.gateway());
        try (RawClient surplus = STAGE.gateway().connect().request("GET", path)) {
            assertThat(surplus.read().status()).isZero();
            assertThat(surplus.awaitEnd()).isIn(TransferEnd.FIN, TransferEnd.RESET);
        }
        for (RawClient client : clients) {
            assertThat(client.request("GET", path).read().content()).isEqualTo("served");
        }
        end(clients);
    }

    @Test
    @Tag("hardening-X6")
    void closedConnectionFreesItsSlot() {
        STAGE.origin().on(path, ResponseScript.ok("served", "Cache-Control", "max-age=60"));
        for (int round = 0; round < 3; round++) {
            end(fill(STAGE.gateway()));
        }
        assertThat(firstAnswer().content()).isEqualTo("served");
    }

    /** Each ends the connection itself, so that it has ended for the gateway before the client sees it. */
    private void end(List<RawClient> clients) {
        for (RawClient client : clients) {
            client.request("GET", path, "Connection", "close").read();
            assertThat(client.awaitEnd()).isIn(TransferEnd.FIN, TransferEnd.RESET);
            client.close();
        }
    }

    private ReceivedResponse firstAnswer() {
        ReceivedResponse response = STAGE.get(path);
        for (int i = 0; i < 1_000 && response.status() == 0; i++) {
            response = STAGE.get(path);
        }
        return response;
    }

    private List<RawClient> fill(GatewayFixture gateway) {
        List<RawClient> clients = new ArrayList<>();
        while (clients.size() < MOST) {
            RawClient client = gateway.connect().request("GET", path);
            if (client.read().status() == 200) {
                clients.add(client);
            }
        }
        return clients;
    }
}

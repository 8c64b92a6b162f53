package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.Side.BUILT_IN;
import static dev.larder.acceptance.localresponsecache.Side.LARDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Gate;
import dev.larder.acceptance.kit.RawClient;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the origin sees of 50 clients that miss at once. Collapsed forwarding is allowed, not demanded (RFC 9111 4). */
class HerdTest extends Comparison {

    private static final int CLIENTS = 50;

    private final Gate gate = new Gate();

    @Test
    void builtInAsksTheOriginFiftyTimes() {
        List<RawClient> clients = ask(BUILT_IN);
        TWINS.origin().await(path, CLIENTS);
        answered(clients);
        assertThat(received()).hasSize(CLIENTS);
    }

    @Test
    void larderAsksTheOriginOnce() {
        List<RawClient> clients = ask(LARDER);
        TWINS.awaitReading(LARDER);
        answered(clients);
        assertThat(received()).hasSize(1);
    }

    private List<RawClient> ask(Side side) {
        answer(whole(OLD, CC, "max-age=60").before(gate));
        return Stream.generate(() -> TWINS.gateway(side).connect().request("GET", path))
                .limit(CLIENTS)
                .toList();
    }

    private void answered(List<RawClient> clients) {
        gate.release();
        assertThat(clients)
                .extracting(client -> client.read().content())
                .hasSize(CLIENTS)
                .containsOnly(OLD);
        clients.forEach(RawClient::close);
    }
}

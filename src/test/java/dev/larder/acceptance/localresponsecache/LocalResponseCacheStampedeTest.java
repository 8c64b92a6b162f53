package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.ComparedFilter.BUILT_IN;
import static dev.larder.acceptance.localresponsecache.ComparedFilter.LARDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the origin sees of 50 clients that miss at once. Collapsed forwarding is allowed, not demanded (RFC 9111 4). */
class LocalResponseCacheStampedeTest extends LocalResponseCacheComparison {

    private static final int CLIENTS = 50;

    private final OriginLatch gate = new OriginLatch();

    @Test
    void builtInContactsOriginForEachConcurrentMiss() {
        List<RawClient> clients = ask(BUILT_IN);
        TWINS.origin().await(path, CLIENTS);
        answered(clients);
        assertThat(received()).hasSize(CLIENTS);
    }

    @Test
    void larderContactsOriginOnceForConcurrentMisses() {
        List<RawClient> clients = ask(LARDER);
        TWINS.awaitReading(LARDER);
        answered(clients);
        assertThat(received()).hasSize(1);
    }

    private List<RawClient> ask(ComparedFilter side) {
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

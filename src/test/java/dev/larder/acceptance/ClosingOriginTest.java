package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TransferEnd;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An origin that closes connections at random, after a response or with a request on its way: whatever the moment, no read fails, and no
 * write is sent twice (RFC 9112 9.3.1, RFC 9110 9.2.2). {@code -Dlarder.closing.requests} chooses the length, {@code
 * -Dlarder.closing.seed} the seed.
 */
class ClosingOriginTest {

    private static final long SEED = Long.getLong("larder.closing.seed", System.nanoTime());
    private static final int REQUESTS = Integer.getInteger("larder.closing.requests", 150);
    private static final int CLIENTS = 6;
    private static final List<String> METHODS = List.of("GET", "GET", "GET", "HEAD", "PUT", "DELETE", "POST");

    private final Set<Integer> used = ConcurrentHashMap.newKeySet();

    @Test
    @Tag("hardening-F9")
    void noReadFailsAndNoWriteIsSentTwice() {
        Map<String, Integer> outcomes = new TreeMap<>();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .property("larder.forward", "native")
                        .property("test.event-loops", 2)
                        .start()) {
            gateway.expect(502);
            origin.otherwise(this::answer);
            ConcurrentClients.start(CLIENTS, client -> ask(gateway, client))
                    .results()
                    .forEach(each -> each.forEach((outcome, count) -> outcomes.merge(outcome, count, Integer::sum)));
            System.out.printf("origin that closes connections, seed %d: %s%n", SEED, outcomes);
            assertThat(outcomes)
                    .as("seed %d", SEED)
                    .containsKeys("GET 200", "HEAD 200", "PUT 200", "DELETE 200", "POST 200")
                    .doesNotContainKeys("GET 502", "HEAD 502");
            Map<String, Integer> sent = new TreeMap<>();
            origin.received().forEach(request -> sent.merge(request.path(), 1, Integer::sum));
            assertThat(sent)
                    .as("seed %d", SEED)
                    .allSatisfy((path, times) -> assertThat(times)
                            .as(path)
                            .isLessThanOrEqualTo(path.startsWith("/GET") || path.startsWith("/HEAD") ? 2 : 1));
        }
    }

    private ResponseScript answer(ReceivedRequest request) {
        var random = new Random(SEED + request.path().hashCode());
        random.nextInt();
        TransferEnd end = random.nextBoolean() ? TransferEnd.FIN : TransferEnd.RESET;
        if (!used.add(request.connection()) && random.nextInt(8) == 0) {
            return ResponseScript.hangUp(end);
        }
        ResponseScript here = ResponseScript.ok("here", "Cache-Control", "no-store");
        return random.nextInt(3) == 0 ? here.thenEnd(TransferEnd.FIN) : here;
    }

    private static Map<String, Integer> ask(GatewayFixture gateway, int client) {
        var random = new Random(SEED * CLIENTS + client);
        random.nextInt();
        Map<String, Integer> outcomes = new TreeMap<>();
        for (int i = 0; i < REQUESTS; i++) {
            String method = METHODS.get(random.nextInt(METHODS.size()));
            String path = "/" + method + "/" + client + "/" + i;
            String[] fields = method.startsWith("P") ? new String[] {"Content-Length", "0"} : new String[0];
            try (RawClient connection = gateway.connect()) {
                int status =
                        connection.request(method, path, fields).read(method).status();
                outcomes.merge(method + " " + status, 1, Integer::sum);
            }
        }
        return outcomes;
    }
}

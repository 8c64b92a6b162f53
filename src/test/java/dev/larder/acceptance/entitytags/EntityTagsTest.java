package dev.larder.acceptance.entitytags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Conditional forwarding, both sides: an edge that validates before each use, the filter {@code EntityTags} in front of a
 * service that knows no entity tags, and that service. Another seed: {@code -Dlarder.seed=N}.
 */
class EntityTagsTest {

    private static final long SEED = Long.getLong("larder.seed", 9110);
    private static final String COUPLED = "coupled";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(
            builder -> builder.route("EntityTags").property("larder.invalidation.couplings.writers[0]", COUPLED));

    private static GatewayFixture edge;

    private final String path = UniquePath.next();
    private final String pool = path.substring(0, path.lastIndexOf('/'));
    private final AtomicInteger version = new AtomicInteger();

    @BeforeAll
    static void startTheEdge() {
        edge = GatewayFixture.inJvm()
                .property("larder.origin", "http://127.0.0.1:" + STAGE.gateway().port())
                .property("larder.rules.all.paths[0]", "/**")
                .property("larder.rules.all.revalidate", "always")
                .start();
    }

    @AfterAll
    static void stopTheEdge() {
        edge.close();
    }

    @Test
    void edgeRevalidatesWithoutServiceUntilWrite() {
        service(path, "Cache-Control", "max-age=60");
        STAGE.origin().on(pool, request -> {
            version.incrementAndGet();
            return ResponseScript.status(201, "Location", path);
        });
        assertTraced(edge.get(path), "version 0", 200, 1);

        assertTraced(edge.get(path), "version 0", 304, 1);

        assertThat(edge.send("POST", pool, "new").status()).isEqualTo(201);
        assertThat(STAGE.origin().count(pool)).as("writes the service saw").isEqualTo(1);

        assertTraced(edge.get(path), "version 1", 200, 2);

        assertTraced(edge.get(path), "version 1", 304, 2);
    }

    /** That the client gets this content, the edge saw this status, and the service has been asked so often by now. */
    private void assertTraced(ReceivedResponse response, String content, int seen, int asked) {
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.content()).isEqualTo(content);
        assertThat(response.cacheStatus()).contains("fwd-status=" + seen);
        assertThat(STAGE.origin().count(path)).as("reads the service saw").isEqualTo(asked);
    }

    @Test
    void unchangedBodyIsConfirmedWith304AfterWrite() {
        STAGE.origin()
                .on(
                        path,
                        request -> request.method().equals("GET")
                                ? ResponseScript.ok("same")
                                : ResponseScript.status(204));
        edge.get(path);
        edge.ask("DELETE", path);
        ReceivedResponse after = edge.get(path);
        assertThat(after.content()).isEqualTo("same");
        assertThat(after.cacheStatus()).contains("fwd-status=304");
        assertThat(STAGE.origin().count(path)).as("two reads and a write").isEqualTo(3);
    }

    @Test
    void writeInvalidatesTagsOfCoupledPools() {
        String coupled = "/" + COUPLED + path;
        service(coupled, "Cache-Control", "max-age=60");
        STAGE.origin().on("/writers" + path, request -> {
            version.incrementAndGet();
            return ResponseScript.status(204);
        });
        edge.get(coupled);
        edge.ask("PUT", "/writers" + path);
        assertThat(edge.get(coupled).content()).isEqualTo("version 1");
    }

    @Test
    void doesNotTrustLastModifiedOfServiceAfterWrite() {
        String modified = "Thu, 01 Jan 2026 00:00:00 GMT";
        STAGE.origin().on(path, request -> {
            if (!request.method().equals("GET")) {
                version.incrementAndGet();
                return ResponseScript.status(204);
            }
            return request.fields().has("If-Modified-Since")
                    ? ResponseScript.status(304)
                    : ResponseScript.ok("version " + version.get(), "Last-Modified", modified);
        });
        edge.get(path);
        edge.ask("PUT", path);
        assertThat(edge.get(path).content()).isEqualTo("version 1");
    }

    @Test
    void usersNeverShareResponses() {
        STAGE.origin()
                .on(
                        path,
                        request -> ResponseScript.ok(
                                "for " + request.fields().get("Authorization"),
                                "Cache-Control",
                                "public, max-age=60",
                                "Vary",
                                "Authorization"));
        for (int round = 0; round < 3; round++) {
            for (String user : List.of("alice", "bob")) {
                assertThat(edge.get(path, "Authorization", user).content()).isEqualTo("for " + user);
            }
        }
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    @Test
    void serviceAuthorizesEachUser() {
        STAGE.origin().on(path, request -> {
            boolean known = request.fields().get("Authorization").equals("alice");
            return known
                    ? ResponseScript.ok("secret", "Cache-Control", "must-revalidate, max-age=60")
                    : ResponseScript.status(403);
        });
        assertThat(edge.get(path, "Authorization", "alice").content()).isEqualTo("secret");
        assertThat(edge.get(path, "Authorization", "mallory").status()).isEqualTo(403);
        assertThat(edge.get(path).status()).isEqualTo(403);
        assertThat(edge.get(path, "Authorization", "alice").content()).isEqualTo("secret");
    }

    @Test
    void forwardsConditionalRequestDuringWrite() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        request -> request.method().equals("GET")
                                ? ResponseScript.ok("version " + version.get())
                                : ResponseScript.status(204).before(gate));
        String tag = STAGE.get(path).field("ETag");
        CompletableFuture<ReceivedResponse> writer =
                ConcurrentClients.one(() -> STAGE.gateway().ask("PUT", path));
        gate.awaitArrival();
        version.incrementAndGet();
        assertThat(STAGE.get(path, "If-None-Match", tag).content()).isEqualTo("version 1");
        gate.release();
        assertThat(ConcurrentClients.join(writer).status()).isEqualTo(204);
        assertThat(STAGE.get(path, "If-None-Match", tag).content()).isEqualTo("version 1");
    }

    @Test
    void readNeverReturnsVersionOlderThanAcknowledgedWrite() {
        STAGE.origin()
                .on(
                        path,
                        request -> request.method().equals("GET")
                                ? ResponseScript.ok(Integer.toString(version.get()))
                                : ResponseScript.ok(Integer.toString(version.incrementAndGet())));
        AtomicInteger acknowledged = new AtomicInteger();
        List<String> behind = new ArrayList<>();
        ConcurrentClients.start(6, client -> act(client, acknowledged))
                .results()
                .forEach(behind::addAll);
        assertThat(behind).as("seed %d", SEED).isEmpty();
        assertThat(version).hasValueGreaterThan(20);
    }

    /** Writes now and then; what it reads is at least what some writer had been told before. */
    private List<String> act(int client, AtomicInteger acknowledged) {
        Random random = new Random(SEED + client);
        List<String> behind = new ArrayList<>();
        try (RawClient connection = edge.connect()) {
            for (int i = 0; i < 150; i++) {
                if (random.nextInt(12) == 0) {
                    int written = Integer.parseInt(connection
                            .request("PUT", path, "Content-Length", "0")
                            .read()
                            .content());
                    acknowledged.accumulateAndGet(written, Math::max);
                } else {
                    int before = acknowledged.get();
                    String read = connection.request("GET", path).read().content();
                    if (Integer.parseInt(read) < before) {
                        behind.add("client " + client + ", step " + i + ": " + read + " is behind " + before);
                    }
                }
            }
        }
        return behind;
    }

    private void service(String at, String... fields) {
        STAGE.origin().on(at, request -> ResponseScript.ok("version " + version.get(), fields));
    }
}

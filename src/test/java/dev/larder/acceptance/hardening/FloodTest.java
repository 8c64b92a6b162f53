package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** X: whoever asks for a great deal gets no more of the gateway than its bounds. */
class FloodTest {

    private static final int PIPELINED = 100_000;
    private static final int TIMED = 500;

    /** Maximum number of variants of one URL. */
    private static final int KEPT = 32;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(
            builder -> OperatorClient.admitted(builder).property("larder.actuate.write-enabled", true));

    private final String path = UniquePath.next();

    /** X10: the sender is held back by its own connection; nobody keeps what it has not read. */
    @ParameterizedTest
    @ValueSource(strings = {"max-age=60", "no-store"})
    @Tag("hardening-X10")
    void unreadPipelineBlocksOnlyItsOwnConnection(String cacheControl) {
        STAGE.origin().on(path, ResponseScript.ok("x".repeat(1_000), "Cache-Control", cacheControl));
        STAGE.get(path);
        byte[] hundred = RawClient.head("GET", path, RawFields.NONE)
                .repeat(100)
                .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        AtomicLong sent = new AtomicLong();
        RawClient client = STAGE.gateway().connect(4_096);
        CompletableFuture<Boolean> sending = ConcurrentClients.one(() -> {
            for (int i = 0; i < PIPELINED / 100; i++) {
                client.send(hundred);
                sent.addAndGet(100);
            }
            return true;
        });
        long before = -1;
        while (before != sent.get() && !sending.isDone()) {
            before = sent.get();
            STAGE.awaitReading();
        }
        assertThat(STAGE.get(path).status()).isEqualTo(200);
        assertThat(sending).as("%s sent", sent).isNotDone();
        client.reset();
        ConcurrentClients.join(sending);
    }

    /** X3: the head of a response bounds its tags; as many as fit in there void it one by one. */
    @Test
    @Tag("hardening-X3")
    void storesAndPurgesResponseWithHundredsOfTags() {
        StringBuilder tags = new StringBuilder();
        for (int i = 0; i < 600; i++) {
            tags.append(" tag-").append(i);
        }
        STAGE.origin()
                .on(path, ResponseScript.ok("tagged", "Cache-Control", "max-age=60", "Surrogate-Key", tags.toString()));
        assertThat(STAGE.get(path).content()).isEqualTo("tagged");
        assertThat(STAGE.get(path).content()).isEqualTo("tagged");
        assertThat(OperatorClient.of(STAGE.gateway()).purge("tag", "tag-0").status())
                .isEqualTo(200);
        assertThat(STAGE.get(path).hit()).isFalse();
    }

    /** X8: names chosen to have one hash code cost no more than others. */
    @Test
    @Tag("hardening-X8")
    void servesQueriesWithCollidingParameterNames() {
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        String equalHashes = query(bits -> bits.replace("0", "Aa").replace("1", "BB"));
        String different = query(bits -> bits.replace("0", "Ca").replace("1", "Dq"));
        assertThat(STAGE.get(path + equalHashes).status()).isEqualTo(200);
        assertThat(STAGE.get(path + equalHashes).hit()).isTrue();
        assertThat(STAGE.get(path + different).status()).isEqualTo(200);
    }

    /** X2: a look-up among as many variants as are kept costs no more than twice one where there is one. */
    @Test
    @Tag("hardening-X2")
    void thousandVariantsDoNotDoubleHitLatency() {
        String alone = UniquePath.next();
        STAGE.origin().on(alone, ResponseScript.ok("x", "Cache-Control", "max-age=60", "Vary", "User-Agent"));
        STAGE.origin().on(path, ResponseScript.ok("x", "Cache-Control", "max-age=60", "Vary", "User-Agent"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.request("GET", alone, "User-Agent", "agent").read();
            for (int i = 0; i < 1_000; i++) {
                client.request("GET", path, "User-Agent", "agent " + i).read();
            }
            long[] ofOne = new long[TIMED];
            long[] ofMany = new long[TIMED];
            for (int i = 0; i < TIMED; i++) {
                ofOne[i] = nanosOfHit(client, alone, "agent");
                ofMany[i] = nanosOfHit(client, path, "agent " + (1_000 - KEPT));
            }
            Arrays.sort(ofOne);
            Arrays.sort(ofMany);
            assertThat(ofMany[TIMED / 2]).as("ns, of one %d", ofOne[TIMED / 2]).isLessThan(2 * ofOne[TIMED / 2]);
        }
    }

    private static long nanosOfHit(RawClient client, String target, String agent) {
        long begin = System.nanoTime();
        assertThat(client.request("GET", target, "User-Agent", agent).read().hit())
                .isTrue();
        return System.nanoTime() - begin;
    }

    private static String query(java.util.function.UnaryOperator<String> name) {
        StringBuilder query = new StringBuilder("?");
        for (int i = 0; i < 128; i++) {
            query.append(name.apply(Integer.toBinaryString(128 + i))).append("=1&");
        }
        return query.toString();
    }
}

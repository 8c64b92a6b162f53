package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import io.netty.util.ResourceLeakDetector;
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the event loop allocates for one request of each kind, in octets. Code that is not compiled yet allocates most, and compilers only
 * take away from that: the budgets are for the former, so that no figure depends on when they work.
 */
class AllocationBudgetTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int BATCHES = 6;
    private static final int BATCH = 50;
    private static final String CONTENT = "x".repeat(1_024);

    private static ResourceLeakDetector.Level level;
    private static ScriptedOrigin origin;
    private static GatewayFixture gateway;

    /** Records of who has touched a buffer are no part of what a request costs. */
    @BeforeAll
    static void start() {
        level = ResourceLeakDetector.getLevel();
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
        origin = ScriptedOrigin.start().otherwise(AllocationBudgetTest::answer);
        gateway = GatewayFixture.inJvm()
                .origin(origin)
                .property("larder.hit-path", "connection")
                .property("test.event-loops", 1)
                .start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
        origin.close();
        ResourceLeakDetector.setLevel(level);
    }

    private static ResponseScript answer(ReceivedRequest request) {
        return switch (request.path()) {
            case "/validated" ->
                request.fields().has("If-None-Match")
                        ? ResponseScript.status(304, "ETag", "\"1\"", "Cache-Control", "public, no-cache")
                        : ResponseScript.ok(CONTENT, "ETag", "\"1\"", "Cache-Control", "public, no-cache");
            case "/passed" -> ResponseScript.ok(CONTENT, "Cache-Control", "no-store");
            default -> ResponseScript.ok(CONTENT, "Cache-Control", "max-age=600");
        };
    }

    @ParameterizedTest
    @CsvSource({
        "hit, GET, /hit, 8000",
        "pass-through, GET, /passed, 18500",
        "stored miss, GET, /missed/{n}, 24000",
        "validation by a 304, GET, /validated, 28000",
        "write, POST, /written/item, 33500"
    })
    void requestAllocatesAtMost(String kind, String method, String target, long budget) {
        try (RawClient client = gateway.connect()) {
            long least = LongStream.range(0, BATCHES)
                    .map(batch -> allocatedByBatch(client, method, target, batch))
                    .min()
                    .orElseThrow();
            System.out.printf("allocated for a %s: %,d octets%n", kind, least);
            assertThat(least).as(kind).isLessThanOrEqualTo(budget);
        }
    }

    private static long allocatedByBatch(RawClient client, String method, String target, long batch) {
        long before = allocated();
        for (int i = 0; i < BATCH; i++) {
            client.send(request(method, target.replace("{n}", batch + "-" + i)));
            assertThat(client.read(method).status()).isEqualTo(200);
        }
        return (allocated() - before) / BATCH;
    }

    private static String request(String method, String target) {
        return method.equals("POST")
                ? RawClient.head(method, target, RawFields.of("Content-Length", "4")) + "body"
                : RawClient.head(method, target, RawFields.NONE);
    }

    private static long allocated() {
        long[] loops = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("gateway-"))
                .mapToLong(Thread::getId)
                .toArray();
        return LongStream.of(THREADS.getThreadAllocatedBytes(loops)).sum();
    }
}

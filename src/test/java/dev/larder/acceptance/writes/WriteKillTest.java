package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Gateway;
import dev.larder.acceptance.writes.FaultyOrigin.Item;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway has acknowledged reaches its origin, once and in order, however often either of them is killed. */
class WriteKillTest {

    private static final int KILLS = Integer.getInteger("larder.write.kills", 30);
    private static final int WRITERS = 200;
    private static final long SEED = Long.getLong("larder.write.seed", new Random().nextLong());

    @TempDir
    private Path folder;

    @Test
    void every_acknowledged_write_reaches_its_origin_once_and_in_order() throws InterruptedException {
        System.out.println("larder.write.seed=" + SEED);
        var random = new Random(SEED);
        try (var origin = new FaultyOrigin(random.nextLong())) {
            Gateway gateway = start(origin);
            var writers = new Writers(WRITERS, gateway.port());
            for (int kill = 1; kill <= KILLS; kill++) {
                pass(random.nextInt(1_500));
                origin.down();
                pass(random.nextInt(200));
                origin.up();
                pass(random.nextInt(500));
                gateway.kill();
                writers.down();
                gateway = start(origin);
                writers.port(gateway.port());
                assertThat(origin.violations()).as("seed %d", SEED).isEmpty();
                System.out.printf(
                        "kill %d of %d: %d acknowledged, %s%n",
                        kill, KILLS, writers.acknowledged().size(), origin);
            }
            pass(1_000);
            writers.stop();
            Set<Item> acknowledged = writers.acknowledged();
            assertThat(origin.missing(acknowledged, 90))
                    .as("lost, seed %d", SEED)
                    .isEmpty();
            assertThat(origin.violations()).as("seed %d", SEED).isEmpty();
            System.out.printf("%d acknowledged, 0 lost, %s%n", acknowledged.size(), origin);
            gateway.disregardLog();
            gateway.close();
        }
    }

    /** Time in which the others go on. */
    private static void pass(int millis) {
        CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS))
                .join();
    }

    private Gateway start(FaultyOrigin origin) {
        return Gateway.process()
                .property("larder.origin", origin.uri())
                .property("larder.writes.path", folder)
                .property("larder.rules.items.paths", "/items")
                .property("larder.rules.items.buffer.bulk", "/bulk")
                .property("larder.rules.items.buffer.order-by", "json:/w")
                .property("larder.rules.items.buffer.flush-age", "100ms")
                .property("larder.rules.items.buffer.flush-count", 500)
                .property("larder.rules.items.buffer.retry-first", "50ms")
                .property("larder.rules.items.buffer.retry-longest", "500ms")
                .start();
    }
}

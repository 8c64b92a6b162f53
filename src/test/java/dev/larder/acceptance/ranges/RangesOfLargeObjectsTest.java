package dev.larder.acceptance.ranges;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The origin sends each octet of a large object once, whatever ranges of it clients want, and no response has octets of two versions.
 * {@code -Dlarder.ranges.seed=...} repeats a run.
 */
class RangesOfLargeObjectsTest {

    private static final long SEED = Long.getLong("larder.ranges.seed", new Random().nextLong());
    private static final int MEGABYTE = 1 << 20;
    private static final int REQUESTS = 10_000;
    private static final int FEW = 300;
    private static final double MOST = 1.05;
    private static final int LONGEST_SHARE = 8;

    @Test
    void fetchesEachByteOnceForFewRangesInMemory() {
        few("few-memory", GatewayFixture.inJvm());
    }

    @Test
    void fetchesEachByteOnceForFewRangesOnDisk(@TempDir Path folder) {
        few("few-disk", onDisk(GatewayFixture.inJvm(), folder));
    }

    @Test
    void fetchesEachByteOnceForFewRangesInMemoryAndOnDisk(@TempDir Path folder) {
        few(
                "few-both",
                GatewayFixture.inJvm()
                        .property("larder.store.tiers", "memory,disk")
                        .property("larder.disk.path", folder));
    }

    @Test
    @Tag("busy")
    @Tag("thorough")
    void fetchesEachByteOnceForManyRangesInMemory() {
        many(
                "many-memory",
                4,
                GatewayFixture.process().jvmFlag("-Xmx1200m").property("larder.store.max-size", "800MB"));
    }

    @Test
    @Tag("busy")
    @Tag("thorough")
    void fetchesEachByteOnceForManyRangesOnDisk(@TempDir Path folder) {
        many("many-disk", 8, onDisk(GatewayFixture.process().jvmFlag("-Xmx160m"), folder));
    }

    private static GatewayFixture.Builder onDisk(GatewayFixture.Builder builder, Path folder) {
        return builder.property("larder.store.type", "disk")
                .property("larder.disk.path", folder)
                .property("larder.disk.max-size", "4GB");
    }

    private static void few(String name, GatewayFixture.Builder builder) {
        run(new VersionedObjects(name, 3, 3L * MEGABYTE), name, builder, FEW, FEW / 10);
    }

    private static void many(String name, int count, GatewayFixture.Builder builder) {
        run(new VersionedObjects(name, count, 100L * MEGABYTE), name, builder, REQUESTS, REQUESTS / 20);
    }

    private static void run(
            VersionedObjects objects, String name, GatewayFixture.Builder builder, int requests, int period) {
        System.out.println("larder.ranges.seed=" + SEED + " (" + name + ")");
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            for (int number = 0; number < objects.count(); number++) {
                origin.on(objects.path(number), objects::answer);
            }
            try (GatewayFixture gateway = builder.origin(origin).start()) {
                long longest = objects.length() / LONGEST_SHARE;
                var client = new RandomRangeClient(gateway, objects, name, new Random(SEED), longest);
                client.run(requests, period);
                System.out.println(name + ": " + client.figures());
                assertThat((double) objects.octets()).isLessThanOrEqualTo(MOST * client.union());
                assertThat(client.hits()).isPositive();
                assertThat(client.cut()).isLessThanOrEqualTo(requests / period);
            }
        }
    }
}

package dev.larder.disk.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed while they write: -Dlarder.kills says how many, -Dlarder.seed how. */
@Tag("thorough")
class DiskKillTest {

    private static final int KILLS = Integer.getInteger("larder.kills", 10);
    private static final long SEED = Long.getLong("larder.seed", System.nanoTime());

    /** What a key may hold: what was stored last, and what was being written when the process was killed. */
    private static final class Possible {
        int last = KilledProcess.REMOVED;
        long lastMillis;
        int begun = KilledProcess.REMOVED;
        boolean isBegun;
    }

    @TempDir
    Path temporary;

    private final Map<Integer, Possible> possible = new HashMap<>();
    private int lost;
    private int expected;
    private int returned;

    @Test
    void keepsNearlyAllEntriesAndNoSupersededOnesAfterKill() throws Exception {
        System.out.println("kill test: " + KILLS + " kills, seed " + SEED);
        var random = new Random(SEED);
        Path folder = temporary.resolve("cache");
        for (int round = 0; round < KILLS; round++) {
            Path log = temporary.resolve("log" + round);
            kill(folder, log, random);
            read(log);
            check(folder, round);
        }
        System.out.printf("kill test: %d of %d entries lost, %d superseded ones returned%n", lost, expected, returned);
        assertThat(lost).as("lost of %d, seed %d", expected, SEED).isLessThanOrEqualTo(expected / 20);
        assertThat(returned)
                .as("superseded entries that returned, seed %d", SEED)
                .isZero();
    }

    /** Starts a process, and kills it some time after it has begun to write. */
    private static void kill(Path folder, Path log, Random random) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        KilledProcess.class.getName(),
                        folder.toString(),
                        log.toString(),
                        Long.toString(random.nextLong()))
                .inheritIO()
                .start();
        while (process.isAlive() && !(Files.exists(log) && Files.size(log) > 0)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200 + random.nextInt(2_000)));
        assertThat(process.isAlive()).as("it writes until it is killed").isTrue();
        process.destroyForcibly().waitFor();
    }

    private void read(Path log) throws IOException {
        byte[] bytes = Files.readAllBytes(log);
        var in = ByteBuffer.wrap(bytes, 0, bytes.length / KilledProcess.RECORD * KilledProcess.RECORD);
        while (in.hasRemaining()) {
            Possible key = possible.computeIfAbsent(in.getInt(), none -> new Possible());
            int version = in.getInt();
            long millis = in.getLong();
            key.isBegun = in.get() == 1;
            if (key.isBegun) {
                key.begun = version;
            } else {
                key.last = version;
                key.lastMillis = millis;
            }
        }
    }

    private void check(Path path, int round) throws IOException {
        long killed = System.currentTimeMillis();
        var faults = new DiskFaults(told -> {});
        try (var folder = DiskFolder.open(path, faults)) {
            DiskStore<String> store = KilledProcess.store(folder);
            int withFile = 0;
            for (int key = 0; key < KilledProcess.KEYS; key++) {
                withFile += check(store, key, killed) ? 1 : 0;
            }
            store.checkInvariants();
            List<Path> files = DiskFixture.blobs(path);
            assertThat(files).as("files, round %d, seed %d", round, SEED).hasSize(withFile);
            for (var kind : DiskFaults.Kind.values()) {
                assertThat(faults.count(kind))
                        .as("%s, round %d, seed %d", kind, round, SEED)
                        .isZero();
            }
        }
    }

    /** Whether the key holds an entry that has a file. */
    private boolean check(DiskStore<String> store, int key, long killed) {
        Possible may = possible.computeIfAbsent(key, none -> new Possible());
        CacheEntry<String> held =
                DiskFixture.await(store.get(KilledProcess.keyOf(key))).orElse(null);
        if (held != null) {
            assertThat(held.value()).as("key %d, seed %d", key, SEED).isEqualTo(KilledProcess.textOf(key, (int)
                    held.cost()));
            boolean current = held.cost() == may.last || (may.isBegun && held.cost() == may.begun);
            returned += current ? 0 : 1;
        }
        if (may.last != KilledProcess.REMOVED && !may.isBegun && may.lastMillis < killed - 1_000) {
            expected++;
            lost += held == null ? 1 : 0;
        }
        may.last = held == null ? KilledProcess.REMOVED : (int) held.cost();
        may.isBegun = false;
        return held != null && !held.value().isEmpty();
    }
}

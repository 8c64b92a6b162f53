package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Crashes after every operation of random workloads, each in several ways. {@code -Dlarder.crash.states} says how many different
 * states, {@code -Dlarder.crash.seed} which.
 */
@Tag("thorough")
class CrashStatesTest {

    private static final int STATES_PER_OPERATION = 12;

    private final long seed = Long.getLong("larder.crash.seed", System.nanoTime());
    private final int wanted = Integer.getInteger("larder.crash.states", 100_000);
    private final Set<Long> states = new HashSet<>();
    private int crashes;
    private int whileRecovering;

    @Test
    @Tag("hardening-U2")
    void noCrashLosesAcknowledgedRecords() throws IOException {
        System.out.println("crash states: seed " + seed);
        int workloads = 0;
        var silence = new LoggerCapture();
        while (states.size() < wanted && workloads <= wanted) {
            crashesOf(new Random(seed + workloads++));
        }
        silence.close();
        System.out.printf(
                "crash states: seed %d, %d workloads, %d crashes, %d of them while recovering, %d different states%n",
                seed, workloads, crashes, whileRecovering, states.size());
        assertThat(states.size()).isGreaterThanOrEqualTo(wanted);
    }

    private void crashesOf(Random random) throws IOException {
        var disk = new MemoryLogDirectory();
        var workload = new RandomLogWorkload(disk, random);
        workload.run(20);
        assertThat(disk.forcedAfterFailure).as("syncs after one that failed").isZero();
        var crash = new CrashState(new MemoryLogDirectory());
        var promises = new DurabilityPromises(workload.records);
        for (int i = 0; i < disk.ops.size(); i++) {
            LogDirectoryOperation op = disk.ops.get(i);
            crash.happens(op);
            promises.happens(op);
            int ways = op instanceof LogDirectoryOperation.Note ? 0 : crash.isSettled() ? 1 : STATES_PER_OPERATION;
            for (int j = 0; j < ways; j++) {
                check(crash, promises, random, "operation " + i + " of seed " + seed);
            }
        }
    }

    private void check(CrashState crash, DurabilityPromises promises, Random random, String where) throws IOException {
        Map<String, byte[]> state = crash.state(random);
        crashes++;
        if (!states.add(fingerprint(state))) {
            return;
        }
        MemoryLogDirectory found = MemoryLogDirectory.of(state);
        promises.check(found, where);
        if (random.nextInt(4) == 0) {
            crashAgain(state, found, promises, random, where);
        }
    }

    /** Crashes again, at any operation of the recovery. */
    private void crashAgain(
            Map<String, byte[]> before,
            MemoryLogDirectory recovered,
            DurabilityPromises promises,
            Random random,
            String where) {
        var crash = new CrashState(MemoryLogDirectory.of(before));
        int operations = random.nextInt(recovered.ops.size() + 1);
        recovered.ops.subList(0, operations).forEach(crash::happens);
        Map<String, byte[]> state = crash.state(random);
        crashes++;
        if (states.add(fingerprint(state))) {
            whileRecovering++;
            promises.check(MemoryLogDirectory.of(state), "operation " + operations + " of the recovery after " + where);
        }
    }

    private static long fingerprint(Map<String, byte[]> state) {
        long print = 0;
        for (Map.Entry<String, byte[]> file : state.entrySet()) {
            var crc = new CRC32C();
            crc.update(file.getValue());
            print = print * 1_000_003 + file.getKey().hashCode();
            print = print * 1_000_003 + crc.getValue();
            print = print * 1_000_003 + file.getValue().length;
        }
        return print;
    }
}

package dev.larder.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.EpochStamp;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever happens to members and to the network between them, reads see every write that has been answered. */
@Tag("thorough")
class SimulatedClusterHistoryTest {

    private static final long SEED = Long.getLong("larder.history.seed", new Random().nextLong());
    private static final int RUNS = Integer.getInteger("larder.history.runs", 300);
    private static final int REGISTERS = 3;
    private static final long STEP = SimulatedCluster.millis(3);

    @Test
    @Tag("hardening-C")
    @Tag("hardening-I8")
    void readsNeverMissAcknowledgedWritesAndNeverGoBack() {
        System.out.println("larder.history.seed=" + SEED);
        long reads = 0;
        long hits = 0;
        long writes = 0;
        for (int run = 0; run < RUNS; run++) {
            SimulatedCluster simulatedCluster = lived(SEED + run, true);
            assertThat(simulatedCluster.violations()).as("seed %d", SEED + run).isEmpty();
            reads += simulatedCluster.reads;
            hits += simulatedCluster.hits;
            writes += simulatedCluster.writes;
        }
        System.out.printf("%d runs, %d reads, %d of them hits, %d writes%n", RUNS, reads, hits, writes);
        assertThat(hits).isGreaterThan(reads / 10);
    }

    @Test
    void allMembersAnswerFromStoreAfterFaultsEnd() {
        for (int run = 0; run < RUNS / 10; run++) {
            SimulatedCluster simulatedCluster = lived(SEED + run, true);
            simulatedCluster.run(Duration.ofSeconds(20));
            assertThat(simulatedCluster.machines).as("seed %d", SEED + run).allMatch(SimulatedMachine::entitled);
            int before = simulatedCluster.hits;
            int asked = simulatedCluster.reads;
            for (int i = 0; i < 300; i++) {
                simulatedCluster.read(i % REGISTERS);
                simulatedCluster.run(Duration.ofMillis(5));
            }
            simulatedCluster.run(Duration.ofSeconds(2));
            assertThat(simulatedCluster.reads - asked).isEqualTo(300);
            assertThat(simulatedCluster.hits - before).as("seed %d", SEED + run).isGreaterThan(250);
        }
    }

    @Test
    void readsMissWritesIfWritesDoNotAwaitAcknowledgement() {
        int found = 0;
        for (int run = 0; run < RUNS / 10; run++) {
            found += lived(SEED + run, false).violations().size();
        }
        assertThat(found).isPositive();
    }

    @Test
    void noMemberUsesEntriesWithPendingWritesDespiteMemberDeaths() {
        int holds = 0;
        int hits = 0;
        for (int run = 0; run < RUNS / 2; run++) {
            var simulatedCluster = new SimulatedCluster(SEED + run, 3, REGISTERS, true);
            simulatedCluster.run(Duration.ofSeconds(5));
            schedule(
                    simulatedCluster,
                    0,
                    () -> simulatedCluster.machines.stream().allMatch(SimulatedMachine::entitled));
            for (long at = 0; at < Duration.ofSeconds(20).toNanos(); at += STEP) {
                int register = simulatedCluster.random.nextInt(REGISTERS);
                int chance = simulatedCluster.random.nextInt(100);
                if (chance < 3) {
                    simulatedCluster.buffer(register);
                } else if (chance < 6) {
                    simulatedCluster.write(register);
                } else {
                    simulatedCluster.read(register);
                }
                simulatedCluster.run(Duration.ofNanos(STEP));
            }
            assertThat(simulatedCluster.violations()).as("seed %d", SEED + run).isEmpty();
            holds += simulatedCluster.holds;
            hits += simulatedCluster.hits;
        }
        System.out.printf("%d holds, %d hits%n", holds, hits);
        assertThat(holds).isGreaterThan(RUNS);
        assertThat(hits).isGreaterThan(RUNS * 10);
    }

    @Test
    @Tag("hardening-I11")
    void noMemberUsesSharedMapEntriesOfEarlierClusterRun() {
        for (int run = 0; run < RUNS / 10; run++) {
            var simulatedCluster = new SimulatedCluster(SEED + run, 3, REGISTERS, true);
            for (int register = 0; register < REGISTERS; register++) {
                EpochStamp ofAClockAhead = EpochStamp.of(1L << 50, SimulatedCluster.tags(register));
                simulatedCluster.shared.put(
                        register,
                        new SimulatedCluster.Stored(simulatedCluster.registers[register].version(), ofAClockAhead));
                simulatedCluster.registers[register].released(simulatedCluster.registers[register].write());
            }
            for (int step = 0; step < 2_000; step++) {
                simulatedCluster.read(step % REGISTERS);
                simulatedCluster.run(Duration.ofNanos(STEP));
            }
            assertThat(simulatedCluster.violations()).as("seed %d", SEED + run).isEmpty();
            assertThat(simulatedCluster.hits).isPositive();
        }
    }

    /** Twenty seconds of traffic, with faults one after another. */
    private static SimulatedCluster lived(long seed, boolean strict) {
        var simulatedCluster = new SimulatedCluster(seed, 3, REGISTERS, strict);
        simulatedCluster.run(Duration.ofSeconds(5));
        schedule(simulatedCluster, 0, () -> true);
        for (long at = 0; at < Duration.ofSeconds(20).toNanos(); at += STEP) {
            int register = simulatedCluster.random.nextInt(REGISTERS);
            if (simulatedCluster.random.nextInt(20) == 0) {
                simulatedCluster.write(register);
            } else {
                simulatedCluster.read(register);
            }
            simulatedCluster.run(Duration.ofNanos(STEP));
        }
        simulatedCluster.run(Duration.ofSeconds(5));
        return simulatedCluster;
    }

    private static void schedule(SimulatedCluster simulatedCluster, int count, BooleanSupplier killing) {
        if (count == 6) {
            return;
        }
        SimulatedMachine victim =
                simulatedCluster.machines.get(simulatedCluster.random.nextInt(simulatedCluster.machines.size()));
        long length = SimulatedCluster.millis(simulatedCluster.random.nextInt(5_000));
        List<Runnable> faults = List.of(
                () -> simulatedCluster.partition(length),
                () -> simulatedCluster.mute(length),
                () -> victim.stop(length),
                () -> victim.suspend(length),
                () -> {
                    if (killing.getAsBoolean()) {
                        victim.kill();
                        simulatedCluster.at(length, victim::boot);
                    }
                });
        simulatedCluster.at(SimulatedCluster.millis(simulatedCluster.random.nextInt(4_000)), () -> {
            faults.get(simulatedCluster.random.nextInt(faults.size())).run();
            schedule(simulatedCluster, count + 1, killing);
        });
    }

    @Test
    void noWriteWaitsLongerThanLeasePlusOneSecond() {
        for (int run = 0; run < RUNS / 10; run++) {
            var simulatedCluster = new SimulatedCluster(SEED + run, 3, REGISTERS, true);
            simulatedCluster.run(Duration.ofSeconds(5));
            SimulatedMachine writer = simulatedCluster.machines.get(0);
            for (int i = 0; i < 40; i++) {
                SimulatedMachine victim = simulatedCluster.machines.get(1 + simulatedCluster.random.nextInt(2));
                if (i % 8 == 3) {
                    victim.stop(SimulatedCluster.millis(3_000));
                } else if (i % 8 == 6) {
                    simulatedCluster.partition(SimulatedCluster.millis(3_000));
                }
                writer.write(0, simulatedCluster.registers[0]);
                simulatedCluster.run(Duration.ofMillis(300));
            }
            assertThat(writer.longestWait())
                    .as("seed %d", SEED + run)
                    .isLessThan(SimulatedCluster.LEASE.plusSeconds(1).toNanos());
        }
    }
}

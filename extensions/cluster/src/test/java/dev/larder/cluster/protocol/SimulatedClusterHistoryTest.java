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
    void noReadMissesAWriteThatWasAnsweredAndNoneGoesBack() {
        System.out.println("larder.history.seed=" + SEED);
        long reads = 0;
        long hits = 0;
        long writes = 0;
        for (int run = 0; run < RUNS; run++) {
            SimulatedCluster world = lived(SEED + run, true);
            assertThat(world.violations()).as("seed %d", SEED + run).isEmpty();
            reads += world.reads;
            hits += world.hits;
            writes += world.writes;
        }
        System.out.printf("%d runs, %d reads, %d of them hits, %d writes%n", RUNS, reads, hits, writes);
        assertThat(hits).isGreaterThan(reads / 10);
    }

    @Test
    void whenAllIsWellAgainEveryMemberAnswersFromItsStore() {
        for (int run = 0; run < RUNS / 10; run++) {
            SimulatedCluster world = lived(SEED + run, true);
            world.run(Duration.ofSeconds(20));
            assertThat(world.machines).as("seed %d", SEED + run).allMatch(SimulatedMachine::entitled);
            int before = world.hits;
            int asked = world.reads;
            for (int i = 0; i < 300; i++) {
                world.read(i % REGISTERS);
                world.run(Duration.ofMillis(5));
            }
            world.run(Duration.ofSeconds(2));
            assertThat(world.reads - asked).isEqualTo(300);
            assertThat(world.hits - before).as("seed %d", SEED + run).isGreaterThan(250);
        }
    }

    @Test
    void withoutWaitingForTheOthersReadsMissWrites() {
        int found = 0;
        for (int run = 0; run < RUNS / 10; run++) {
            found += lived(SEED + run, false).violations().size();
        }
        assertThat(found).isPositive();
    }

    @Test
    void whatADurableLogHoldsNobodyAnswersFromAStoreWhoeverDies() {
        int holds = 0;
        int hits = 0;
        for (int run = 0; run < RUNS / 2; run++) {
            var world = new SimulatedCluster(SEED + run, 3, REGISTERS, true);
            world.run(Duration.ofSeconds(5));
            schedule(world, 0, () -> world.machines.stream().allMatch(SimulatedMachine::entitled));
            for (long at = 0; at < Duration.ofSeconds(20).toNanos(); at += STEP) {
                int register = world.random.nextInt(REGISTERS);
                int chance = world.random.nextInt(100);
                if (chance < 3) {
                    world.buffer(register);
                } else if (chance < 6) {
                    world.write(register);
                } else {
                    world.read(register);
                }
                world.run(Duration.ofNanos(STEP));
            }
            assertThat(world.violations()).as("seed %d", SEED + run).isEmpty();
            holds += world.holds;
            hits += world.hits;
        }
        System.out.printf("%d holds, %d hits%n", holds, hits);
        assertThat(holds).isGreaterThan(RUNS);
        assertThat(hits).isGreaterThan(RUNS * 10);
    }

    @Test
    @Tag("hardening-I11")
    void nobodyAnswersWithWhatAnEarlierLifeHasLeftInTheSharedMap() {
        for (int run = 0; run < RUNS / 10; run++) {
            var world = new SimulatedCluster(SEED + run, 3, REGISTERS, true);
            for (int register = 0; register < REGISTERS; register++) {
                EpochStamp ofAClockAhead = EpochStamp.of(1L << 50, SimulatedCluster.tags(register));
                world.shared.put(
                        register, new SimulatedCluster.Stored(world.registers[register].version(), ofAClockAhead));
                world.registers[register].released(world.registers[register].write());
            }
            for (int step = 0; step < 2_000; step++) {
                world.read(step % REGISTERS);
                world.run(Duration.ofNanos(STEP));
            }
            assertThat(world.violations()).as("seed %d", SEED + run).isEmpty();
            assertThat(world.hits).isPositive();
        }
    }

    /** Twenty seconds of traffic, with faults one after another. */
    private static SimulatedCluster lived(long seed, boolean strict) {
        var world = new SimulatedCluster(seed, 3, REGISTERS, strict);
        world.run(Duration.ofSeconds(5));
        schedule(world, 0, () -> true);
        for (long at = 0; at < Duration.ofSeconds(20).toNanos(); at += STEP) {
            int register = world.random.nextInt(REGISTERS);
            if (world.random.nextInt(20) == 0) {
                world.write(register);
            } else {
                world.read(register);
            }
            world.run(Duration.ofNanos(STEP));
        }
        world.run(Duration.ofSeconds(5));
        return world;
    }

    private static void schedule(SimulatedCluster world, int count, BooleanSupplier killing) {
        if (count == 6) {
            return;
        }
        SimulatedMachine victim = world.machines.get(world.random.nextInt(world.machines.size()));
        long length = SimulatedCluster.millis(world.random.nextInt(5_000));
        List<Runnable> faults = List.of(
                () -> world.partition(length),
                () -> world.mute(length),
                () -> victim.stop(length),
                () -> victim.suspend(length),
                () -> {
                    if (killing.getAsBoolean()) {
                        victim.kill();
                        world.at(length, victim::boot);
                    }
                });
        world.at(SimulatedCluster.millis(world.random.nextInt(4_000)), () -> {
            faults.get(world.random.nextInt(faults.size())).run();
            schedule(world, count + 1, killing);
        });
    }

    @Test
    void noWriterWaitsForLongerThanALeaseAndASecond() {
        for (int run = 0; run < RUNS / 10; run++) {
            var world = new SimulatedCluster(SEED + run, 3, REGISTERS, true);
            world.run(Duration.ofSeconds(5));
            SimulatedMachine writer = world.machines.get(0);
            for (int i = 0; i < 40; i++) {
                SimulatedMachine victim = world.machines.get(1 + world.random.nextInt(2));
                if (i % 8 == 3) {
                    victim.stop(SimulatedCluster.millis(3_000));
                } else if (i % 8 == 6) {
                    world.partition(SimulatedCluster.millis(3_000));
                }
                writer.write(0, world.registers[0]);
                world.run(Duration.ofMillis(300));
            }
            assertThat(writer.longestWait())
                    .as("seed %d", SEED + run)
                    .isLessThan(SimulatedCluster.LEASE.plusSeconds(1).toNanos());
        }
    }
}

package dev.larder.writes.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.WriteSettlement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Thousands of small worlds, each from its own seed: whatever fails, each write ends, delivered once or dead for a stated
 * reason, those of one key in order.
 */
@Tag("thorough")
class DeliverySimulationTest {

    private static final int RUNS = Integer.getInteger("larder.delivery.runs", 4000);

    /** Each world has failures of which an operator is told: 144,000 warnings. */
    private static final Logger LOG = (Logger) LoggerFactory.getLogger(OriginReachabilityLog.class);

    private final TreeMap<String, Long> seen = new TreeMap<>();

    @BeforeAll
    static void silence() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void speak() {
        LOG.setLevel(null);
    }

    @Test
    @Tag("hardening-U6")
    void deliversEachWriteOnceInOrderOrDeadLettersItWithReason() {
        long seed = Long.getLong("larder.seed", System.nanoTime());
        System.out.println("DeliverySimulationTest: larder.seed=" + seed);
        var seeds = new SplittableRandom(seed);
        for (int i = 0; i < RUNS; i++) {
            long one = i == 0 ? seed : seeds.nextLong();
            try {
                live(one);
            } catch (Throwable e) {
                throw new AssertionError("run " + i + ", larder.seed=" + one, e);
            }
        }
        System.out.println("DeliverySimulationTest: " + RUNS + " runs, " + seen);
        assertThat(seen.keySet()).contains("delivered", "dead", "refused", "given up", "unanswered", "flushes");
    }

    private void live(long seed) {
        var world = new SimulatedWorld(seed);
        DeliveryChannel channel = channel(world.random);
        var gateway = new SimulatedGateway(world, channel);
        int writes = 5 + world.random.nextInt(40);
        for (int i = 0; i < writes; i++) {
            world.after(10_000, gateway::accept);
        }
        some(world, 4, gateway::flush);
        some(world, 3, gateway::crash);
        some(world, 2, gateway::restart);
        world.after(Duration.ofSeconds(15), () -> world.healthy = true);
        world.run();
        check(gateway, channel, writes);
    }

    private static void some(SimulatedWorld world, int below, Runnable event) {
        int times = world.random.nextInt(below);
        for (int i = 0; i < times; i++) {
            world.after(14_000, event);
        }
    }

    private static DeliveryChannel channel(SplittableRandom random) {
        return new DeliveryChannel(
                "uploads",
                random.nextInt(4) == 0
                        ? Optional.empty()
                        : Optional.of(random.nextBoolean() ? "/bulk" : "http://bulk/{path}"),
                List.of(DeliveryChannel.Format.values()).get(random.nextInt(3)),
                List.of(DeliveryChannel.SameKey.values()).get(random.nextInt(2)),
                new DeliveryChannel.Flush(
                        1 + random.nextInt(10), 1 + random.nextInt(800), Duration.ofMillis(random.nextInt(5000))),
                new DeliveryChannel.Retry(
                        Duration.ofMillis(1 + random.nextInt(500)),
                        Duration.ofMillis(500 + random.nextInt(10000)),
                        1 + random.nextInt(6),
                        List.of(DeliveryChannel.Deduplication.values()).get(random.nextInt(2))),
                new DeliveryChannel.Fields(List.of(), List.of()),
                new DeliveryChannel.Requests(1 + random.nextInt(4), Duration.ofMillis(50 + random.nextInt(3000))));
    }

    private void check(SimulatedGateway gateway, DeliveryChannel channel, int writes) {
        assertThat(gateway.ended()).as("writes that have an end").hasSize(writes);
        assertThat(gateway.journal.planned).as("batches left over").isEmpty();
        gateway.ended().forEach((number, settlement) -> {
            int applied = gateway.origin.applied.getOrDefault(number, 0);
            boolean dead = settlement instanceof WriteSettlement.Dead;
            assertThat(applied).as("%s applied", settlement).isBetween(dead ? 0 : 1, 1);
            assertThat(applied == 0
                            || !(SimulatedOrigin.isPoison(settlement.write())
                                    || SimulatedOrigin.isUnanswerable(settlement.write())))
                    .as("%s applied", settlement)
                    .isTrue();
            count(dead ? "dead" : "delivered", 1);
            if (settlement instanceof WriteSettlement.Dead letter) {
                checkReason(letter);
            }
        });
        checkOrder(gateway, channel);
        gateway.flushes.forEach(flush -> assertThat(flush.done()).isCompleted());
        count("flushes", gateway.flushes.size());
        count("requests", gateway.requests);
    }

    /**
     * What is given up without an answer may be applied at any time: its origin may still be at work on it. Where it recognizes
     * items, that is true of those of a batch that has been taken apart for that reason, too.
     */
    private static void checkOrder(SimulatedGateway gateway, DeliveryChannel channel) {
        boolean takesApart =
                channel.bulk().isPresent() && channel.retry().deduplication() == DeliveryChannel.Deduplication.ITEMS;
        gateway.origin.inOrder.forEach((key, numbers) -> assertThat(numbers.stream()
                        .map(gateway.ended()::get)
                        .filter(end -> !(end instanceof WriteSettlement.Dead) || !(takesApart || isUnanswered(end)))
                        .map(end -> end.write().number())
                        .toList())
                .as("order of %s", key)
                .isSorted());
    }

    private static boolean isUnanswered(WriteSettlement settlement) {
        return settlement instanceof WriteSettlement.Dead dead && dead.reason().contains("without an answer");
    }

    private void checkReason(WriteSettlement.Dead dead) {
        boolean refused = dead.reason().startsWith("the origin refuses it: 4");
        boolean poison = SimulatedOrigin.isPoison(dead.write()) || dead.reply().status() == 404;
        assertThat(refused || dead.reason().startsWith("given up after ")).isTrue();
        assertThat(!refused || poison).as("refused without a cause: %s", dead).isTrue();
        count(refused ? "refused" : isUnanswered(dead) ? "unanswered" : "given up", 1);
    }

    private void count(String what, long times) {
        seen.merge(what, times, Long::sum);
    }
}

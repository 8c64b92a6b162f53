package dev.larder.writes.delivery;

import static dev.larder.writes.delivery.SampleWrites.channel;
import static dev.larder.writes.delivery.SampleWrites.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.DeliveryChannel.Format;
import dev.larder.writes.DeliveryChannel.SameKey;
import dev.larder.writes.ItemId;
import dev.larder.writes.OriginReply;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However many writes wait, each is planned in about the same time: {@code larder.delivery.writes} of them. */
@Timeout(60)
class DeliveryPlannerTest {

    private static final int MANY = Integer.getInteger("larder.delivery.writes", 100_000);
    private static final UUID ID = new UUID(1, 1);

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({"1, TOGETHER, 1000", "1, ONE_BY_ONE, 1000", "1000000, TOGETHER, 1000", "1000000, ONE_BY_ONE, 100"})
    void plansManyWritesInOrder(int keys, SameKey sameKey, int count) {
        DeliveryChannel channel = with(
                channel("/bulk", Format.JSON, sameKey),
                new DeliveryChannel.Flush(count, Long.MAX_VALUE / 2, Duration.ofHours(1)),
                4);
        run(channel, number -> "k" + number % keys, number -> "http://o/a", keys);
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({"TOGETHER", "ONE_BY_ONE"})
    void plansWritesToManyDestinationsInOrder(SameKey sameKey) {
        DeliveryChannel channel = with(
                channel("/bulk/{path}", Format.JSON, sameKey),
                new DeliveryChannel.Flush(2, Long.MAX_VALUE / 2, Duration.ofHours(1)),
                4);
        run(channel, number -> "k" + number, number -> "http://o/" + number / 2, MANY);
    }

    private static void run(DeliveryChannel channel, LongFunction<String> key, LongFunction<String> target, int keys) {
        var writes = new ArrayList<AcknowledgedWrite>(MANY);
        for (long i = 0; i < MANY; i++) {
            var head = new RequestHead("PUT", URI.create(target.apply(i)), HeaderFields.EMPTY);
            writes.add(new AcknowledgedWrite(
                    i, ID, channel.name(), key.apply(i), head, new ItemId(ID, i), Instant.EPOCH, 100));
        }
        long before = used();
        long start = System.nanoTime();
        var planner =
                new DeliveryPlanner(channel, new RetryBackoff(channel.retry(), new SplittableRandom(1)), () -> ID);
        writes.forEach(write -> planner.offer(write, 0, 0));
        long offered = System.nanoTime() - start;
        long bytes = (used() - before) / MANY;
        start = System.nanoTime();
        planner.flush(write -> true, 0);
        long flushed = System.nanoTime() - start;
        start = System.nanoTime();
        int batches = drain(planner, keys == 1);
        long drained = System.nanoTime() - start;
        System.out.printf(
                "DeliveryPlannerTest: %s, %d keys: offered in %d ms, %d bytes each, flush begun in %d ms, %d batches in %d ms%n",
                channel.sameKey(), keys, offered / 1_000_000, bytes, flushed / 1_000_000, batches, drained / 1_000_000);
        assertThat(planner.status().writes()).isZero();
        assertThat(planner.overdue())
                .singleElement()
                .satisfies(flush -> assertThat(flush.result()).isEqualTo(new FlushResult(MANY, 0, 0)));
    }

    private static int drain(DeliveryPlanner planner, boolean oneKey) {
        var answer = new DeliveryOutcome.Whole(
                new OriginReply(204, Optional.empty(), ""), Duration.ZERO, SampleWrites.ANSWER);
        long next = 0;
        int batches = 0;
        List<UnsettledBatch> flights = new ArrayList<>();
        while (planner.status().writes() > 0) {
            DeliveryStep step = planner.next(0);
            while (step instanceof DeliveryStep.Begin begin) {
                flights.add(begin.flight());
                step = planner.next(0);
            }
            assertThat(flights).isNotEmpty();
            assertThat(!oneKey || flights.size() == 1).isTrue();
            for (UnsettledBatch batch : flights) {
                assertThat(batch.writes.get(0).write.number()).isEqualTo(next);
                next += batch.writes.size();
                planner.planned(batch);
                planner.endRequest(batch, answer, 0);
                planner.settled(batch, 0);
                batches++;
            }
            flights.clear();
        }
        return batches;
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}

package dev.larder.writes.delivery;

import static dev.larder.writes.delivery.SampleWrites.channel;
import static dev.larder.writes.delivery.SampleWrites.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.DeliveryChannel.Format;
import dev.larder.writes.DeliveryChannel.SameKey;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is sent when, one rule at a time. */
class ChannelDeliveryTest {

    private static final DeliveryChannel TOGETHER = channel("/bulk", Format.JSON, SameKey.TOGETHER);

    @Test
    void recordsFencesSendsAndSettlesBatchInThisOrder() {
        var gateway = new ScriptedGateway(TOGETHER);
        gateway.offer("a");
        gateway.delivery.flush();
        gateway.requests.get(0).whole(204);
        assertThat(gateway.events).containsExactly("planned", "raise", "send", "lower true", "settled");
        assertThat(gateway.delivery.status().writes()).isZero();
    }

    @Test
    void sendsBatchWhenItReachesMaximumCount() {
        var gateway = new ScriptedGateway(full(3, 1000));
        gateway.offer("a");
        gateway.offer("b");
        assertThat(gateway.sent()).isEmpty();
        gateway.offer("c");
        gateway.offer("d");
        assertThat(gateway.sent()).containsExactly(List.of(0L, 1L, 2L));
    }

    @Test
    void sendsBatchWhenItReachesMaximumBytes() {
        var gateway = new ScriptedGateway(full(100, 25));
        gateway.offer("a");
        gateway.offer("b");
        assertThat(gateway.sent()).isEmpty();
        gateway.offer("c");
        assertThat(gateway.sent()).containsExactly(List.of(0L, 1L));
        gateway.offer("large", "http://o/a", 1_000_000);
        assertThat(gateway.sent()).containsExactly(List.of(0L, 1L), List.of(2L), List.of(3L));
    }

    @Test
    void sendsBatchWhenItReachesMaximumAge() {
        var gateway = new ScriptedGateway(TOGETHER);
        gateway.offer("a");
        gateway.pass(4);
        gateway.offer("b");
        assertThat(gateway.sent()).isEmpty();
        gateway.pass(1);
        assertThat(gateway.sent()).containsExactly(List.of(0L, 1L));
    }

    @Test
    void flushSendsBatchAtOnce() {
        var gateway = new ScriptedGateway(TOGETHER);
        gateway.offer("a");
        CompletableFuture<FlushResult> flushed = gateway.delivery.flush().toCompletableFuture();
        gateway.offer("later");
        assertThat(gateway.sent()).containsExactly(List.of(0L));
        assertThat(flushed).isNotDone();
        gateway.requests.get(0).whole(204);
        assertThat(flushed).isCompletedWithValue(new FlushResult(1, 0, 0));
        assertThat(gateway.delivery.flush(write -> write.key().equals("none")).toCompletableFuture())
                .isCompletedWithValue(new FlushResult(0, 0, 0));
    }

    @Test
    void sendsWritesOfDifferentEndpointsQueriesAndFieldsSeparately() {
        var gateway = new ScriptedGateway(channel("/bulk/{path}", Format.JSON, SameKey.TOGETHER));
        gateway.offer("a", "http://o/x/y", 1);
        gateway.offer("b", "http://o/x/z", 1);
        gateway.offer("c", "http://p/x/y", 1);
        gateway.offer("d", "http://o/x/y?q", 1);
        gateway.offer("e", "http://o/x/y", 1, "Authorization", "me");
        gateway.offer("f", "http://o/x/y?q", 1);
        gateway.delivery.flush();
        assertThat(gateway.sent()).containsExactly(List.of(0L), List.of(1L), List.of(2L), List.of(3L, 5L));
        gateway.requests.get(0).whole(204);
        assertThat(gateway.sent().get(4)).containsExactly(4L);
    }

    @Test
    void writesOfSameKeyWaitForEarlierOnes() {
        var gateway = new ScriptedGateway(full(2, 1000));
        LongStream.range(0, 5).forEach(i -> gateway.offer("same"));
        assertThat(gateway.sent()).containsExactly(List.of(0L, 1L));
        gateway.requests.get(0).whole(204);
        assertThat(gateway.sent()).containsExactly(List.of(0L, 1L), List.of(2L, 3L));
    }

    @Test
    void oneByOneModePutsNoKeyTwiceInBatch() {
        var gateway = new ScriptedGateway(channel("/bulk", Format.JSON, SameKey.ONE_BY_ONE));
        gateway.offer("a");
        gateway.offer("a");
        gateway.offer("b");
        gateway.delivery.flush();
        assertThat(gateway.sent()).containsExactly(List.of(0L, 2L));
        gateway.requests.get(0).each(201, 201);
        assertThat(gateway.sent()).containsExactly(List.of(0L, 2L), List.of(1L));
    }

    @Test
    void writesOfSameKeyToDifferentEndpointsAreSentInOrder() {
        var gateway = new ScriptedGateway(channel("/bulk/{path}", Format.JSON, SameKey.TOGETHER));
        gateway.offer("a", "http://o/x", 1);
        gateway.offer("a", "http://o/y", 1);
        gateway.offer("a", "http://o/x", 1);
        gateway.delivery.flush();
        assertThat(gateway.sent()).containsExactly(List.of(0L));
        gateway.requests.get(0).whole(204);
        gateway.requests.get(1).whole(204);
        assertThat(gateway.sent()).containsExactly(List.of(0L), List.of(1L), List.of(2L));
    }

    @Test
    void limitsNumberOfConcurrentRequests() {
        var gateway = new ScriptedGateway(channel(null, Format.JSON, SameKey.TOGETHER));
        LongStream.range(0, 6).forEach(i -> gateway.offer("k" + i));
        gateway.offer("k0");
        assertThat(gateway.sent()).containsExactly(List.of(0L), List.of(1L), List.of(2L), List.of(3L));
        assertThat(gateway.delivery.status().underWay()).isEqualTo(4);
        gateway.requests.get(2).whole(204);
        assertThat(gateway.sent()).hasSize(5).endsWith(List.of(4L));
    }

    @Test
    @Tag("hardening-U8")
    void failedItemBlocksOnlyItsOwnKey() {
        var gateway = new ScriptedGateway(full(2, 1000));
        gateway.offer("a");
        gateway.offer("b");
        gateway.offer("a");
        gateway.requests.get(0).each(500, 201);
        gateway.offer("c");
        gateway.offer("d");
        assertThat(gateway.sent()).containsExactly(List.of(0L, 1L), List.of(3L, 4L));
        gateway.pass(1);
        assertThat(gateway.sent()).endsWith(List.of(0L, 2L));
        assertThat(gateway.requests.get(2).batch().id())
                .isNotEqualTo(gateway.requests.get(0).batch().id());
    }

    @Test
    @Tag("hardening-U7")
    void repeatsBatchIndefinitelyWhileOriginIsUnreachable() {
        var gateway = new ScriptedGateway(TOGETHER);
        gateway.offer("a");
        gateway.delivery.flush();
        gateway.offer("a");
        for (int i = 0; i < 50; i++) {
            assertThat(gateway.requests).hasSize(i + 1);
            assertThat(gateway.requests.get(i).batch())
                    .isEqualTo(gateway.requests.get(0).batch());
            gateway.requests.get(i).silence(i == 1);
            gateway.pass(60);
        }
        assertThat(gateway.events).doesNotContain("settled").contains("lower true", "lower false");
        gateway.requests.get(50).whole(204);
        assertThat(gateway.sent()).endsWith(List.of(1L));
    }

    @Test
    void unansweredBatchDoesNotDelayOtherKeys() {
        var gateway = new ScriptedGateway(full(1, 1000));
        gateway.offer("bad");
        gateway.requests.get(0).silence(true);
        for (int i = 1; i <= 20; i++) {
            long number = gateway.offer("good" + i);
            gateway.pass(1);
            gateway.requests.stream()
                    .filter(request -> !request.answer().isDone())
                    .toList()
                    .forEach(request -> answerUnlessBad(request));
            assertThat(gateway.settled)
                    .filteredOn(settlement -> settlement instanceof WriteSettlement.Delivered)
                    .last()
                    .extracting(settlement -> settlement.write().number())
                    .isEqualTo(number);
        }
        assertThat(gateway.settled)
                .filteredOn(WriteSettlement.Dead.class::isInstance)
                .extracting(settlement -> settlement.write().number())
                .containsExactly(0L);
    }

    private static void answerUnlessBad(ScriptedGateway.Request request) {
        if (request.numbers().contains(0L)) {
            request.silence(true);
        } else {
            request.whole(204);
        }
    }

    @Test
    void limitsBatchesTriedWhileOriginIsUnreachable() {
        var gateway = new ScriptedGateway(channel(null, Format.JSON, SameKey.TOGETHER));
        LongStream.range(0, 1000).forEach(i -> gateway.offer("k" + i));
        CompletableFuture<FlushResult> flushed = gateway.delivery.flush().toCompletableFuture();
        for (int second = 0; second < 600; second++) {
            List.copyOf(gateway.requests).stream()
                    .filter(request -> !request.answer().isDone())
                    .forEach(request -> request.silence(false));
            gateway.pass(1);
        }
        assertThat(flushed).isCompletedWithValue(new FlushResult(0, 0, 1000));
        assertThat(gateway.sent().stream().distinct()).hasSizeBetween(5, 60);
        while (gateway.delivery.status().writes() > 0) {
            List.copyOf(gateway.requests).forEach(request -> request.whole(204));
            gateway.pass(60);
        }
        assertThat(gateway.settled).hasSize(1000).allMatch(WriteSettlement.Delivered.class::isInstance);
    }

    @Test
    void busyDestinationDoesNotDelayOthers() {
        DeliveryChannel channel = channel("/bulk/{path}", Format.JSON, SameKey.TOGETHER);
        var gateway = new ScriptedGateway(with(channel, new DeliveryChannel.Flush(2, 1000, Duration.ofSeconds(5)), 1));
        long quiet = gateway.offer("quiet", "http://o/quiet", 1);
        for (int i = 0; i < 20; i++) {
            gateway.offer("busy" + i, "http://o/busy", 1);
        }
        gateway.pass(5);
        gateway.requests.get(0).whole(204);
        assertThat(gateway.sent()).containsExactly(List.of(1L, 2L), List.of(quiet));
    }

    @Test
    @Tag("hardening-U8")
    void findsPoisonItemByHalvingBatch() {
        var gateway = new ScriptedGateway(with(TOGETHER, new DeliveryChannel.Flush(8, 1000, Duration.ofHours(1)), 1));
        LongStream.range(0, 8).forEach(i -> gateway.offer(i < 4 ? "a" : "b" + i));
        for (int i = 0; i < gateway.requests.size(); i++) {
            ScriptedGateway.Request request = gateway.requests.get(i);
            request.whole(request.numbers().contains(5L) ? 413 : 200);
        }
        assertThat(gateway.sent())
                .containsExactly(
                        List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L),
                        List.of(0L, 1L, 2L, 3L),
                        List.of(4L, 5L, 6L, 7L),
                        List.of(4L, 5L),
                        List.of(4L),
                        List.of(5L),
                        List.of(6L, 7L));
        assertThat(gateway.settled.stream().filter(WriteSettlement.Dead.class::isInstance))
                .singleElement()
                .satisfies(dead -> assertThat(dead.write().number()).isEqualTo(5));
        assertThat(gateway.requests.stream().map(request -> request.batch().id()))
                .doesNotHaveDuplicates();
    }

    @Test
    void retriesRecordingOfBatchWithoutSendingIt() {
        var gateway = new ScriptedGateway(full(1, 1000));
        gateway.journalFails = true;
        gateway.offer("a");
        gateway.offer("a");
        gateway.pass(600);
        assertThat(gateway.requests).isEmpty();
        assertThat(gateway.events.size()).isBetween(5, 60);
        gateway.journalFails = false;
        gateway.pass(60);
        assertThat(gateway.sent()).containsExactly(List.of(0L));
    }

    @Test
    void retriesFailedSettlementWithoutSendingAgain() {
        var gateway = new ScriptedGateway(full(1, 1000));
        gateway.offer("a");
        gateway.offer("a");
        gateway.journalFails = true;
        gateway.requests.get(0).whole(204);
        gateway.pass(600);
        assertThat(gateway.sent()).containsExactly(List.of(0L));
        gateway.journalFails = false;
        gateway.pass(60);
        assertThat(gateway.sent()).containsExactly(List.of(0L), List.of(1L));
        assertThat(gateway.settled).hasSize(1);
    }

    @Test
    void sendsNothingUntilFenceIsRaised() {
        var gateway = new ScriptedGateway(full(1, 1000));
        gateway.fenceFails = true;
        gateway.offer("a");
        gateway.pass(600);
        assertThat(gateway.requests).isEmpty();
        gateway.fenceFails = false;
        gateway.pass(60);
        assertThat(gateway.sent()).containsExactly(List.of(0L));
        assertThat(gateway.events.stream().filter("planned"::equals)).hasSize(1);
    }

    @Test
    void resumedBatchIsSentUnchangedBeforeLaterWrites() {
        var gateway = new ScriptedGateway(full(1, 1000));
        var batch = new WriteBatch(new UUID(5, 5), "uploads", List.of(write(100, "a"), write(101, "b")));
        gateway.delivery.resume(batch);
        gateway.delivery.offer(write(102, "a"));
        assertThat(gateway.requests)
                .singleElement()
                .extracting(ScriptedGateway.Request::batch)
                .isEqualTo(batch);
        assertThat(gateway.events).doesNotContain("planned");
        gateway.requests.get(0).each(201, 201);
        assertThat(gateway.sent()).endsWith(List.of(102L));
    }

    @Test
    void deadLettersResumedBatchIfBulkEndpointIsGone() {
        var gateway = new ScriptedGateway(channel(null, Format.JSON, SameKey.TOGETHER));
        gateway.delivery.resume(new WriteBatch(new UUID(5, 5), "uploads", List.of(write(100, "a"), write(101, "b"))));
        gateway.delivery.offer(write(102, "a"));
        assertThat(gateway.settled).hasSize(2).allMatch(WriteSettlement.Dead.class::isInstance);
        assertThat(gateway.sent()).containsExactly(List.of(102L));
    }

    @Test
    void sendsResumedItemsOneByOneIfOriginRecognizesThem() {
        DeliveryChannel recognizing = recognizing(channel(null, Format.JSON, SameKey.TOGETHER));
        var gateway = new ScriptedGateway(recognizing);
        gateway.delivery.resume(
                new WriteBatch(new UUID(5, 5), "uploads", List.of(write(100, "a"), write(101, "a"), write(102, "b"))));
        assertThat(gateway.sent()).containsExactly(List.of(100L), List.of(102L));
    }

    @Test
    void limitsBatchByLengthOfItemIdsField() {
        for (Format format : Format.values()) {
            DeliveryChannel channel = channel("/bulk/{path}", format, SameKey.TOGETHER);
            var gateway = new ScriptedGateway(
                    with(channel, new DeliveryChannel.Flush(10_000, 1 << 30, Duration.ofHours(1)), 4));
            for (int i = 0; i < 20_000; i++) {
                gateway.offer("k" + i, "http://o/" + i % 2, 1);
            }
            gateway.delivery.flush();
            List<Integer> sizes =
                    gateway.sent().stream().map(List::size).distinct().toList();
            List<Integer> lengths = gateway.requests.stream()
                    .map(request -> ItemIdsField.of(request.batch().writes())
                            .map(String::length)
                            .orElse(Integer.MAX_VALUE))
                    .toList();
            if (format == Format.MULTIPART) {
                assertThat(sizes).containsExactly(10_000);
            } else {
                assertThat(sizes).allSatisfy(size -> assertThat(size).isBetween(600, 1_500));
                assertThat(lengths)
                        .hasSize(4)
                        .allSatisfy(length -> assertThat(length).isLessThanOrEqualTo(ItemIdsField.LONGEST));
            }
        }
    }

    private static DeliveryChannel recognizing(DeliveryChannel like) {
        DeliveryChannel.Retry retry = like.retry();
        return new DeliveryChannel(
                like.name(),
                like.bulk(),
                like.format(),
                like.sameKey(),
                like.flush(),
                new DeliveryChannel.Retry(
                        retry.first(), retry.longest(), retry.attempts(), DeliveryChannel.Deduplication.ITEMS),
                like.fields(),
                like.requests());
    }

    @Test
    void countsAttemptsMadeBeforeRestart() {
        var gateway = new ScriptedGateway(full(1, 1000));
        gateway.delivery.offer(write(100, "a"), 2);
        gateway.requests.get(0).whole(500);
        assertThat(gateway.settled).singleElement().isInstanceOf(WriteSettlement.Dead.class);
    }

    private static AcknowledgedWrite write(long number, String key) {
        return SampleWrites.bare(number, key, "http://o/a", 10, HeaderFields.EMPTY);
    }

    private static DeliveryChannel full(int count, long bytes) {
        return with(TOGETHER, new DeliveryChannel.Flush(count, bytes, Duration.ofHours(1)), 4);
    }
}

package dev.larder.writes.delivery;

import static dev.larder.writes.delivery.SampleWrites.channel;
import static dev.larder.writes.delivery.SampleWrites.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.DeliveryChannel.Format;
import dev.larder.writes.DeliveryChannel.SameKey;
import dev.larder.writes.WriteBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What those are told who flush, close, or look. */
class FlushProgressTest {

    private static final DeliveryChannel TOGETHER = channel("/bulk", Format.JSON, SameKey.TOGETHER);

    @Test
    void flushCompletesWhenRemainingWritesWaitForRetry() {
        var gateway = new ScriptedGateway(channel("/bulk", Format.JSON, SameKey.ONE_BY_ONE));
        LongStream.range(0, 3).forEach(i -> gateway.offer("a"));
        gateway.offer("b");
        gateway.offer("c");
        CompletableFuture<FlushResult> all = gateway.delivery.flush().toCompletableFuture();
        CompletableFuture<FlushResult> some =
                gateway.delivery.flush(write -> write.key().equals("b")).toCompletableFuture();
        gateway.requests.get(0).each(500, 201, 400);
        assertThat(all).isCompletedWithValue(new FlushResult(1, 1, 3));
        assertThat(some).isCompletedWithValue(new FlushResult(1, 0, 0));
        assertThat(gateway.delivery.flush().toCompletableFuture()).isCompletedWithValue(new FlushResult(0, 0, 3));
    }

    @Test
    @Tag("hardening-U14")
    void closeFlushesUntilItsTimeout() {
        var gateway = new ScriptedGateway(with(TOGETHER, new DeliveryChannel.Flush(1, 1000, Duration.ofHours(1)), 1));
        LongStream.range(0, 3).forEach(i -> gateway.offer("k" + i));
        CompletableFuture<FlushResult> closed =
                gateway.delivery.close(Duration.ofSeconds(10)).toCompletableFuture();
        gateway.requests.get(0).whole(204);
        gateway.pass(9);
        assertThat(closed).isNotDone();
        gateway.pass(1);
        assertThat(closed).isCompletedWithValue(new FlushResult(1, 0, 2));
        assertThat(gateway.requests.get(1).answer()).isCancelled();
        gateway.offer("late");
        gateway.pass(600);
        assertThat(gateway.requests).hasSize(2);
        assertThat(gateway.events).endsWith("raise", "send", "lower true");
    }

    @Test
    @Tag("hardening-U14")
    void closeEndsAsSoonAsEverythingIsDelivered() {
        var gateway = new ScriptedGateway(TOGETHER);
        gateway.offer("a");
        CompletableFuture<FlushResult> closed =
                gateway.delivery.close(Duration.ofSeconds(10)).toCompletableFuture();
        gateway.requests.get(0).whole(204);
        assertThat(closed).isCompletedWithValue(new FlushResult(1, 0, 0));
    }

    @Test
    void pendingFlushEndsWhenDeliveryIsClosed() {
        var gateway = new ScriptedGateway(with(TOGETHER, new DeliveryChannel.Flush(1, 1000, Duration.ofHours(1)), 1));
        gateway.offer("under way");
        gateway.offer("waits for its turn");
        CompletableFuture<FlushResult> before = gateway.delivery.flush().toCompletableFuture();
        gateway.delivery.close();
        assertThat(before).isCompletedWithValue(new FlushResult(0, 0, 2));
        assertThat(gateway.delivery.flush().toCompletableFuture()).isCompletedWithValue(new FlushResult(0, 0, 2));
    }

    /** What an earlier life has left is sent as soon as it is added: an answer before the flush would be counted by nobody. */
    @Test
    void flushCountsWritesAddedByItsAction() {
        var gateway = new ScriptedGateway(TOGETHER);
        var left = new WriteBatch(
                new UUID(5, 5),
                "uploads",
                List.of(
                        SampleWrites.bare(100, "a", "http://o/a", 10, HeaderFields.EMPTY),
                        SampleWrites.bare(101, "b", "http://o/b", 10, HeaderFields.EMPTY)));
        CompletableFuture<FlushResult> flushed = gateway.delivery
                .flush(() -> {
                    gateway.delivery.resume(left);
                    assertThat(gateway.requests).isEmpty();
                })
                .toCompletableFuture();
        gateway.requests.get(0).whole(204);
        assertThat(flushed).isCompletedWithValue(new FlushResult(2, 0, 0));
    }

    @Test
    void statusReportsPendingWritesAndRequests() {
        var gateway = new ScriptedGateway(with(TOGETHER, new DeliveryChannel.Flush(2, 1000, Duration.ofHours(1)), 4));
        LongStream.range(0, 5).forEach(i -> gateway.offer("k" + i));
        DeliveryStatus status = gateway.delivery.status();
        assertThat(status.writes()).isEqualTo(5);
        assertThat(status.bytes()).isEqualTo(50);
        assertThat(status.underWay()).isEqualTo(2);
        assertThat(status.requests()).isEqualTo(2);
        assertThat(status.oldest()).hasValue(Instant.EPOCH);
        gateway.requests.get(0).whole(204);
        gateway.requests.get(1).silence(true);
        status = gateway.delivery.status();
        assertThat(status.writes()).isEqualTo(3);
        assertThat(status.underWay()).isZero();
        assertThat(status.repeating()).isEqualTo(1);
        assertThat(status.oldest()).hasValue(Instant.ofEpochSecond(2));
    }
}

package dev.larder.writes.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.DeliveryChannel.Deduplication;
import dev.larder.writes.OriginReply;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatchRetryPolicyTest {

    static final int ATTEMPTS = 5;

    private final BatchRetryPolicy retrying = retrying(Deduplication.BATCHES, DeliveryChannel.Format.JSON);
    private final BatchRetryPolicy recognizing = retrying(Deduplication.ITEMS, DeliveryChannel.Format.JSON);

    static BatchRetryPolicy retrying(Deduplication deduplication, DeliveryChannel.Format format) {
        return retrying(SampleWrites.channel("/bulk", format, DeliveryChannel.SameKey.TOGETHER), deduplication);
    }

    static BatchRetryPolicy retrying(DeliveryChannel like, Deduplication deduplication) {
        var retry = new DeliveryChannel.Retry(Duration.ofSeconds(1), Duration.ofSeconds(60), ATTEMPTS, deduplication);
        var channel = new DeliveryChannel(
                like.name(),
                like.bulk(),
                like.format(),
                like.sameKey(),
                like.flush(),
                retry,
                like.fields(),
                like.requests());
        return new BatchRetryPolicy(channel, new RetryBackoff(retry, new SplittableRandom(1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 207, 299})
    void successDeliversAllWritesOfBatch(int status) {
        assertThat(settlements(judge(retrying, flight("a", "b"), whole(status))))
                .hasSize(2)
                .allMatch(settlement -> settlement instanceof WriteSettlement.Delivered delivered
                        && delivered.reply().status() == status);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 409, 412, 413, 422, 424})
    void splitsRefusedBatchAtOnce(int status) {
        assertThat(judge(retrying, flight("a", "b", "c"), whole(status))).isEqualTo(new RetryDecision.Split(2, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 409, 412, 413, 422})
    @Tag("hardening-U8")
    void singleRefusedWriteBecomesDeadLetter(int status) {
        assertThat(settlements(judge(retrying, flight("a"), whole(status))))
                .singleElement()
                .isInstanceOfSatisfying(
                        WriteSettlement.Dead.class,
                        dead -> assertThat(dead.reason()).isEqualTo("the origin refuses it: " + status));
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 408, 425, 429, 500, 503, 599})
    void repeatsBatchUnchangedUntilAttemptsAreExhausted(int status) {
        UnsettledBatch batch = flight("a", "b", "c", "d");
        for (int i = 1; i < ATTEMPTS; i++) {
            assertThat(judge(retrying, batch, whole(status))).isInstanceOf(RetryDecision.Repeat.class);
        }
        assertThat(settlements(judge(retrying, batch, whole(status))))
                .hasSize(4)
                .allSatisfy(settlement -> assertThat(((WriteSettlement.Dead) settlement).reason())
                        .isEqualTo("given up after 5 answers, the last of them " + status));
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 408, 425, 429, 500, 503, 599})
    void splitsBatchAfterThreeFailuresIfOriginRecognizesItems(int status) {
        UnsettledBatch batch = flight("a", "b", "c", "d");
        assertThat(judge(recognizing, batch, whole(status))).isInstanceOf(RetryDecision.Repeat.class);
        assertThat(judge(recognizing, batch, whole(status))).isInstanceOf(RetryDecision.Repeat.class);
        assertThat(judge(recognizing, batch, whole(status)))
                .isInstanceOfSatisfying(RetryDecision.Split.class, split -> {
                    assertThat(split.limit()).isEqualTo(2);
                    assertThat(split.delay()).isPositive();
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 408, 500, 503, 0})
    @Tag("hardening-U7")
    void splitsPossiblyAppliedBatchOnlyIfOriginRecognizesItems(int status) {
        DeliveryOutcome ambiguous = status == 0 ? new DeliveryOutcome.Silence(true, "reset") : whole(status);
        UnsettledBatch batch = flight("a", "b");
        judge(retrying, batch, ambiguous);
        assertThat(judge(retrying, batch, whole(404))).isInstanceOf(RetryDecision.Repeat.class);
        UnsettledBatch recognized = flight("a", "b");
        judge(recognizing, recognized, ambiguous);
        assertThat(judge(recognizing, recognized, whole(404))).isEqualTo(new RetryDecision.Split(1, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {425, 429, 0})
    void splitsRefusedBatchIfOriginHadNotBegunIt(int status) {
        UnsettledBatch batch = flight("a", "b");
        judge(retrying, batch, status == 0 ? new DeliveryOutcome.Silence(false, "refused") : whole(status));
        assertThat(judge(retrying, batch, whole(404))).isEqualTo(new RetryDecision.Split(1, 0));
    }

    @Test
    void doesNotSplitBatchWithoutItemIds() {
        UnsettledBatch batch = flight(5_000, 2);
        for (int i = 1; i < ATTEMPTS; i++) {
            assertThat(judge(recognizing, batch, whole(500))).isInstanceOf(RetryDecision.Repeat.class);
        }
        BatchRetryPolicy inParts = retrying(Deduplication.ITEMS, DeliveryChannel.Format.MULTIPART);
        UnsettledBatch parts = flight(5_000, 2);
        judge(inParts, parts, whole(500));
        judge(inParts, parts, whole(500));
        assertThat(judge(inParts, parts, whole(500))).isInstanceOf(RetryDecision.Split.class);
    }

    /** It has been sent without the ids of its items, maybe, and may have been applied. */
    @ParameterizedTest
    @EnumSource
    void doesNotSplitResumedBatchOfUnnumberedWrites(DeliveryChannel.Format format) {
        BatchRetryPolicy recognizes = retrying(Deduplication.ITEMS, format);
        UnsettledBatch batch = flight(2, 1);
        batch.resumed = true;
        batch.ambiguous = true;
        assertThat(batch.writes.get(0).write.item().isUnnumbered()).isTrue();
        for (int i = 1; i < ATTEMPTS; i++) {
            assertThat(judge(recognizes, batch, whole(500))).isInstanceOf(RetryDecision.Repeat.class);
        }
    }

    /** Whatever its rule was then: one by one they would go under ids that the origin has not seen. */
    @Test
    void deadLettersResumedUnnumberedBatchWithoutBulkEndpoint() {
        DeliveryChannel alone =
                SampleWrites.channel(null, DeliveryChannel.Format.JSON, DeliveryChannel.SameKey.TOGETHER);
        BatchRetryPolicy recognizes = retrying(alone, Deduplication.ITEMS);
        UnsettledBatch batch = flight(2, 1);
        batch.resumed = true;
        assertThat(settlements(recognizes.withoutEndpoint(batch)))
                .hasSize(2)
                .allMatch(settlement -> settlement instanceof WriteSettlement.Dead);
        UnsettledBatch numbered = flight(List.of(bare(1), bare(2)));
        numbered.resumed = true;
        assertThat(recognizes.withoutEndpoint(numbered)).isEqualTo(new RetryDecision.Split(1, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 408, 424, 425, 429, 500, 503})
    void repeatsSingleWriteUntilAttemptsAreExhausted(int status) {
        UnsettledBatch batch = flight("a");
        for (int i = 1; i < ATTEMPTS; i++) {
            assertThat(judge(retrying, batch, whole(status))).isInstanceOf(RetryDecision.Repeat.class);
        }
        assertThat(settlements(judge(retrying, batch, whole(status))))
                .singleElement()
                .isInstanceOfSatisfying(
                        WriteSettlement.Dead.class,
                        dead -> assertThat(dead.reason())
                                .isEqualTo("given up after 5 answers, the last of them " + status));
    }

    /** The origin may still be at work on the request before (the Idempotency-Key field has 409 for that). */
    @ParameterizedTest
    @ValueSource(ints = {408, 500, 503, 0})
    @Tag("hardening-U7")
    void repeatsConflictAfterRequestThatMayBeInProgress(int before) {
        for (UnsettledBatch batch : List.of(flight("a"), flight("a", "b"))) {
            judge(retrying, batch, before == 0 ? new DeliveryOutcome.Silence(true, "reset") : whole(before));
            assertThat(judge(retrying, batch, whole(409))).isInstanceOf(RetryDecision.Repeat.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {425, 429, 0})
    void deadLettersConflictIfOriginHadNotBegunRequest(int before) {
        UnsettledBatch batch = flight("a");
        judge(retrying, batch, before == 0 ? new DeliveryOutcome.Silence(false, "refused") : whole(before));
        assertThat(settlements(judge(retrying, batch, whole(409)))).hasOnlyElementsOfType(WriteSettlement.Dead.class);
    }

    /** One by one, no earlier write is left that another attempt could follow. */
    @ParameterizedTest
    @ValueSource(ints = {400, 409, 424})
    @Tag("hardening-U8")
    void deadLettersRefusedWriteWithoutBulkEndpoint(int status) {
        BatchRetryPolicy oneByOne = retrying(
                SampleWrites.channel(null, DeliveryChannel.Format.JSON, DeliveryChannel.SameKey.TOGETHER),
                Deduplication.BATCHES);
        assertThat(settlements(judge(oneByOne, flight("a"), whole(status))))
                .hasOnlyElementsOfType(WriteSettlement.Dead.class);
    }

    @Test
    void treatsGarbledResponseLikeStatus500() {
        UnsettledBatch batch = flight("a", "b");
        var garbled = new DeliveryOutcome.Garbled(reply(207), SampleWrites.ANSWER);
        for (int i = 1; i < ATTEMPTS; i++) {
            assertThat(judge(retrying, batch, garbled)).isInstanceOf(RetryDecision.Repeat.class);
        }
        assertThat(settlements(judge(retrying, batch, garbled)).get(0)).isInstanceOf(WriteSettlement.Dead.class);
    }

    private static RetryDecision judge(BatchRetryPolicy policy, UnsettledBatch batch, DeliveryOutcome outcome) {
        return policy.judge(batch, outcome, 0);
    }

    @Test
    @Tag("hardening-U6")
    void settlesEachItemByItsOwnStatus() {
        UnsettledBatch batch = flight("a", "b", "c", "d", "e", "f");
        List<WriteSettlement> settlements = settlements(judge(retrying, batch, each(201, 400, 500, 429, 409, 408)));
        assertThat(settlements.get(0)).isInstanceOf(WriteSettlement.Delivered.class);
        assertThat(settlements.get(1)).isInstanceOf(WriteSettlement.Dead.class);
        assertThat(settlements.get(2)).isEqualTo(new WriteSettlement.Again(batch.writes.get(2).write, 1));
        assertThat(settlements.get(3)).isEqualTo(new WriteSettlement.Again(batch.writes.get(3).write, 1));
        assertThat(settlements.get(4)).isInstanceOf(WriteSettlement.Dead.class);
        assertThat(settlements.get(5)).isEqualTo(new WriteSettlement.Again(batch.writes.get(5).write, 1));
    }

    @Test
    void status424AfterFailureOfSameKeyIsNoAttempt() {
        UnsettledBatch batch = flight("a", "a", "a", "b");
        List<WriteSettlement> settlements = settlements(judge(retrying, batch, each(500, 424, 424, 424)));
        assertThat(attempts(settlements)).containsExactly(1, 0, 0, 1);
    }

    @Test
    @Tag("hardening-U6")
    @Tag("hardening-U8")
    void itemBecomesDeadLetterWhenAttemptsAreExhausted() {
        UnsettledBatch batch = flight("a", "a");
        batch.writes.get(0).attempts = ATTEMPTS - 1;
        List<WriteSettlement> settlements = settlements(judge(retrying, batch, each(503, 424)));
        assertThat(settlements.get(0)).isInstanceOf(WriteSettlement.Dead.class);
        assertThat(settlements.get(1)).isEqualTo(new WriteSettlement.Again(batch.writes.get(1).write, 0));
    }

    private static List<Integer> attempts(List<WriteSettlement> settlements) {
        return settlements.stream()
                .map(settlement -> ((WriteSettlement.Again) settlement).attempts())
                .toList();
    }

    static List<WriteSettlement> settlements(RetryDecision verdict) {
        return ((RetryDecision.Settle) verdict).settlements();
    }

    static DeliveryOutcome whole(int status) {
        return new DeliveryOutcome.Whole(reply(status), Duration.ZERO, SampleWrites.ANSWER);
    }

    private static DeliveryOutcome each(int... statuses) {
        return new DeliveryOutcome.EachItem(
                Arrays.stream(statuses).mapToObj(BatchRetryPolicyTest::reply).toList(), SampleWrites.ANSWER);
    }

    static OriginReply reply(int status) {
        return new OriginReply(status, Optional.empty(), "");
    }

    static UnsettledBatch flight(String... keys) {
        return flight(IntStream.range(0, keys.length)
                .mapToObj(i -> SampleWrites.bare(i, keys[i], "http://o/", 1, HeaderFields.EMPTY))
                .toList());
    }

    private static UnsettledBatch flight(int size, int step) {
        return flight(
                IntStream.range(0, size).mapToObj(i -> bare((long) step * i)).toList());
    }

    private static AcknowledgedWrite bare(long number) {
        return SampleWrites.bare(number, "k", "http://o/", 1, HeaderFields.EMPTY);
    }

    static UnsettledBatch flight(List<AcknowledgedWrite> writes) {
        return new UnsettledBatch(
                new WriteBatch(new UUID(1, 1), "uploads", writes),
                writes.stream().map(write -> new QueuedWrite(write, 0, 0)).toList());
    }
}

package dev.larder.writes.delivery;

import static dev.larder.writes.delivery.BatchRetryPolicyTest.ATTEMPTS;
import static dev.larder.writes.delivery.BatchRetryPolicyTest.flight;
import static dev.larder.writes.delivery.BatchRetryPolicyTest.reply;
import static dev.larder.writes.delivery.BatchRetryPolicyTest.retrying;
import static dev.larder.writes.delivery.BatchRetryPolicyTest.settlements;
import static dev.larder.writes.delivery.BatchRetryPolicyTest.whole;
import static dev.larder.writes.delivery.SampleWrites.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.writes.DeliveryChannel.Deduplication;
import dev.larder.writes.DeliveryChannel.Format;
import dev.larder.writes.DeliveryChannel.SameKey;
import dev.larder.writes.WriteSettlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a write is retried that its origin leaves unanswered, or for which it asks for more time. */
class UndecidedWriteTest {

    private static final long SECOND = 1_000_000_000;
    private static final long MINUTE = 60 * SECOND;
    private static final DeliveryOutcome SILENT = new DeliveryOutcome.Silence(true, "timeout");
    private static final DeliveryOutcome UNREACHED = new DeliveryOutcome.Silence(false, "refused");

    private final BatchRetryPolicy retrying = retrying(Deduplication.BATCHES, Format.JSON);
    private final BatchRetryPolicy recognizing = retrying(Deduplication.ITEMS, Format.JSON);

    @Test
    @Tag("hardening-U8")
    void retriesIndefinitelyWhileOriginIsUnreachable() {
        UnsettledBatch batch = flight("a", "b");
        for (int i = 0; i < 10_000; i++) {
            RetryDecision verdict = retrying.judge(batch, UNREACHED, i * MINUTE);
            double full = Math.min(60, Math.pow(2, Math.min(i, 30))) * 1e9;
            assertThat(((RetryDecision.Repeat) verdict).delay()).isBetween((long) (full / 2) - 1, (long) full);
        }
    }

    @Test
    void retriesIndefinitelyWhileContentIsUnreadable() {
        UnsettledBatch batch = flight("a");
        for (int i = 0; i < 10_000; i++) {
            assertThat(retrying.judge(batch, new DeliveryOutcome.Silence(true, false, "unreadable"), i * MINUTE))
                    .isInstanceOf(RetryDecision.Repeat.class);
        }
    }

    @Test
    @Tag("hardening-U8")
    void givesUpUnansweredWriteWhileOriginAcceptsOthers() {
        UnsettledBatch batch = flight("a");
        assertThat(retrying.judge(batch, SILENT, 0)).isInstanceOf(RetryDecision.Repeat.class);
        for (int i = 1; i < ATTEMPTS; i++) {
            retrying.judge(flight("b"), whole(201), 2 * i);
            assertThat(retrying.judge(batch, SILENT, 2 * i + 1)).isInstanceOf(RetryDecision.Repeat.class);
        }
        retrying.judge(flight("b"), whole(201), 2 * ATTEMPTS);
        assertThat(reason(retrying.judge(batch, SILENT, 2 * ATTEMPTS + 1)))
                .isEqualTo("given up after 6 requests without an answer: it may have been applied");
    }

    /** A wall before a dead service may refuse, or answer for it. */
    @ParameterizedTest
    @ValueSource(ints = {302, 403, 404, 429, 503})
    void refusalsOfOtherWritesDoNotProveOriginWorks(int status) {
        UnsettledBatch batch = flight("a");
        for (int i = 0; i < 100; i++) {
            retrying.judge(flight("b"), whole(status), 2 * i);
            assertThat(retrying.judge(batch, SILENT, 2 * i + 1)).isInstanceOf(RetryDecision.Repeat.class);
        }
    }

    @Test
    void otherOriginDoesNotProveThisOriginWorks() {
        BatchRetryPolicy policy = oneByOne();
        UnsettledBatch batch = flight("a");
        for (int i = 0; i < 100; i++) {
            policy.judge(
                    flight(List.of(SampleWrites.bare(1, "b", "http://p/", 1, HeaderFields.EMPTY))), whole(201), 2 * i);
            assertThat(policy.judge(batch, SILENT, 2 * i + 1)).isInstanceOf(RetryDecision.Repeat.class);
        }
    }

    /** All clients' writes may have its key, so that there is no other. */
    @Test
    @Tag("hardening-U8")
    void givesUpSoleUnansweredWriteAfterTimeOfAllAttempts() {
        UnsettledBatch batch = flight("a");
        List<Long> ends = ends(List.of(batch), 10 * MINUTE);
        assertThat(ends).singleElement().satisfies(end -> assertThat(end).isBetween(15 * SECOND, 90 * SECOND));
    }

    /** A database that hangs behind it, or a balancer before nothing. */
    @Test
    @Tag("hardening-U8")
    void givesUpFewWritesOfOriginThatIsSilentForWeekend() {
        List<UnsettledBatch> batches =
                IntStream.range(0, 500).mapToObj(i -> flight("k" + i)).toList();
        List<Long> ends = ends(batches, 60 * 60 * MINUTE);
        assertThat(ends).hasSizeBetween(60, 70);
        for (int i = 1; i < ends.size(); i++) {
            assertThat(ends.get(i) - ends.get(i - 1))
                    .isBetween((long) Math.min(60 * MINUTE, 15 * SECOND * Math.pow(2, i)), 62 * MINUTE);
        }
    }

    @Test
    void retriesAgainOnceHungOriginAcceptsWrite() {
        UnsettledBatch batch = flight("a");
        for (int i = 0; i < ATTEMPTS * 2; i++) {
            retrying.judge(batch, SILENT, i);
        }
        long back = 60 * MINUTE;
        retrying.judge(flight("b"), whole(201), back);
        assertThat(retrying.judge(batch, SILENT, back + SECOND)).isInstanceOf(RetryDecision.Repeat.class);
    }

    @Test
    void splitsUnansweredBatchIfOriginRecognizesItems() {
        UnsettledBatch batch = flight("a", "b", "c", "d");
        recognizing.judge(batch, SILENT, 0);
        for (int i = 1; i < 3; i++) {
            recognizing.judge(flight("z"), whole(201), 2 * i);
            assertThat(recognizing.judge(batch, SILENT, 2 * i + 1)).isInstanceOf(RetryDecision.Repeat.class);
        }
        recognizing.judge(flight("z"), whole(201), 10);
        assertThat(recognizing.judge(batch, SILENT, 11))
                .isInstanceOfSatisfying(
                        RetryDecision.Split.class,
                        split -> assertThat(split.limit()).isEqualTo(2));
    }

    /** Returns when these were given up, each repeated after its delay until this time without an answer. */
    private List<Long> ends(List<UnsettledBatch> batches, long until) {
        var due = new PriorityQueue<Map.Entry<Long, UnsettledBatch>>(Map.Entry.comparingByKey());
        batches.forEach(batch -> due.add(Map.entry(0L, batch)));
        List<Long> ends = new ArrayList<>();
        while (!due.isEmpty() && due.peek().getKey() < until) {
            Map.Entry<Long, UnsettledBatch> next = due.remove();
            long now = next.getKey();
            if (retrying.judge(next.getValue(), SILENT, now) instanceof RetryDecision.Repeat repeat) {
                due.add(Map.entry(now + repeat.delay(), next.getValue()));
            } else {
                ends.add(now);
            }
        }
        return ends;
    }

    private static BatchRetryPolicy oneByOne() {
        return retrying(SampleWrites.channel(null, Format.JSON, SameKey.TOGETHER), Deduplication.BATCHES);
    }

    private static String reason(RetryDecision decision) {
        return ((WriteSettlement.Dead) settlements(decision).get(0)).reason();
    }

    @Test
    @Tag("hardening-U8")
    void continuesKeyAfterItsUnansweredWriteIsGivenUp() {
        var gateway = new ScriptedGateway(channel("/bulk", Format.JSON, SameKey.TOGETHER));
        gateway.offer("a");
        gateway.delivery.flush();
        gateway.offer("a");
        for (int i = 0; i < 3; i++) {
            assertThat(gateway.requests).hasSize(i + 1);
            gateway.requests.get(i).silence(true);
            gateway.pass(60);
        }
        assertThat(gateway.settled)
                .singleElement()
                .isInstanceOfSatisfying(
                        WriteSettlement.Dead.class,
                        dead -> assertThat(dead.reason())
                                .isEqualTo("given up after 3 requests without an answer: it may have been applied"));
        assertThat(gateway.sent()).endsWith(List.of(1L));
    }

    @Test
    void honorsRetryAfterOfOrigin() {
        assertThat(asked(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(10));
        assertThat(asked(Duration.ZERO)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
    }

    /** A limit for one client, for instance. */
    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 503})
    @Tag("hardening-U8")
    void limitsRetryAfterToTimeOfAllAttempts(int status) {
        var asks = new DeliveryOutcome.Whole(reply(status), Duration.ofDays(10), SampleWrites.ANSWER);
        UnsettledBatch batch = flight("a");
        assertThat(retrying.judge(batch, asks, SECOND)).isEqualTo(new RetryDecision.Repeat(15 * SECOND));
        assertThat(reason(retrying.judge(batch, asks, 16 * SECOND)))
                .isEqualTo("given up after 2 answers, the last of them " + status + ", which asked for more time");
    }

    /** It may be in maintenance. */
    @Test
    void waitsUpToOneHourForOriginThatAlwaysAsksForDelay() {
        var asks = new DeliveryOutcome.Whole(reply(503), Duration.ofDays(10), SampleWrites.ANSWER);
        long now = 0;
        for (int i = 0; i < 20; i++) {
            UnsettledBatch batch = flight("a");
            long before = now;
            RetryDecision decision = retrying.judge(batch, asks, now);
            while (decision instanceof RetryDecision.Repeat repeat) {
                now += repeat.delay();
                decision = retrying.judge(batch, asks, now);
            }
            assertThat(now - before).isEqualTo((long) Math.min(60 * MINUTE, 15 * SECOND * Math.pow(2, i)));
        }
    }

    private Duration asked(Duration wait) {
        RetryDecision verdict =
                retrying.judge(flight("a"), new DeliveryOutcome.Whole(reply(503), wait, SampleWrites.ANSWER), 0);
        return Duration.ofNanos(((RetryDecision.Repeat) verdict).delay());
    }
}

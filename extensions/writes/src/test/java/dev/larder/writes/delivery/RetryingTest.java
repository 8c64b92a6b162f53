package dev.larder.writes.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.writes.Batch;
import dev.larder.writes.BufferedWrite;
import dev.larder.writes.Channel;
import dev.larder.writes.Channel.Deduplication;
import dev.larder.writes.Reply;
import dev.larder.writes.Settlement;
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

class RetryingTest {

    private static final int ATTEMPTS = 5;

    private final Retrying retrying = retrying(Deduplication.BATCHES, Channel.Format.JSON);
    private final Retrying recognizing = retrying(Deduplication.ITEMS, Channel.Format.JSON);

    private static Retrying retrying(Deduplication deduplication, Channel.Format format) {
        return retrying(WritesForTests.channel("/bulk", format, Channel.SameKey.TOGETHER), deduplication);
    }

    private static Retrying retrying(Channel like, Deduplication deduplication) {
        var retry = new Channel.Retry(Duration.ofSeconds(1), Duration.ofSeconds(60), ATTEMPTS, deduplication);
        var channel = new Channel(
                like.name(),
                like.bulk(),
                like.format(),
                like.sameKey(),
                like.flush(),
                like.parallel(),
                retry,
                like.fields(),
                like.timeout());
        return new Retrying(channel, new Backoff(retry, new SplittableRandom(1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 207, 299})
    void a_success_delivers_all(int status) {
        assertThat(settlements(retrying.judge(flight("a", "b"), whole(status))))
                .hasSize(2)
                .allMatch(settlement -> settlement instanceof Settlement.Delivered delivered
                        && delivered.reply().status() == status);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 412, 413, 422, 424})
    void a_refused_batch_is_halved_at_once(int status) {
        assertThat(retrying.judge(flight("a", "b", "c"), whole(status))).isEqualTo(new Verdict.Split(2, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 412, 413, 422})
    @Tag("hardening-U8")
    void a_write_that_is_refused_alone_is_dead(int status) {
        assertThat(settlements(retrying.judge(flight("a"), whole(status))))
                .singleElement()
                .isInstanceOfSatisfying(
                        Settlement.Dead.class,
                        dead -> assertThat(dead.reason()).isEqualTo("the origin refuses it: " + status));
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 408, 409, 425, 429, 500, 503, 599})
    void repeatsBatchAsItIsUntilItsAttemptsAreUsedUp(int status) {
        Flight flight = flight("a", "b", "c", "d");
        for (int i = 1; i < ATTEMPTS; i++) {
            assertThat(retrying.judge(flight, whole(status))).isInstanceOf(Verdict.Repeat.class);
        }
        assertThat(settlements(retrying.judge(flight, whole(status))))
                .hasSize(4)
                .allSatisfy(settlement -> assertThat(((Settlement.Dead) settlement).reason())
                        .isEqualTo("given up after 5 answers, the last of them " + status));
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 408, 409, 425, 429, 500, 503, 599})
    void halvesBatchAfterThreeFailuresWhereOriginRecognizesItems(int status) {
        Flight flight = flight("a", "b", "c", "d");
        assertThat(recognizing.judge(flight, whole(status))).isInstanceOf(Verdict.Repeat.class);
        assertThat(recognizing.judge(flight, whole(status))).isInstanceOf(Verdict.Repeat.class);
        assertThat(recognizing.judge(flight, whole(status))).isInstanceOfSatisfying(Verdict.Split.class, split -> {
            assertThat(split.limit()).isEqualTo(2);
            assertThat(split.delay()).isPositive();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 408, 409, 500, 503, 0})
    @Tag("hardening-U7")
    void takesNoBatchApartThatMayHaveBeenApplied(int status) {
        Outcome ambiguous = status == 0 ? new Outcome.Silence(true, "reset") : whole(status);
        Flight flight = flight("a", "b");
        retrying.judge(flight, ambiguous);
        assertThat(retrying.judge(flight, whole(404))).isInstanceOf(Verdict.Repeat.class);
        Flight recognized = flight("a", "b");
        recognizing.judge(recognized, ambiguous);
        assertThat(recognizing.judge(recognized, whole(404))).isEqualTo(new Verdict.Split(1, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {425, 429, 0})
    void takesBatchApartThatOriginHasNotBegun(int status) {
        Flight flight = flight("a", "b");
        retrying.judge(flight, status == 0 ? new Outcome.Silence(false, "refused") : whole(status));
        assertThat(retrying.judge(flight, whole(404))).isEqualTo(new Verdict.Split(1, 0));
    }

    @Test
    void takesNoBatchApartThatHasNoItemIds() {
        Flight flight = flight(5_000, 2);
        for (int i = 1; i < ATTEMPTS; i++) {
            assertThat(recognizing.judge(flight, whole(500))).isInstanceOf(Verdict.Repeat.class);
        }
        Retrying inParts = retrying(Deduplication.ITEMS, Channel.Format.MULTIPART);
        Flight parts = flight(5_000, 2);
        inParts.judge(parts, whole(500));
        inParts.judge(parts, whole(500));
        assertThat(inParts.judge(parts, whole(500))).isInstanceOf(Verdict.Split.class);
    }

    /** It has been sent without the ids of its items, maybe, and may have been applied. */
    @ParameterizedTest
    @EnumSource
    void takesNoResumedBatchApartOfWritesFromBeforeItemsHadNumbers(Channel.Format format) {
        Retrying recognizes = retrying(Deduplication.ITEMS, format);
        Flight flight = flight(2, 1);
        flight.resumed = true;
        flight.ambiguous = true;
        assertThat(flight.writes.get(0).write.item().isUnnumbered()).isTrue();
        for (int i = 1; i < ATTEMPTS; i++) {
            assertThat(recognizes.judge(flight, whole(500))).isInstanceOf(Verdict.Repeat.class);
        }
    }

    /** Whatever its rule was then: one by one they would go under ids that the origin has not seen. */
    @Test
    void givesResumedBatchUpOfWritesFromBeforeItemsHadNumbersWhereThereIsNoEndpoint() {
        Channel alone = WritesForTests.channel(null, Channel.Format.JSON, Channel.SameKey.TOGETHER);
        Retrying recognizes = retrying(alone, Deduplication.ITEMS);
        Flight flight = flight(2, 1);
        flight.resumed = true;
        assertThat(settlements(recognizes.withoutEndpoint(flight)))
                .hasSize(2)
                .allMatch(settlement -> settlement instanceof Settlement.Dead);
        Flight numbered = flight(List.of(bare(1), bare(2)));
        numbered.resumed = true;
        assertThat(recognizes.withoutEndpoint(numbered)).isEqualTo(new Verdict.Split(1, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 408, 409, 424, 425, 429, 500, 503})
    void a_write_alone_is_repeated_until_its_attempts_are_used_up(int status) {
        Flight flight = flight("a");
        for (int i = 1; i < ATTEMPTS; i++) {
            assertThat(retrying.judge(flight, whole(status))).isInstanceOf(Verdict.Repeat.class);
        }
        assertThat(settlements(retrying.judge(flight, whole(status))))
                .singleElement()
                .isInstanceOfSatisfying(
                        Settlement.Dead.class,
                        dead -> assertThat(dead.reason())
                                .isEqualTo("given up after 5 answers, the last of them " + status));
    }

    @Test
    void silence_is_repeated_for_ever_with_ever_longer_delays() {
        Flight flight = flight("a", "b");
        for (int i = 0; i < 1000; i++) {
            Verdict verdict = retrying.judge(flight, new Outcome.Silence(true, "timeout"));
            double full = Math.min(60, Math.pow(2, Math.min(i, 30))) * 1e9;
            assertThat(((Verdict.Repeat) verdict).delay()).isBetween((long) (full / 2) - 1, (long) full);
        }
    }

    @Test
    void a_garbled_answer_is_like_a_500() {
        Flight flight = flight("a", "b");
        var garbled = new Outcome.Garbled(reply(207));
        for (int i = 1; i < ATTEMPTS; i++) {
            assertThat(retrying.judge(flight, garbled)).isInstanceOf(Verdict.Repeat.class);
        }
        assertThat(settlements(retrying.judge(flight, garbled)).get(0)).isInstanceOf(Settlement.Dead.class);
    }

    @Test
    void the_origin_may_ask_for_up_to_an_hour() {
        assertThat(asked(Duration.ofMinutes(10))).isEqualTo(Duration.ofMinutes(10));
        assertThat(asked(Duration.ofDays(10))).isEqualTo(Duration.ofHours(1));
        assertThat(asked(Duration.ZERO)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
    }

    private Duration asked(Duration wait) {
        Verdict verdict = retrying.judge(flight("a"), new Outcome.Whole(reply(503), wait));
        return Duration.ofNanos(((Verdict.Repeat) verdict).delay());
    }

    @Test
    @Tag("hardening-U6")
    void each_item_has_its_own_fate() {
        Flight flight = flight("a", "b", "c", "d");
        List<Settlement> settlements = settlements(retrying.judge(flight, each(201, 400, 500, 429)));
        assertThat(settlements.get(0)).isInstanceOf(Settlement.Delivered.class);
        assertThat(settlements.get(1)).isInstanceOf(Settlement.Dead.class);
        assertThat(settlements.get(2)).isEqualTo(new Settlement.Again(flight.writes.get(2).write, 1));
        assertThat(settlements.get(3)).isEqualTo(new Settlement.Again(flight.writes.get(3).write, 1));
    }

    @Test
    void a_424_after_a_failure_of_its_key_does_not_count() {
        Flight flight = flight("a", "a", "a", "b");
        List<Settlement> settlements = settlements(retrying.judge(flight, each(500, 424, 424, 424)));
        assertThat(attempts(settlements)).containsExactly(1, 0, 0, 1);
    }

    @Test
    @Tag("hardening-U6")
    @Tag("hardening-U8")
    void an_item_dies_when_its_attempts_are_used_up() {
        Flight flight = flight("a", "a");
        flight.writes.get(0).attempts = ATTEMPTS - 1;
        List<Settlement> settlements = settlements(retrying.judge(flight, each(503, 424)));
        assertThat(settlements.get(0)).isInstanceOf(Settlement.Dead.class);
        assertThat(settlements.get(1)).isEqualTo(new Settlement.Again(flight.writes.get(1).write, 0));
    }

    private static List<Integer> attempts(List<Settlement> settlements) {
        return settlements.stream()
                .map(settlement -> ((Settlement.Again) settlement).attempts())
                .toList();
    }

    private static List<Settlement> settlements(Verdict verdict) {
        return ((Verdict.Settle) verdict).settlements();
    }

    private static Outcome whole(int status) {
        return new Outcome.Whole(reply(status), Duration.ZERO);
    }

    private static Outcome each(int... statuses) {
        return new Outcome.EachItem(
                Arrays.stream(statuses).mapToObj(RetryingTest::reply).toList());
    }

    private static Reply reply(int status) {
        return new Reply(status, Optional.empty(), "");
    }

    private static Flight flight(String... keys) {
        return flight(IntStream.range(0, keys.length)
                .mapToObj(i -> WritesForTests.bare(i, keys[i], "http://o/", 1, HeaderFields.EMPTY))
                .toList());
    }

    private static Flight flight(int size, int step) {
        return flight(
                IntStream.range(0, size).mapToObj(i -> bare((long) step * i)).toList());
    }

    private static BufferedWrite bare(long number) {
        return WritesForTests.bare(number, "k", "http://o/", 1, HeaderFields.EMPTY);
    }

    private static Flight flight(List<BufferedWrite> writes) {
        return new Flight(
                new Batch(new UUID(1, 1), "uploads", writes),
                writes.stream().map(write -> new Waiting(write, 0, 0)).toList());
    }
}

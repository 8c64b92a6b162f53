package dev.larder.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.cluster.ConsistencyViolation.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Histories made by hand, right and wrong: the judge of the others must be right itself. */
class RegisterHistoryCheckerTest {

    private static final long SEED = Long.getLong("larder.seed", 9875);

    @Test
    void reads_that_return_the_latest_write_are_right() {
        assertThat(kinds(write(1, 0, 10), read(1, 11, 12), write(2, 13, 20), read(2, 21, 22)))
                .isEmpty();
    }

    @Test
    void a_read_behind_an_answered_write_is_stale() {
        assertThat(kinds(write(1, 0, 10), write(2, 13, 20), read(1, 21, 22))).containsExactly(Kind.STALE_AFTER_WRITE);
    }

    @Test
    void a_read_during_a_write_may_return_either() {
        assertThat(kinds(write(1, 0, 10), write(2, 20, 30), read(1, 25, 40), read(2, 26, 41)))
                .isEmpty();
    }

    @Test
    void a_read_that_begins_at_the_very_end_of_a_write_is_not_after_it() {
        assertThat(kinds(write(1, 0, 10), write(2, 20, 30), read(1, 30, 40))).isEmpty();
    }

    @Test
    void old_after_new_is_wrong_even_while_the_write_is_under_way() {
        assertThat(kinds(write(1, 0, 10), write(2, 20, 90), read(2, 30, 40), read(1, 41, 50)))
                .containsExactly(Kind.OLD_AFTER_NEW);
    }

    @Test
    void reads_side_by_side_may_differ() {
        assertThat(kinds(write(1, 0, 10), write(2, 20, 90), read(2, 30, 40), read(1, 35, 50)))
                .isEmpty();
    }

    @Test
    void a_read_can_be_wrong_in_both_ways() {
        assertThat(kinds(write(2, 0, 10), read(2, 11, 12), read(1, 13, 14)))
                .containsExactlyInAnyOrder(Kind.STALE_AFTER_WRITE, Kind.OLD_AFTER_NEW);
    }

    @Test
    void a_write_of_unknown_outcome_counts_from_its_first_read() {
        RegisterOperation unknown = op("/r", true, 20, 30, 0, 0);
        assertThat(kinds(write(1, 0, 10), unknown, read(1, 31, 40))).isEmpty();
        assertThat(kinds(write(1, 0, 10), unknown, read(2, 31, 40), read(1, 41, 50)))
                .containsExactly(Kind.OLD_AFTER_NEW);
    }

    @Test
    void a_failed_read_tells_nothing() {
        assertThat(kinds(write(1, 0, 10), op("/r", false, 11, 12, 502, 0))).isEmpty();
    }

    @Test
    void registers_do_not_meet() {
        assertThat(kinds(write(5, 0, 10), op("/other", false, 11, 12, 200, 1))).isEmpty();
    }

    @Test
    void a_long_read_does_not_hide_a_later_one() {
        assertThat(kinds(write(1, 0, 10), write(2, 11, 20), read(2, 1, 100), read(1, 30, 40)))
                .containsExactly(Kind.STALE_AFTER_WRITE);
    }

    @Test
    void the_latest_write_counts_and_not_the_last_one_answered() {
        assertThat(kinds(write(2, 0, 10), write(1, 0, 11), read(1, 12, 13))).containsExactly(Kind.STALE_AFTER_WRITE);
    }

    @Test
    void the_clock_may_overflow() {
        long late = Long.MAX_VALUE - 5;
        assertThat(kinds(write(1, late - 9, late - 8), write(2, late, late + 10), read(1, late + 20, late + 30)))
                .containsExactly(Kind.STALE_AFTER_WRITE);
    }

    @Test
    void what_one_history_tells_counts_for_the_next() {
        RegisterHistoryChecker checker = new RegisterHistoryChecker();
        assertThat(checker.check(List.of(write(2, 0, 10), read(2, 11, 12)))).isEmpty();
        assertThat(checker.check(List.of(read(1, 21, 22)))).hasSize(2);
    }

    @Test
    void a_register_without_a_cache_is_always_right_and_a_late_one_is_not() {
        assertThat(new RegisterHistoryChecker().check(random(0))).isEmpty();
        assertThat(new RegisterHistoryChecker().check(random(1))).isNotEmpty();
    }

    /** Operations that take effect at one moment between begin and end, but for reads, which may lag by so many versions. */
    private static List<RegisterOperation> random(int lag) {
        Random random = new Random(SEED);
        int version = 1;
        List<RegisterOperation> history = new ArrayList<>();
        for (long time = 0; time < 10_000; time += 10) {
            boolean write = random.nextInt(5) == 0;
            int got = write ? ++version : version - random.nextInt(lag + 1);
            history.add(op("/r", write, time - random.nextInt(100), time + random.nextInt(100), 200, got));
        }
        Collections.shuffle(history, random);
        return history;
    }

    private static List<Kind> kinds(RegisterOperation... history) {
        List<RegisterOperation> shuffled = new ArrayList<>(List.of(history));
        Collections.reverse(shuffled);
        return new RegisterHistoryChecker()
                .check(shuffled).stream().map(ConsistencyViolation::kind).toList();
    }

    private static RegisterOperation write(int version, long begin, long end) {
        return op("/r", true, begin, end, 200, version);
    }

    private static RegisterOperation read(int version, long begin, long end) {
        return op("/r", false, begin, end, 200, version);
    }

    private static RegisterOperation op(String register, boolean write, long begin, long end, int status, int version) {
        return new RegisterOperation(register, write, 0, begin, end, status, version, "");
    }
}

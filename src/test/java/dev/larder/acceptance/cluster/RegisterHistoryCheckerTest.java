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
    void acceptsReadsOfLatestWrite() {
        assertThat(kinds(write(1, 0, 10), read(1, 11, 12), write(2, 13, 20), read(2, 21, 22)))
                .isEmpty();
    }

    @Test
    void reportsReadOlderThanAnsweredWriteAsStale() {
        assertThat(kinds(write(1, 0, 10), write(2, 13, 20), read(1, 21, 22))).containsExactly(Kind.STALE_AFTER_WRITE);
    }

    @Test
    void acceptsOldAndNewValueDuringWrite() {
        assertThat(kinds(write(1, 0, 10), write(2, 20, 30), read(1, 25, 40), read(2, 26, 41)))
                .isEmpty();
    }

    @Test
    void acceptsOldValueInReadStartingAsWriteEnds() {
        assertThat(kinds(write(1, 0, 10), write(2, 20, 30), read(1, 30, 40))).isEmpty();
    }

    @Test
    void reportsOldValueReadAfterNewValueDuringWrite() {
        assertThat(kinds(write(1, 0, 10), write(2, 20, 90), read(2, 30, 40), read(1, 41, 50)))
                .containsExactly(Kind.OLD_AFTER_NEW);
    }

    @Test
    void acceptsDifferentValuesInConcurrentReads() {
        assertThat(kinds(write(1, 0, 10), write(2, 20, 90), read(2, 30, 40), read(1, 35, 50)))
                .isEmpty();
    }

    @Test
    void reportsReadThatViolatesBothRules() {
        assertThat(kinds(write(2, 0, 10), read(2, 11, 12), read(1, 13, 14)))
                .containsExactlyInAnyOrder(Kind.STALE_AFTER_WRITE, Kind.OLD_AFTER_NEW);
    }

    @Test
    void writeWithUnknownOutcomeCountsOnceItIsRead() {
        RegisterOperation unknown = op("/r", true, 20, 30, 0, 0);
        assertThat(kinds(write(1, 0, 10), unknown, read(1, 31, 40))).isEmpty();
        assertThat(kinds(write(1, 0, 10), unknown, read(2, 31, 40), read(1, 41, 50)))
                .containsExactly(Kind.OLD_AFTER_NEW);
    }

    @Test
    void ignoresFailedRead() {
        assertThat(kinds(write(1, 0, 10), op("/r", false, 11, 12, 502, 0))).isEmpty();
    }

    @Test
    void checksRegistersIndependently() {
        assertThat(kinds(write(5, 0, 10), op("/other", false, 11, 12, 200, 1))).isEmpty();
    }

    @Test
    void longReadDoesNotHideViolationOfLaterRead() {
        assertThat(kinds(write(1, 0, 10), write(2, 11, 20), read(2, 1, 100), read(1, 30, 40)))
                .containsExactly(Kind.STALE_AFTER_WRITE);
    }

    @Test
    void comparesReadWithHighestVersionNotWithLastAnsweredWrite() {
        assertThat(kinds(write(2, 0, 10), write(1, 0, 11), read(1, 12, 13))).containsExactly(Kind.STALE_AFTER_WRITE);
    }

    @Test
    void toleratesClockOverflow() {
        long late = Long.MAX_VALUE - 5;
        assertThat(kinds(write(1, late - 9, late - 8), write(2, late, late + 10), read(1, late + 20, late + 30)))
                .containsExactly(Kind.STALE_AFTER_WRITE);
    }

    @Test
    void remembersOperationsOfPreviousHistory() {
        RegisterHistoryChecker checker = new RegisterHistoryChecker();
        assertThat(checker.check(List.of(write(2, 0, 10), read(2, 11, 12)))).isEmpty();
        assertThat(checker.check(List.of(read(1, 21, 22)))).hasSize(2);
    }

    @Test
    void acceptsUncachedRegisterAndReportsDelayedRegister() {
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

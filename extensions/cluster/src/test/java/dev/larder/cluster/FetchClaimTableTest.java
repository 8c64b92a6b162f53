package dev.larder.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cluster.FetchClaimTable.Answer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** One of all who ask goes to the origin; the others hear when he is back. */
class FetchClaimTableTest {

    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final ByteBuffer PAGE = ByteBuffer.wrap(new byte[] {1, 2});
    private static final UUID A = new UUID(0, 1);
    private static final UUID B = new UUID(0, 2);
    private static final UUID C = new UUID(0, 3);

    private final FetchClaimTable table = new FetchClaimTable(LONGEST);

    @Test
    void grantsFetchToFirstMemberAndOthersWaitUntilItIsOver() {
        assertThat(table.claim(PAGE, A, 0, member -> true)).isCompletedWithValue(Answer.GRANTED);
        CompletableFuture<Answer> second = table.claim(PAGE, B, 1, member -> true);
        CompletableFuture<Answer> third = table.claim(ByteBuffer.wrap(new byte[] {1, 2}), C, 2, member -> true);
        assertThat(second).isNotDone();
        table.over(PAGE, A, true);
        assertThat(second).isCompletedWithValue(Answer.OVER);
        assertThat(third).isCompletedWithValue(Answer.OVER);
        assertThat(table.claim(PAGE, B, 3, member -> true)).isCompletedWithValue(Answer.GRANTED);
    }

    @Test
    void tellsWaitingMembersThatResponseCannotBeShared() {
        table.claim(PAGE, A, 0, member -> true);
        CompletableFuture<Answer> second = table.claim(PAGE, B, 1, member -> true);
        table.over(PAGE, A, false);
        assertThat(second).isCompletedWithValue(Answer.NOT_SHARED);
    }

    @Test
    void onlyHolderOfClaimCanEndIt() {
        table.claim(PAGE, A, 0, member -> true);
        CompletableFuture<Answer> second = table.claim(PAGE, B, 1, member -> true);
        table.over(PAGE, B, true);
        assertThat(second).isNotDone();
    }

    @Test
    void grantsClaimAgainToItsHolder() {
        table.claim(PAGE, A, 0, member -> true);
        assertThat(table.claim(PAGE, A, 1, member -> true)).isCompletedWithValue(Answer.GRANTED);
    }

    @Test
    void passesClaimToNextMemberAfterMaximumDuration() {
        table.claim(PAGE, A, 0, member -> true);
        long later = LONGEST.toNanos();
        assertThat(table.claim(PAGE, B, later, member -> true)).isCompletedWithValue(Answer.GRANTED);
        CompletableFuture<Answer> third = table.claim(PAGE, C, later + 1, member -> true);
        table.over(PAGE, A, true);
        assertThat(third).isNotDone();
        table.over(PAGE, B, true);
        assertThat(third).isCompletedWithValue(Answer.OVER);
    }

    @Test
    void passesClaimOfDepartedMemberToNextMember() {
        table.claim(PAGE, A, 0, member -> true);
        assertThat(table.claim(PAGE, B, 1, member -> !member.equals(A))).isCompletedWithValue(Answer.GRANTED);
    }

    @Test
    void claimsOfDifferentRequestsAreIndependent() {
        table.claim(PAGE, A, 0, member -> true);
        assertThat(table.claim(ByteBuffer.wrap(new byte[] {3}), B, 0, member -> true))
                .isCompletedWithValue(Answer.GRANTED);
    }

    @Test
    void grantsEveryClaimOnceTableIsFull() {
        for (int i = 0; i < 20_000; i++) {
            table.claim(ByteBuffer.allocate(4).putInt(0, i), A, 0, member -> true);
        }
        ByteBuffer last = ByteBuffer.allocate(4).putInt(0, 19_999);
        assertThat(table.claim(last, B, 0, member -> true)).isCompletedWithValue(Answer.GRANTED);
    }
}

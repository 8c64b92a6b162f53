package dev.larder.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.cache.spi.Stamp;
import dev.larder.cache.spi.Tag;
import dev.larder.gateway.event.WriteListener;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.Standing;
import dev.larder.invalidation.Write;
import dev.larder.invalidation.local.LocalBus;
import dev.larder.rfc9111.Unsafe.Effect;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import reactor.test.scheduler.VirtualTimeScheduler;

/** However a write ends, its fence comes down, and what it may have made wrong is not used. */
class PendingWriteTest {

    private static final Set<Tag> TAGS = Set.of(new Tag("users"));
    private static final Duration HOLD = Duration.ofSeconds(10);

    private final Invalidator invalidator = new Invalidator(1 << 10, 1, new LocalBus());
    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private boolean routed;
    private final PendingWrite pending = new PendingWrite(HOLD, time, () -> routed);
    private final Stamp before = stamp();

    @Test
    void aWriteThatHappenedInvalidatesAndLowersTheFence() {
        begin();
        pending.settle(Effect.HAPPENED, Set::of).block();
        assertThat(invalidator.judge(before)).isEqualTo(Standing.INVALIDATED);
        assertThat(invalidator.judge(stamp())).isEqualTo(Standing.USABLE);
    }

    @Test
    void aWriteThatDidNotHappenLowersTheFenceOnly() {
        begin();
        pending.settle(Effect.NONE, Set::of).block();
        assertThat(invalidator.judge(before)).isEqualTo(Standing.USABLE);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I7")
    void aWriteOfUnknownOutcomeStaysFencedForAWhileAndThenInvalidatesAgain() {
        begin();
        pending.settle(Effect.UNKNOWN, Set::of).block();
        Stamp meanwhile = stamp();
        time.advanceTimeBy(HOLD.minusMillis(1));
        assertThat(invalidator.judge(meanwhile)).isEqualTo(Standing.FENCED);
        time.advanceTimeBy(Duration.ofMillis(1));
        assertThat(invalidator.judge(meanwhile)).isEqualTo(Standing.INVALIDATED);
        assertThat(invalidator.judge(stamp())).isEqualTo(Standing.USABLE);
    }

    @Test
    void onlyTheFirstWordCounts() {
        begin();
        pending.settle(Effect.NONE, Set::of).block();
        pending.settle(Effect.HAPPENED, Set::of).block();
        pending.over();
        assertThat(invalidator.judge(before)).isEqualTo(Standing.USABLE);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I7")
    void aRequestThatEndsWithoutAWordHasAnUnknownOutcome() {
        begin();
        pending.connecting();
        pending.sending();
        pending.over();
        assertThat(invalidator.judge(before)).isEqualTo(Standing.FENCED);
        time.advanceTimeBy(HOLD);
        assertThat(invalidator.judge(before)).isEqualTo(Standing.INVALIDATED);
    }

    @Test
    void aRequestThatEndsBeforeItIsForwardedHasWrittenNothing() {
        begin();
        pending.over();
        assertThat(invalidator.judge(before)).isEqualTo(Standing.USABLE);
    }

    @Test
    void aWriteOfWhichNothingIsSentIsNotSentOnceThatCounts() {
        begin();
        pending.connecting();
        assertThat(pending.isUnsent(false)).isTrue();
        assertThatThrownBy(pending::sending).isInstanceOf(CancellationException.class);
        pending.over();
        assertThat(invalidator.judge(before)).isEqualTo(Standing.USABLE);
    }

    @Test
    void aWriteThatIsSentOnceMayHaveHappenedThoughTheNextAttemptReachesNobody() {
        begin();
        pending.connecting();
        pending.sending();
        pending.connecting();
        assertThat(pending.isUnsent(true)).isFalse();
        pending.over();
        assertThat(invalidator.judge(before)).isEqualTo(Standing.FENCED);
    }

    @Test
    void aWriteThatIsRoutedUnseenMayHaveBeenSentUnlessNobodyWasReached() {
        begin();
        routed = true;
        assertThat(pending.isUnsent(false)).isFalse();
        assertThat(pending.isForwarded()).isTrue();
        assertThat(pending.isUnsent(true)).isTrue();
    }

    @Test
    void aFenceThatComesUpAfterItsRequestHasEndedComesDownAtOnce() {
        pending.over();
        begin();
        assertThat(invalidator.judge(before)).isEqualTo(Standing.USABLE);
    }

    private void begin() {
        Write write = invalidator.begin(TAGS).toCompletableFuture().join();
        pending.begun(new WatchedWrite(write, WriteListener.NONE));
    }

    private Stamp stamp() {
        return Stamp.of(invalidator.epoch(), TAGS);
    }
}

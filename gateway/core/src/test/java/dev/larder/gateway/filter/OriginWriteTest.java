package dev.larder.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.event.WriteListener;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.FencedWrite;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.rfc9111.UnsafeMethods.Effect;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import reactor.test.scheduler.VirtualTimeScheduler;

/** However a write ends, its fence comes down, and what it may have made wrong is not used. */
class OriginWriteTest {

    private static final Set<CacheTag> TAGS = Set.of(new CacheTag("users"));
    private static final Duration HOLD = Duration.ofSeconds(10);

    private final Invalidator invalidator = new Invalidator(1 << 10, 1, new LocalInvalidationBus());
    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private boolean routed;
    private final OriginWrite pending = new OriginWrite(HOLD, time, () -> routed);
    private final EpochStamp before = stamp();

    @Test
    void aWriteThatHappenedInvalidatesAndLowersTheFence() {
        begin();
        pending.settle(Effect.HAPPENED, Set::of).block();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(invalidator.judge(stamp())).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void aWriteThatDidNotHappenLowersTheFenceOnly() {
        begin();
        pending.settle(Effect.NONE, Set::of).block();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I7")
    void aWriteOfUnknownOutcomeStaysFencedForAWhileAndThenInvalidatesAgain() {
        begin();
        pending.settle(Effect.UNKNOWN, Set::of).block();
        EpochStamp meanwhile = stamp();
        time.advanceTimeBy(HOLD.minusMillis(1));
        assertThat(invalidator.judge(meanwhile)).isEqualTo(EntryStatus.FENCED);
        time.advanceTimeBy(Duration.ofMillis(1));
        assertThat(invalidator.judge(meanwhile)).isEqualTo(EntryStatus.INVALIDATED);
        assertThat(invalidator.judge(stamp())).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void onlyTheFirstWordCounts() {
        begin();
        pending.settle(Effect.NONE, Set::of).block();
        pending.settle(Effect.HAPPENED, Set::of).block();
        pending.over();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I7")
    void aRequestThatEndsWithoutAWordHasAnUnknownOutcome() {
        begin();
        pending.connecting();
        pending.sending();
        pending.over();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.FENCED);
        time.advanceTimeBy(HOLD);
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.INVALIDATED);
    }

    @Test
    void aRequestThatEndsBeforeItIsForwardedHasWrittenNothing() {
        begin();
        pending.over();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void aWriteOfWhichNothingIsSentIsNotSentOnceThatCounts() {
        begin();
        pending.connecting();
        assertThat(pending.isUnsent(false)).isTrue();
        assertThatThrownBy(pending::sending).isInstanceOf(CancellationException.class);
        pending.over();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
    }

    @Test
    void aWriteThatIsSentOnceMayHaveHappenedThoughTheNextAttemptReachesNobody() {
        begin();
        pending.connecting();
        pending.sending();
        pending.connecting();
        assertThat(pending.isUnsent(true)).isFalse();
        pending.over();
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.FENCED);
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
        assertThat(invalidator.judge(before)).isEqualTo(EntryStatus.USABLE);
    }

    private void begin() {
        FencedWrite write = invalidator.begin(TAGS).toCompletableFuture().join();
        pending.begun(new WatchedWrite(write, WriteListener.NONE));
    }

    private EpochStamp stamp() {
        return EpochStamp.of(invalidator.epoch(), TAGS);
    }
}

package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.CollapsedFetches.Participation;
import dev.larder.gateway.store.ResponseStoreTest;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.StaleServing.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/** Collapsed forwarding: one origin request for all who may share it, and nobody held up by those who left. */
class CollapsedFetchesTest {

    private static final CacheKey KEY = CacheKey.of("k");

    private long written;
    private final CollapsedFetches fetches =
            new CollapsedFetches(100, Duration.ofSeconds(5), stamp -> stamp.epoch() >= written);
    private final List<CollapsedFetch> led = new ArrayList<>();
    private final List<CollapsedFetchOutcome> heard = new ArrayList<>();

    @Test
    void firstRequestFetchesAndOthersJoin() {
        join("", 1);
        join("", 1);
        join("", 1);
        assertThat(led).hasSize(1);

        led.get(0).end(new CollapsedFetchOutcome.Released(Reason.PRIVATE));

        assertThat(heard).hasSize(2);
        assertThat(fetches.size()).isZero();
    }

    @Test
    void requestsWithDifferentCredentialsNeverShareFetch() {
        join("alice", 1);
        join("bob", 1);
        assertThat(led).hasSize(2);
    }

    @Test
    void requestAfterWriteDoesNotJoinEarlierFetch() {
        join("", 1);
        written = 2;
        join("", 2);
        join("", 2);
        assertThat(led).hasSize(2);
    }

    @Test
    void endedFetchCannotBeJoined() {
        join("", 1);
        led.get(0).end(new CollapsedFetchOutcome.Failed(Failure.TIMEOUT));
        join("", 1);
        assertThat(led).hasSize(2);
    }

    @Test
    void firstOutcomeOfFetchIsFinal() {
        join("", 1);
        join("", 1);
        led.get(0).end(new CollapsedFetchOutcome.Failed(Failure.TIMEOUT));
        led.get(0).end(new CollapsedFetchOutcome.Released(Reason.PRIVATE));
        assertThat(heard).containsExactly(new CollapsedFetchOutcome.Failed(Failure.TIMEOUT));
    }

    @Test
    @Tag("hardening-F6")
    void unshareableKeysAreNotCollapsed() {
        fetches.noteUnshareable(KEY);
        join("", 1);
        join("", 1);
        assertThat(led).hasSize(2);
        assertThat(led).noneMatch(CollapsedFetch::isJoinable);
    }

    @Test
    @Tag("hardening-X9")
    void collapsesNothingIfLimitIsZero() {
        var narrow = new CollapsedFetches(0, Duration.ofSeconds(5), stamp -> true);
        var leads = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            if (narrow.join(KEY, "", EpochStamp.NONE) instanceof Participation.Initiator) {
                leads.incrementAndGet();
            }
        }
        assertThat(leads).hasValue(3);
    }

    @Test
    void limitOfZeroAlsoPreventsJoiningBackgroundFetch() {
        var none = new CollapsedFetches(0, Duration.ofSeconds(5), stamp -> true);
        none.leadUnlessUnderWay(KEY, "", EpochStamp.NONE, led::add);
        assertThat(none.join(KEY, "", EpochStamp.NONE)).isInstanceOf(Participation.Initiator.class);
        assertThat(led).hasSize(1);
    }

    @Test
    void joinsFetchInProgressEvenIfLimitIsReached() {
        var narrow = new CollapsedFetches(1, Duration.ofSeconds(5), stamp -> true);
        var leads = new AtomicInteger();
        for (CacheKey key : List.of(KEY, CacheKey.of("other"), KEY)) {
            if (narrow.join(key, "", EpochStamp.NONE) instanceof Participation.Initiator) {
                leads.incrementAndGet();
            }
        }
        assertThat(leads).hasValue(2);
    }

    /** Reactor cancels what has been completed, too, where another operation has followed it. */
    @Test
    void followerThatLeavesStreamingFetchIsCountedOnce() {
        join("", 1);
        var told = new AtomicReference<CollapsedFetchOutcome.Streaming>();
        var participation = (Participation.Follower) fetches.join(KEY, "", EpochStamp.of(1, List.of()));
        Disposable waiting = participation
                .outcome()
                .flatMap(how -> {
                    told.set((CollapsedFetchOutcome.Streaming) how);
                    return Mono.never();
                })
                .subscribe();
        var givenUp = new AtomicInteger();
        led.get(0).onGiveUp(givenUp::incrementAndGet);
        led.get(0).announce(new CollapsedFetchOutcome.Streaming(ResponseStoreTest.response("gzip"), led.get(0)::leave));

        waiting.dispose();
        told.get().leave().run();

        assertThat(givenUp).as("the leader is still there").hasValue(0);
        led.get(0).leave();
        assertThat(givenUp).hasValue(1);
    }

    @Test
    @Tag("hardening-F3")
    void fetchContinuesForFollowersWhenInitiatorLeaves() {
        join("", 1);
        join("", 1);
        var givenUp = new AtomicInteger();
        led.get(0).onGiveUp(givenUp::incrementAndGet);

        led.get(0).leave();

        assertThat(givenUp).hasValue(0);
        assertThat(led.get(0).isJoinable()).isTrue();
    }

    @Test
    void fetchIsGivenUpAndNotJoinableWhenAllHaveLeft() {
        join("", 1);
        Disposable waiting = join("", 1);
        CollapsedFetch fetch = led.get(0);
        var givenUp = new AtomicInteger();
        fetch.onGiveUp(() -> {
            assertThat(Thread.holdsLock(fetch)).isFalse();
            givenUp.addAndGet(fetch.closeIfEmpty() ? 1 : 0);
        });

        fetch.leave();
        waiting.dispose();

        assertThat(givenUp).hasValue(1);
        join("", 1);
        assertThat(led).hasSize(2);
    }

    @Test
    void emptyFetchRemainsJoinableUntilGiveUpActionIsKnown() {
        join("", 1);
        led.get(0).leave();
        join("", 1);
        assertThat(led.get(0).closeIfEmpty()).isFalse();
        assertThat(led).hasSize(1);
    }

    private Disposable join(String credentials, long epoch) {
        Participation participation = fetches.join(KEY, credentials, EpochStamp.of(epoch, List.of()));
        if (participation instanceof Participation.Follower follower) {
            return follower.outcome().subscribe(heard::add);
        }
        led.add(((Participation.Initiator) participation).fetch());
        return Disposables.disposed();
    }
}

package dev.larder.cluster.protocol;

import dev.larder.cache.spi.CacheTag;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.EpochCounters;
import dev.larder.invalidation.EpochSnapshot;
import dev.larder.invalidation.InvalidationMessage;
import dev.larder.invalidation.InvalidationState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** One member, and a test that says word for word what it hears of others. A beat is 200 ns, a lease 1,600 or 1,500. */
final class SingleMemberScenario {

    static final UUID A = new UUID(1, 2);
    static final UUID B = new UUID(3, 4);
    static final UUID C = new UUID(5, 6);
    static final long BEAT = 200;
    static final long LEASE = 1_600;
    static final long TAKEN = 1_500;
    static final long HOLD = 5_000;
    static final CacheTag USERS = new CacheTag("users");
    static final TagIds IDS = new TagIds(USERS.id());

    final RecordingMemberActions letters = new RecordingMemberActions();
    final InvalidationState ledger = new InvalidationState(EpochCounters.inMemory(1 << 10, 0));
    final ClusterMember member;

    SingleMemberScenario() {
        this(terms(true, Optional.empty()));
    }

    SingleMemberScenario(LeaseSettings lease) {
        member = new ClusterMember(A, "a", ledger, lease, letters);
    }

    static LeaseSettings terms(boolean strict, Optional<Duration> memberFailureTimeout) {
        return new LeaseSettings(Duration.ofNanos(LEASE), Duration.ofNanos(HOLD), strict, memberFailureTimeout);
    }

    /** Started at 0, with nobody else. */
    SingleMemberScenario alone() {
        member.start(0, 100, Set.of("a"));
        member.tick(2 * BEAT);
        member.founded(2 * BEAT);
        return this;
    }

    /** Joined by B, which has acknowledged nothing and holds a lease until {@code now + LEASE}; it has written already. */
    SingleMemberScenario metBy(UUID other, long now) {
        member.receive(now, beat(other, 1, false, note(ClusterPeer.UNKNOWN, 0, false)));
        member.receive(now, snapshot(other, new PublicationProgress(0, 0)));
        member.receive(now, beat(other, 2, true, note(0, letters.lastBeat().number(), true)));
        return this;
    }

    /** Is heard again, and says how much it has applied. */
    void beats(UUID other, long now, long number, long applied) {
        member.receive(
                now, beat(other, number, true, note(applied, letters.lastBeat().number(), true)));
    }

    static ClusterMessage.PeerState note(long applied, long echo, boolean counted) {
        return new ClusterMessage.PeerState(A, applied, echo, counted);
    }

    static ClusterMessage.Heartbeat beat(UUID from, long number, boolean active, ClusterMessage.PeerState... notes) {
        return new ClusterMessage.Heartbeat(
                from,
                address(from),
                number,
                new ClusterMessage.MemberMode(active, true, LEASE),
                new PublicationProgress(0, 0),
                List.of(notes));
    }

    static String address(UUID of) {
        return of.equals(B) ? "b" : "c";
    }

    static ClusterMessage.Snapshot snapshot(
            UUID from, PublicationProgress head, ClusterPublication.MemberWriteStart... underWay) {
        var nothing = EpochSnapshot.restore(1 << 10, new EpochSnapshot.Marks(0, 0, 0), new int[0], new long[0]);
        return new ClusterMessage.Snapshot(from, head, nothing, List.of(underWay), List.of());
    }

    void hears(long now, UUID from, long number, ClusterPublication publication) {
        member.receive(now, new ClusterMessage.Published(from, number, publication));
    }

    CompletableFuture<EpochChange> invalidates(long now) {
        return member.publish(now, new InvalidationMessage.TagInvalidation(Set.of(USERS)));
    }

    /** Nobody waits for its release. */
    void publishes(long now, InvalidationMessage message) {
        CompletableFuture<EpochChange> unused = member.publish(now, message);
    }
}

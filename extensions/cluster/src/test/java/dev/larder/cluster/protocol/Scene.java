package dev.larder.cluster.protocol;

import dev.larder.cache.spi.Tag;
import dev.larder.invalidation.Counts;
import dev.larder.invalidation.Invalidation;
import dev.larder.invalidation.Ledger;
import dev.larder.invalidation.LedgerState;
import dev.larder.invalidation.Moved;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** One member, and a test that says word for word what it hears of others. A beat is 200 ns, a lease 1,600 or 1,500. */
final class Scene {

    static final UUID A = new UUID(1, 2);
    static final UUID B = new UUID(3, 4);
    static final UUID C = new UUID(5, 6);
    static final long BEAT = 200;
    static final long LEASE = 1_600;
    static final long TAKEN = 1_500;
    static final long HOLD = 5_000;
    static final Tag USERS = new Tag("users");
    static final TagIds IDS = new TagIds(USERS.id());

    final Letters letters = new Letters();
    final Ledger ledger = new Ledger(Counts.inMemory(1 << 10, 0));
    final Member member;

    Scene() {
        this(terms(true, Optional.empty()));
    }

    Scene(Terms terms) {
        member = new Member(A, "a", ledger, terms, letters);
    }

    static Terms terms(boolean strict, Optional<Duration> memberFailureTimeout) {
        return new Terms(Duration.ofNanos(LEASE), Duration.ofNanos(HOLD), strict, memberFailureTimeout);
    }

    /** Started at 0, with nobody else. */
    Scene alone() {
        member.start(0, 100, Set.of("a"));
        member.tick(2 * BEAT);
        member.founded(2 * BEAT);
        return this;
    }

    /** Joined by B, which has acknowledged nothing and holds a lease until {@code now + LEASE}; it has written already. */
    Scene metBy(UUID other, long now) {
        member.receive(now, beat(other, 1, false, note(Peer.UNKNOWN, 0, false)));
        member.receive(now, snapshot(other, new Head(0, 0)));
        member.receive(now, beat(other, 2, true, note(0, letters.lastBeat().number(), true)));
        return this;
    }

    /** Is heard again, and says how much it has applied. */
    void beats(UUID other, long now, long number, long applied) {
        member.receive(
                now, beat(other, number, true, note(applied, letters.lastBeat().number(), true)));
    }

    static Message.Note note(long applied, long echo, boolean counted) {
        return new Message.Note(A, applied, echo, counted);
    }

    static Message.Heartbeat beat(UUID from, long number, boolean active, Message.Note... notes) {
        return new Message.Heartbeat(
                from, address(from), number, new Message.Manner(active, true, LEASE), new Head(0, 0), List.of(notes));
    }

    static String address(UUID of) {
        return of.equals(B) ? "b" : "c";
    }

    static Message.Snapshot snapshot(UUID from, Head head, Publication.Begins... underWay) {
        var nothing = LedgerState.restore(1 << 10, new LedgerState.Marks(0, 0, 0), new int[0], new long[0]);
        return new Message.Snapshot(from, head, nothing, List.of(underWay), List.of());
    }

    void hears(long now, UUID from, long number, Publication publication) {
        member.receive(now, new Message.Published(from, number, publication));
    }

    CompletableFuture<Moved> invalidates(long now) {
        return member.publish(now, new Invalidation.Tags(Set.of(USERS)));
    }

    /** Nobody waits for its release. */
    void publishes(long now, Invalidation message) {
        CompletableFuture<Moved> unused = member.publish(now, message);
    }
}

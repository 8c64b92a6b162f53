package dev.larder.cluster.protocol;

import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.InvalidationMessage;
import dev.larder.invalidation.InvalidationState;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * One member of a cluster, without I/O. Decides what to tell the others, when a write may be answered, and whether this member
 * may answer from its store. States: new; joining; joined, when all members know of one another (founding at first, if no member
 * had written before); left. Events: own writes, messages, ticks, results of probes. Runs on one thread at a time, the worker of
 * the bus; any thread may call {@link #stamp} and {@link #mayUseStore}. The outbox acts after each call. Times are nanoseconds of a
 * monotonic clock; leases that this member takes expire by the lease clock, which may be ahead of it.
 *
 * <p>Epochs are Lamport clocks: an invalidation takes the epoch after the latest one heard of. A stamp is the minimum of what was
 * heard from every other writing member: all it published up to there is applied here, all it publishes later has a later epoch.
 * No stamp of a fetch that began before its member heard of a write reaches that write's epoch, even if messages are lost.
 *
 * <p>In strict mode a member answers from its store only while every other writing member grants it a lease; a writer waits until
 * each member has applied its publication, or its lease has expired (Gray and Cheriton, Leases, 1989).
 */
public final class ClusterMember {

    private final UUID id;
    private final String address;
    private final InvalidationState state;
    private final LeaseSettings lease;
    private final MemberActions actions;

    private final PublicationLog log = new PublicationLog();
    private final ClusterPeers peers;
    private final Set<String> expected = new HashSet<>();
    private final Heartbeats beats = new Heartbeats();
    private final PublicationCounters counters = new PublicationCounters();
    private final PendingPublications releases;
    private final LocalWrites writes;
    private final AbandonedWrites abandoned;

    private long lead;
    private long firstEpoch;
    private long earliest;
    private boolean started;
    private boolean missed;
    private boolean joined;
    private boolean left;
    private boolean established;
    private boolean founding;
    private volatile long entitledUntil;
    private volatile long stamp;

    /**
     * Creates a member that has not joined yet.
     *
     * @param id of this life alone
     * @param address where only this process listens while it lives
     * @param state the member's knowledge; initially empty, so its first epoch is 0
     */
    public ClusterMember(UUID id, String address, InvalidationState state, LeaseSettings lease, MemberActions actions) {
        this.id = id;
        this.address = address;
        this.state = state;
        this.lease = lease;
        this.actions = actions;
        this.releases = new PendingPublications(counters, actions);
        this.writes = new LocalWrites(state);
        this.peers = new ClusterPeers(id, lease);
        this.abandoned = new AbandonedWrites(lease);
    }

    /** Returns the epoch with which to stamp a fetch that begins now. */
    public long stamp() {
        return stamp;
    }

    /** Whether this member may answer from its store now, by the lease clock. */
    public boolean mayUseStore(long now) {
        return now - entitledUntil < 0;
    }

    /** Sets how far the lease clock is ahead from now on; never decreases. */
    public void lead(long nanos) {
        lead = nanos;
    }

    /**
     * Whether this member has joined without meeting a member that forwarded writes already: data of an earlier life may then be
     * invalid without any member knowing. This member must not write before all of it is removed.
     */
    public boolean isFounding() {
        return founding;
    }

    /** Confirms that shared data of an earlier life is removed: members that join from now on need not do so. */
    public void founded(long now) {
        founding = false;
        beat(now);
    }

    /**
     * Joins the members that are reachable or report themselves. This member must not write before it has {@link #hasJoined}.
     *
     * @param first epoch to begin with if no other member knows a later one
     * @param addresses where others may listen
     */
    public void start(long now, long first, Set<String> addresses) {
        entitledUntil = now + lead - 1;
        firstEpoch = first;
        earliest = now + 2 * lease.beat();
        started = true;
        expected.addAll(addresses);
        expected.remove(address);
        beat(now);
    }

    /** Records that no process listens at that address. */
    public void absent(long now, String nobody) {
        expected.remove(nobody);
        join(now);
    }

    /** Whether this member and all others know of one another, so that it may forward writes. */
    public boolean hasJoined() {
        return joined;
    }

    /** Returns the addresses where members may listen that have not been heard of. */
    public Set<String> expected() {
        return Set.copyOf(expected);
    }

    /** Returns the addresses where members listen, or may listen, that have not been met. */
    public Set<String> missing(long now) {
        var missing = new TreeSet<>(expected);
        peers.notMet(now + lead).forEach(peer -> missing.add(peer.address()));
        return missing;
    }

    private void join(long now) {
        boolean complete = expected.isEmpty() && now - earliest >= 0;
        if (!joined && !left && complete && peers.notMet(now + lead).isEmpty()) {
            joined = true;
            founding = !established;
            if (missed || (founding && !peers.present().isEmpty())) {
                flush(now);
            } else if (state.everything() == 0) {
                state.hear(firstEpoch);
                state.moveEverything(state.next());
            }
            refresh(now);
        }
    }

    /** Leaves after all writes have been released, so that the others no longer wait for it. Completes when they know. */
    public CompletableFuture<EpochChange> leave(long now) {
        joined = false;
        left = true;
        refresh(now);
        return publish(now, new LocalWrites.Entered(new ClusterPublication.MemberLeave(), EpochChange.NOT));
    }

    /** Publishes; completes as {@link dev.larder.invalidation.InvalidationBus#publish} says. */
    public CompletableFuture<EpochChange> publish(long now, InvalidationMessage message) {
        return publish(now, writes.enter(message, peers.heads()));
    }

    private CompletableFuture<EpochChange> publish(long now, LocalWrites.Entered entered) {
        var message = new ClusterMessage.Published(id, log.next(), entered.publication());
        log.add(message, now);
        actions.broadcast(message);
        counters.sent();
        CompletableFuture<EpochChange> done = entered.publication() instanceof ClusterPublication.MemberWriteEnd
                ? CompletableFuture.completedFuture(entered.moved())
                : releases.add(message.number(), entered.moved(), now);
        refresh(now);
        return done;
    }

    /** Handles a message. */
    public void receive(long now, ClusterMessage message) {
        if (message.from().equals(id) || !started) {
            return;
        }
        if (message instanceof ClusterMessage.Heartbeat heartbeat) {
            receive(now, heartbeat);
        } else {
            ClusterPeer peer = peers.get(message.from());
            if (peer == null) {
                return;
            }
            if (message instanceof ClusterMessage.Published published) {
                receive(now, peer, published);
            } else if (message instanceof ClusterMessage.Ack ack) {
                peer.acknowledged(ack.applied());
                peer.hear(ack.head(), state);
            } else if (message instanceof ClusterMessage.Snapshot snapshot) {
                receive(now, peer, snapshot);
            }
        }
        refresh(now);
    }

    private void receive(long now, ClusterMessage.Heartbeat heartbeat) {
        ClusterPeer known = peers.get(heartbeat.from());
        if (known == null && !mayMeet(now, heartbeat)) {
            return;
        }
        ClusterPeer peer = known == null ? meet(now, heartbeat) : known;
        peer.heardAt(now);
        missed |= peers.updateKnownMembers(
                peer,
                heartbeat.notes().stream().map(ClusterMessage.PeerState::about).collect(Collectors.toSet()));
        ClusterMessage.PeerState note = heartbeat.notes().stream()
                .filter(each -> each.about().equals(id))
                .findAny()
                .orElse(new ClusterMessage.PeerState(id, ClusterPeer.UNKNOWN, 0, false));
        catchUp(now, peer, note);
        peer.acknowledged(note.applied());
        peer.countsMe(note.counted());
        peer.writes(heartbeat.mode().active());
        if (note.applied() >= 0 && peer.acknowledged() >= releases.needed(now - 2 * lease.beat())) {
            peer.grant(now + lease.given(), heartbeat.number());
        }
        long taken = lease.taken(heartbeat.mode().lease());
        beats.sentAt(note.echo()).ifPresent(then -> peer.leased(then + taken));
        peer.hear(heartbeat.head(), state);
        join(now);
    }

    private PublicationProgress progress() {
        return new PublicationProgress(log.head(), state.clock());
    }

    private boolean mayMeet(long now, ClusterMessage.Heartbeat heartbeat) {
        return heartbeat.mode().strict() == lease.strict()
                && !heartbeat.address().equals(address)
                && !left
                && !peers.hasLivingAt(heartbeat.address(), now)
                && !peers.departed().isRecent(heartbeat.from(), now);
    }

    /**
     * Meets a member. If both have written without knowing of each other, each may have stored what the other has invalidated.
     */
    private ClusterPeer meet(long now, ClusterMessage.Heartbeat heartbeat) {
        peers.at(heartbeat.address()).forEach(predecessor -> dead(now, predecessor.id()));
        expected.remove(heartbeat.address());
        established |= heartbeat.mode().active();
        var peer = new ClusterPeer(heartbeat.from(), heartbeat.address(), now);
        peers.add(peer);
        if (heartbeat.mode().active() && joined) {
            peer.count();
            state.hear(heartbeat.head().clock());
            flush(now);
        }
        beat(now);
        return peer;
    }

    private void catchUp(long now, ClusterPeer peer, ClusterMessage.PeerState note) {
        if (note.applied() == ClusterPeer.UNKNOWN || !log.containsAllAfter(note.applied())) {
            if (peer.tryBeginSnapshot(now, lease.beat())) {
                var snapshot =
                        new ClusterMessage.Snapshot(id, progress(), state.state(), writes.underWay(), state.held());
                actions.send(peer.id(), snapshot);
            }
        } else {
            log.after(note.applied(), now - lease.beat()).forEach(missed -> actions.send(peer.id(), missed));
        }
    }

    private void receive(long now, ClusterPeer peer, ClusterMessage.Published message) {
        if (message.number() > peer.applied()) {
            peer.early(message.number(), message.publication());
        }
        if (message.number() > peer.applied() + 1) {
            counters.outOfOrder();
        }
        applyNext(now, peer);
        if (message.number() <= peer.applied()
                && !(message.publication() instanceof ClusterPublication.MemberWriteEnd)) {
            actions.send(peer.id(), new ClusterMessage.Ack(id, peer.applied(), progress()));
        }
    }

    private void applyNext(long now, ClusterPeer peer) {
        for (ClusterPublication next = peer.next(); next != null; next = peer.next()) {
            peer.apply(next, state, peers::get);
            peer.applied(peer.applied() + 1);
            counters.applied();
            if (next instanceof ClusterPublication.MemberLeave) {
                remove(now, peer);
            }
        }
    }

    private void receive(long now, ClusterPeer peer, ClusterMessage.Snapshot snapshot) {
        if (peer.applied() == ClusterPeer.UNKNOWN
                || peer.applied() < snapshot.head().number()) {
            state.merge(snapshot.state());
            snapshot.held().forEach(state::hold);
            peer.underWay(snapshot.underWay(), state);
            peer.applied(snapshot.head().number());
            peer.hear(snapshot.head(), state);
            applyNext(now, peer);
        }
    }

    /** To be called every {@link LeaseSettings#beat}. */
    public void tick(long now) {
        beat(now);
        peers.silent(now).forEach(peer -> actions.probe(peer.id(), peer.address()));
        lease.memberFailureTimeout().ifPresent(silence -> forget(now, silence.toNanos()));
        abandoned.due(now).forEach(orphan -> {
            abandoned.published(orphan, log.next());
            publish(now, writes.enter(orphan.tags()));
        });
        abandoned.known(releases).forEach(orphan -> publish(now, writes.end(orphan.write(), peers.heads())));
        peers.departed().forget(now);
        log.forgetUpTo(peers.acknowledgedByAll(log.head()));
        join(now);
        refresh(now);
    }

    private void forget(long now, long silence) {
        if (now - earliest > silence) {
            expected.clear();
        }
        peers.silentSince(now - silence).forEach(peer -> dead(now, peer.id()));
    }

    private void beat(long now) {
        if (left) {
            return;
        }
        actions.broadcast(new ClusterMessage.Heartbeat(
                id,
                address,
                beats.next(now + lead),
                new ClusterMessage.MemberMode(joined && !founding, lease.strict(), lease.given()),
                progress(),
                peers.present().stream().map(ClusterPeer::note).toList()));
    }

    /**
     * Handles the end of that member's process. If its lease for this member had expired by then, its unseen writes may have
     * invalidated anything.
     */
    public void dead(long now, UUID member) {
        ClusterPeer peer = peers.get(member);
        if (peer == null) {
            return;
        }
        remove(now, peer);
        if (peer.mayHaveForwardedWrites() && !peer.isGrantingLease(now + lead)) {
            flush(now);
        }
        join(now);
        refresh(now);
    }

    /** Removes a member. Its fences stay up and become this member's own. */
    private void remove(long now, ClusterPeer peer) {
        peers.remove(peer, now);
        peer.underWay().forEach(tags -> publish(now, writes.begin(abandoned.add(tags, now), tags)));
        peer.underWay(List.of(), state);
    }

    /**
     * Invalidates all responses fetched so far at every member, even those stamped by a member that is ahead of this one and that
     * has never waited for it.
     */
    private void flush(long now) {
        state.hear(firstEpoch);
        releases.flush(log.next());
        publish(now, new InvalidationMessage.FullInvalidation());
    }

    private void refresh(long now) {
        releases.refresh(peers.present(), lease.strict(), now);
        long leaseNow = now + lead;
        stamp = peers.heard(state.clock());
        entitledUntil = joined && !releases.isFlushing() ? peers.leasedUntil(leaseNow) : leaseNow - 1;
    }

    /** Returns the counters. */
    public PublicationCounters tally() {
        return counters;
    }

    /** Returns the status. */
    public MemberStatus status(long now) {
        return new MemberStatus(id, address, joined, mayUseStore(now + lead), peers.status(now, now + lead));
    }
}

package dev.larder.cluster.protocol;

import dev.larder.invalidation.InvalidationState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A member's knowledge of another member, the peer. Times are nanoseconds of this member's clock; leases from the peer use the
 * lease clock.
 */
final class ClusterPeer {

    /** None of its publications are known. */
    static final long UNKNOWN = -1;

    private static final int MAX_EARLY_PUBLICATIONS = 10_000;

    private final UUID id;
    private final String address;
    private final Map<Long, ClusterPublication.MemberWriteStart> underWay = new HashMap<>();

    private final NavigableMap<Long, ClusterPublication> early = new TreeMap<>();
    private long applied = UNKNOWN;
    private @Nullable PublicationProgress pending;
    private long heard;
    private @Nullable Long leaseUntil;
    private boolean counted;

    private long acknowledged = UNKNOWN;
    private @Nullable Long grantedUntil;
    private long echo;
    private boolean countsMe;
    private boolean writes;
    private Set<UUID> knows = Set.of();
    private long lastHeard;
    private @Nullable Long toldEverythingAt;

    ClusterPeer(UUID id, String address, long now) {
        this.id = id;
        this.address = address;
        this.lastHeard = now;
    }

    UUID id() {
        return id;
    }

    String address() {
        return address;
    }

    // The peer's publications.

    /** Returns the number of the latest publication applied here. */
    long applied() {
        return applied;
    }

    /** Returns the peer's writes in flight, whose fences are up here. */
    List<TagIds> underWay() {
        return underWay.values().stream()
                .map(ClusterPublication.MemberWriteStart::tags)
                .toList();
    }

    /** Marks all publications up to this number as applied, one by one or by a snapshot. */
    void applied(long number) {
        applied = number;
        if (pending != null) {
            head(pending);
        }
    }

    /** Keeps a publication that has arrived before its predecessors. */
    void early(long number, ClusterPublication publication) {
        if (early.size() < MAX_EARLY_PUBLICATIONS) {
            early.put(number, publication);
        }
    }

    /** Returns the next publication to apply, if it has arrived. */
    @Nullable
    ClusterPublication next() {
        early.headMap(applied, true).clear();
        return applied == UNKNOWN ? null : early.remove(applied + 1);
    }

    /**
     * Applies a publication to the state.
     *
     * @param others finds another member by its id; null if it is not known
     */
    void apply(ClusterPublication publication, InvalidationState state, Function<UUID, @Nullable ClusterPeer> others) {
        if (publication instanceof ClusterPublication.MemberWriteStart begins) {
            begins(begins, state);
        } else if (publication instanceof ClusterPublication.MemberWriteEnd ends) {
            ends.heads().forEach(other -> {
                ClusterPeer known = others.apply(other.member());
                if (known != null) {
                    known.hear(other.head(), state);
                }
            });
            ends(ends.write(), state);
        } else if (publication instanceof ClusterPublication.EpochAdvance tags) {
            state.move(tags.tags().ids(), tags.epoch());
            hear(new PublicationProgress(applied, tags.epoch()), state);
        } else if (publication instanceof ClusterPublication.PendingWriteNotice notice) {
            state.hold(
                    notice.log(),
                    notice.version(),
                    notice.extent(),
                    notice.tags().ids());
        } else if (publication instanceof ClusterPublication.FullEpochAdvance everything) {
            state.moveEverything(everything.epoch());
            hear(new PublicationProgress(applied, everything.epoch()), state);
        } else if (publication instanceof ClusterPublication.FillBarrier fills) {
            state.voidFills(fills.epoch());
            hear(new PublicationProgress(applied, fills.epoch()), state);
        }
    }

    /** Records the progress that the peer has reported, and the epoch it has heard of. */
    void hear(PublicationProgress head, InvalidationState state) {
        state.hear(head.clock());
        head(head);
    }

    /** Records the progress that the peer has reported; it takes effect once everything up to there is applied. */
    void head(PublicationProgress head) {
        if (applied >= head.number()) {
            heard(head.clock());
        } else if (pending == null || pending.number() < head.number()) {
            pending = head;
        }
    }

    /** Records that all later publications of the peer have a later epoch than this. */
    void heard(long epoch) {
        heard = Math.max(heard, epoch);
    }

    /** Returns the epoch that all later publications of the peer exceed. */
    long heard() {
        return heard;
    }

    void begins(ClusterPublication.MemberWriteStart write, InvalidationState state) {
        if (underWay.putIfAbsent(write.write(), write) == null) {
            write.begin(state);
        }
    }

    void ends(long write, InvalidationState state) {
        ClusterPublication.MemberWriteStart begun = underWay.remove(write);
        if (begun != null) {
            begun.end(state);
        }
    }

    /** Replaces the peer's writes in flight. */
    void underWay(List<ClusterPublication.MemberWriteStart> all, InvalidationState state) {
        all.forEach(write -> begins(write, state));
        List<Long> known =
                all.stream().map(ClusterPublication.MemberWriteStart::write).toList();
        List.copyOf(underWay.keySet()).stream()
                .filter(write -> !known.contains(write))
                .forEach(write -> ends(write, state));
    }

    // The lease from the peer.

    /** Records that the peer grants a lease until then. */
    void leased(long until) {
        leaseUntil = leaseUntil == null ? until : Long.valueOf(later(leaseUntil, until));
        counted |= applied != UNKNOWN;
    }

    /** Whether the peer waits for this member before it releases a write. */
    boolean isGrantingLease(long now) {
        return leaseUntil != null && now - leaseUntil < 0;
    }

    /** Returns when the lease from the peer expires; a time in the past if it has granted none. */
    long leaseUntil(long now) {
        return leaseUntil == null ? now - 1 : leaseUntil;
    }

    /** Whether this member answers from its store only with a lease from the peer. */
    boolean isLeaseRequired() {
        return counted;
    }

    /** Whether the peer may have forwarded writes. */
    boolean mayHaveForwardedWrites() {
        return writes;
    }

    void writes(boolean active) {
        writes |= active;
    }

    /** Requires a lease from the peer from now on, as it forwarded writes before it was met. */
    void count() {
        counted = true;
    }

    // The lease for the peer.

    /** Records that the peer has applied this member's publications up to that number. */
    void acknowledged(long number) {
        acknowledged = Math.max(acknowledged, number);
    }

    long acknowledged() {
        return acknowledged;
    }

    /** Grants the peer a lease until then, which the next beat reports. */
    void grant(long until, long beat) {
        grantedUntil = until;
        echo = beat;
    }

    /** Whether the peer has not acknowledged that publication, though it has ever held a lease. */
    boolean isBehind(long number) {
        return acknowledged < number && grantedUntil != null;
    }

    /** Whether the peer may still answer from its store without having applied that publication. */
    boolean mayMiss(long number, long now) {
        return acknowledged < number && grantedUntil != null && now - grantedUntil < 0;
    }

    ClusterMessage.PeerState note() {
        return new ClusterMessage.PeerState(id, applied, echo, counted);
    }

    /** Returns the members that the peer knows. */
    Set<UUID> knows() {
        return knows;
    }

    void knows(Set<UUID> others) {
        knows = others;
    }

    void countsMe(boolean counts) {
        countsMe = counts;
    }

    /** Whether each waits for the other. */
    boolean isMet(long now) {
        return counted && countsMe && isGrantingLease(now);
    }

    // Liveness.

    void heardAt(long now) {
        lastHeard = now;
    }

    boolean isSilentSince(long then) {
        return lastHeard - then < 0;
    }

    /** Whether a snapshot is due, first or repeated; if so, records that it is sent now. */
    boolean tryBeginSnapshot(long now, long patience) {
        if (toldEverythingAt != null && now - toldEverythingAt < patience) {
            return false;
        }
        toldEverythingAt = now;
        return true;
    }

    private static long later(long some, long other) {
        return some - other > 0 ? some : other;
    }
}

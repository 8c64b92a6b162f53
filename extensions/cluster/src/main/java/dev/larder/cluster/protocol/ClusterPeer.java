package dev.larder.cluster.protocol;

import dev.larder.invalidation.InvalidationState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a member knows of another one. Times are nanoseconds of this member's clock; of leases from it, of its lease clock. */
final class ClusterPeer {

    /** Nothing is known of what it has published. */
    static final long UNKNOWN = -1;

    private static final int MOST_EARLY = 10_000;

    private final UUID id;
    private final String address;
    private final Map<Long, TagIds> underWay = new HashMap<>();

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

    // What it has published.

    /** Number of its latest publication that is applied here. */
    long applied() {
        return applied;
    }

    /** Its writes under way, whose fences are up here. */
    List<TagIds> underWay() {
        return List.copyOf(underWay.values());
    }

    /** Applies its next publication, or all of them as they were at that number. */
    void applied(long number) {
        applied = number;
        if (pending != null) {
            head(pending);
        }
    }

    /** Keeps what has come before others of its publications, which are still to come. */
    void early(long number, ClusterPublication publication) {
        if (early.size() < MOST_EARLY) {
            early.put(number, publication);
        }
    }

    /** What it has published next, if that has come. */
    @Nullable
    ClusterPublication next() {
        early.headMap(applied, true).clear();
        return applied == UNKNOWN ? null : early.remove(applied + 1);
    }

    /** Enters what it has published. */
    void apply(ClusterPublication publication, InvalidationState state, ClusterPeers others) {
        if (publication instanceof ClusterPublication.MemberWriteStart begins) {
            begins(begins.write(), begins.tags(), state);
        } else if (publication instanceof ClusterPublication.MemberWriteEnd ends) {
            ends.heads().forEach(other -> {
                ClusterPeer known = others.get(other.member());
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

    /** It had got this far when it said so. */
    void hear(PublicationProgress head, InvalidationState state) {
        state.hear(head.clock());
        head(head);
    }

    /** It had got this far: known once everything up to there is applied. */
    void head(PublicationProgress head) {
        if (applied >= head.number()) {
            heard(head.clock());
        } else if (pending == null || pending.number() < head.number()) {
            pending = head;
        }
    }

    /** It publishes nothing any more that is not later than this. */
    void heard(long epoch) {
        heard = Math.max(heard, epoch);
    }

    /** Whatever it publishes from now on has a later epoch than this. */
    long heard() {
        return heard;
    }

    void begins(long write, TagIds tags, InvalidationState state) {
        if (underWay.putIfAbsent(write, tags) == null) {
            state.raise(tags.ids());
        }
    }

    void ends(long write, InvalidationState state) {
        TagIds tags = underWay.remove(write);
        if (tags != null) {
            state.lower(tags.ids());
        }
    }

    /** These are its writes under way, and no others. */
    void underWay(List<ClusterPublication.MemberWriteStart> all, InvalidationState state) {
        all.forEach(write -> begins(write.write(), write.tags(), state));
        List<Long> known =
                all.stream().map(ClusterPublication.MemberWriteStart::write).toList();
        List.copyOf(underWay.keySet()).stream()
                .filter(write -> !known.contains(write))
                .forEach(write -> ends(write, state));
    }

    // The lease from it.

    /** It grants a lease for what was sent then. */
    void leased(long until) {
        leaseUntil = leaseUntil == null ? until : Long.valueOf(later(leaseUntil, until));
        counted |= applied != UNKNOWN;
    }

    /** Whether it waits for this member before it releases a write. */
    boolean leases(long now) {
        return leaseUntil != null && now - leaseUntil < 0;
    }

    /** When its lease runs out; a time that has passed if it has given none. */
    long leaseUntil(long now) {
        return leaseUntil == null ? now - 1 : leaseUntil;
    }

    /** Whether nothing is answered from the store here but with a lease from it. */
    boolean counted() {
        return counted;
    }

    /** Whether it may have forwarded writes. */
    boolean writes() {
        return writes;
    }

    void writes(boolean active) {
        writes |= active;
    }

    /** It has forwarded writes before it was met: nothing is answered without its lease from now on. */
    void count() {
        counted = true;
    }

    // The lease for it.

    /** It has applied what this member has published, up to that number. */
    void acknowledged(long number) {
        acknowledged = Math.max(acknowledged, number);
    }

    long acknowledged() {
        return acknowledged;
    }

    /** It may rely on a lease until then, and is told so. */
    void grant(long until, long beat) {
        grantedUntil = until;
        echo = beat;
    }

    /** Whether it has not heard of that publication, though it has been granted a lease some time. */
    boolean misses(long number) {
        return acknowledged < number && grantedUntil != null;
    }

    /** Whether it may still answer from its store without having heard of that publication. */
    boolean mayMiss(long number, long now) {
        return acknowledged < number && grantedUntil != null && now - grantedUntil < 0;
    }

    ClusterMessage.PeerState note() {
        return new ClusterMessage.PeerState(id, applied, echo, counted);
    }

    /** Whom it knows. */
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
    boolean met(long now) {
        return counted && countsMe && leases(now);
    }

    // Its life.

    void heardAt(long now) {
        lastHeard = now;
    }

    boolean silentSince(long then) {
        return lastHeard - then < 0;
    }

    /** Whether it is time to tell it everything, again if need be. */
    boolean toldEverything(long now, long patience) {
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

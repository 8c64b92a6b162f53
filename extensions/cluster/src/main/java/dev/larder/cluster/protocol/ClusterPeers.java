package dev.larder.cluster.protocol;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The members that this one has met, and those that have left or died. */
final class ClusterPeers {

    /** Stands for a lease that never expires, in nanoseconds: some decades. */
    private static final long FOREVER = 1L << 60;

    private final UUID self;
    private final LeaseSettings lease;
    private final FailedMembers failed;
    private final Map<UUID, ClusterPeer> present = new LinkedHashMap<>();

    ClusterPeers(UUID self, LeaseSettings lease) {
        this.self = self;
        this.lease = lease;
        this.failed = new FailedMembers(lease);
    }

    Collection<ClusterPeer> present() {
        return present.values();
    }

    @Nullable
    ClusterPeer get(UUID id) {
        return present.get(id);
    }

    void add(ClusterPeer peer) {
        present.put(peer.id(), peer);
    }

    void remove(ClusterPeer peer, long now) {
        present.remove(peer.id());
        failed.add(peer.id(), now);
    }

    FailedMembers departed() {
        return failed;
    }

    List<ClusterPeer> silentSince(long then) {
        return present.values().stream()
                .filter(peer -> peer.isSilentSince(then))
                .toList();
    }

    /** Returns the members that have not been heard from for two beats. */
    List<ClusterPeer> silent(long now) {
        return present.values().stream().filter(peer -> isSilent(peer, now)).toList();
    }

    private boolean isSilent(ClusterPeer peer, long now) {
        return peer.isSilentSince(now - 2 * lease.beat());
    }

    private MemberStatus.Silence silence(ClusterPeer peer, long now) {
        if (!isSilent(peer, now)) {
            return MemberStatus.Silence.NONE;
        }
        return peer.isSilentSince(now - lease.given() / 2) ? MemberStatus.Silence.LONG : MemberStatus.Silence.SHORT;
    }

    /** Whether a member at that address has just been heard from: no other can be there. */
    boolean hasLivingAt(String address, long now) {
        return at(address).stream().anyMatch(peer -> !isSilent(peer, now));
    }

    /** Returns the reported progress of each member. */
    List<PublicationProgress.OfMember> heads() {
        return present.values().stream()
                .filter(peer -> peer.applied() >= 0)
                .map(peer -> new PublicationProgress.OfMember(
                        peer.id(), new PublicationProgress(peer.applied(), peer.heard())))
                .toList();
    }

    List<MemberStatus.PeerStatus> status(long now, long leaseNow) {
        return present.values().stream()
                .map(peer -> new MemberStatus.PeerStatus(
                        peer.id(),
                        peer.address(),
                        peer.isGrantingLease(leaseNow),
                        peer.isMet(leaseNow),
                        silence(peer, now)))
                .toList();
    }

    /** Returns the members known at an address. */
    List<ClusterPeer> at(String address) {
        return present.values().stream()
                .filter(peer -> peer.address().equals(address))
                .toList();
    }

    /** Returns the members that do not know this member as it knows them, or that know a member this one has not met. */
    List<ClusterPeer> notMet(long leaseNow) {
        return present.values().stream()
                .filter(peer -> !peer.isMet(leaseNow) || !peer.knows().stream().allMatch(this::isKnown))
                .toList();
    }

    /**
     * Returns the epoch up to which the publications of all writing members are applied; the latest epoch if no member writes.
     */
    long heard(long latest) {
        return present.values().stream()
                .filter(ClusterPeer::isLeaseRequired)
                .mapToLong(ClusterPeer::heard)
                .reduce(latest, Math::min);
    }

    /** Returns when the first lease from a writing member expires; never, if members do not wait for one another. */
    long leasedUntil(long leaseNow) {
        long until = leaseNow + FOREVER;
        for (ClusterPeer peer : present.values()) {
            if (lease.strict() && peer.isLeaseRequired() && until - peer.leaseUntil(leaseNow) > 0) {
                until = peer.leaseUntil(leaseNow);
            }
        }
        return until;
    }

    /**
     * Updates the members that a peer knows.
     *
     * @return whether the peer knew a member that is gone and was never met: its writes are not known here
     */
    boolean updateKnownMembers(ClusterPeer peer, Set<UUID> now) {
        boolean lost = peer.knows().stream().anyMatch(each -> !now.contains(each) && !isKnown(each));
        peer.knows(now);
        return lost;
    }

    private boolean isKnown(UUID member) {
        return member.equals(self) || present.containsKey(member) || failed.has(member);
    }

    /** Returns the number up to which all members have applied this member's publications. */
    long acknowledgedByAll(long head) {
        return present.values().stream()
                .mapToLong(ClusterPeer::acknowledged)
                .min()
                .orElse(head);
    }
}

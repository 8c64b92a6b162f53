package dev.larder.cluster.bus;

import dev.larder.cluster.protocol.MemberStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds out which members have fallen silent and which answer again, once per change. Used by one thread. */
final class SilentMembers {

    private final Set<String> told = new HashSet<>();

    /** Returns a sentence for each change since the last status. */
    List<String> changes(MemberStatus status) {
        List<String> changes = new ArrayList<>();
        if (!status.hasJoined()) {
            return changes;
        }
        Set<String> silent = status.others().stream()
                .filter(other -> other.silence() == MemberStatus.Silence.LONG && !other.isGrantingLease())
                .map(MemberStatus.PeerStatus::address)
                .collect(Collectors.toSet());
        silent.stream()
                .filter(told::add)
                .sorted()
                .forEach(
                        address -> changes.add(
                                "The member " + address + " of the cluster is silent. Until it is heard of"
                                        + " or declared failed, this gateway may forward requests that its store could answer."));
        told.stream()
                .filter(address -> !silent.contains(address))
                .sorted()
                .forEach(address ->
                        changes.add("The member " + address + " of the cluster is silent no more, or has left."));
        told.retainAll(silent);
        return changes;
    }
}

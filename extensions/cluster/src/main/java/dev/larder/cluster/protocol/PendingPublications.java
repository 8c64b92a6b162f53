package dev.larder.cluster.protocol;

import dev.larder.invalidation.EpochChange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** This member's publications that callers wait for. */
final class PendingPublications {

    private final List<Waiting> waiting = new ArrayList<>();
    private final Set<Long> flushes = new HashSet<>();
    private final PublicationCounters counters;
    private final MemberActions actions;
    private long latest;

    private record Waiting(long number, EpochChange moved, CompletableFuture<EpochChange> done, long since) {}

    PendingPublications(PublicationCounters counters, MemberActions actions) {
        this.counters = counters;
        this.actions = actions;
    }

    /** Adds a publication; it is released once no other member may still answer from its store without having applied it. */
    CompletableFuture<EpochChange> add(long number, EpochChange moved, long now) {
        var done = new CompletableFuture<EpochChange>();
        waiting.add(new Waiting(number, moved, done, now));
        return done;
    }

    /** Whether that publication is not released yet. */
    boolean isWaiting(long number) {
        return waiting.stream().anyMatch(each -> each.number() == number);
    }

    /** Bars answers from the store here until that publication is released. */
    void flush(long number) {
        flushes.add(number);
    }

    boolean isFlushing() {
        return !flushes.isEmpty();
    }

    /**
     * Returns the number that a member must have applied to get a lease: released already, or waited for since before then. A
     * member that is heard but receives nothing must not hold up a writer.
     */
    long needed(long then) {
        return waiting.stream()
                .filter(each -> each.since() - then < 0)
                .mapToLong(Waiting::number)
                .reduce(latest, Math::max);
    }

    /** Releases all publications that may be released. */
    void refresh(Collection<ClusterPeer> peers, boolean strict, long now) {
        List<Waiting> ready = waiting.stream()
                .filter(each -> !strict || peers.stream().noneMatch(peer -> peer.mayMiss(each.number(), now)))
                .toList();
        if (ready.isEmpty()) {
            return;
        }
        waiting.removeAll(Set.copyOf(ready));
        ready.forEach(each -> {
            latest = Math.max(latest, each.number());
            flushes.remove(each.number());
            boolean late = peers.stream().anyMatch(peer -> peer.isBehind(each.number()));
            actions.run(() -> each.done().complete(each.moved()));
            actions.run(() -> counters.released(now - each.since(), late));
        });
    }
}

package dev.larder.simulator.cluster;

import java.util.Locale;

/** Ways to spread publications and heartbeats, from the plainest to the most involved. */
public enum BroadcastVariant {

    /** Every writer tells every member itself, and every member renews its lease with every other. */
    STRICT(false, false, Lease.ALL),

    /** As strict, but a member renews its lease with the leader of its group; leaders tell one another. */
    LEADERS(false, false, Lease.LEADERS),

    /** As strict, but what one member has to tell another is collected for a while and sent as one message. */
    BATCHED(false, true, Lease.ALL),

    /** Relays pass publications on, and the acknowledgements of those behind them back as one; each writer is a root. */
    TREE(true, false, Lease.TREE),

    /** One tree for all writers; an edge carries a notice at once, but no more than one message in the time of collecting. */
    BATCHED_TREE(true, true, Lease.TREE);

    /** Who tells whom that it is alive. */
    enum Lease {
        ALL,
        LEADERS,
        TREE
    }

    private final boolean isTree;
    private final boolean isBatched;
    private final Lease lease;

    BroadcastVariant(boolean isTree, boolean isBatched, Lease lease) {
        this.isTree = isTree;
        this.isBatched = isBatched;
        this.lease = lease;
    }

    boolean isBatched() {
        return isBatched;
    }

    Lease lease() {
        return lease;
    }

    /** Whether all writers use the same tree. */
    boolean isShared() {
        return isTree && isBatched;
    }

    /** The tree along which a publication spreads; without relays one whose root is next to all. */
    BroadcastTree tree(int members, int degree) {
        return new BroadcastTree(members, isTree ? degree : members - 1);
    }

    /** The name on the command line, such as {@code batched-tree}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

package dev.larder.simulator.cluster;

import java.util.Locale;

/** How publications and heartbeats are spread, from the simplest to the most elaborate. */
public enum BroadcastVariant {

    /** Every writer notifies every member itself, and every member renews its lease with every other. */
    STRICT(false, false, Lease.ALL),

    /** As strict, but a member renews its lease with the leader of its group; leaders notify one another. */
    LEADERS(false, false, Lease.LEADERS),

    /** As strict, but notices from one member to another are collected for a while and sent as one message. */
    BATCHED(false, true, Lease.ALL),

    /** Relays forward publications, and return the acknowledgements of their subtree as one; each writer is a root. */
    TREE(true, false, Lease.TREE),

    /** One tree for all writers; an edge carries a notice at once, but at most one message per collection window. */
    BATCHED_TREE(true, true, Lease.TREE);

    /** Which members exchange heartbeats. */
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

    /** Returns the tree along which a publication spreads; without relays the root is adjacent to all. */
    BroadcastTree tree(int members, int degree) {
        return new BroadcastTree(members, isTree ? degree : members - 1);
    }

    /** Returns the name on the command line, such as {@code batched-tree}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

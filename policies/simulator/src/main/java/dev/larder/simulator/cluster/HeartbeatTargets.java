package dev.larder.simulator.cluster;

import java.util.function.IntConsumer;

/** Determines which members send heartbeats to which, with a record per member. */
final class HeartbeatTargets {

    private final int members;
    private final BroadcastTree tree;
    private final BroadcastVariant.Lease lease;
    private final int group;

    HeartbeatTargets(ClusterCase clusterCase, int degree) {
        members = clusterCase.members();
        tree = new BroadcastTree(members, degree);
        lease = clusterCase.variant().lease();
        group = (int) Math.ceil(Math.sqrt(members));
    }

    /** Calls the listener for each member to which this one sends heartbeats. */
    void forEachListener(int member, IntConsumer listener) {
        switch (lease) {
            case ALL -> forEachFrom(0, members, 1, member, listener);
            case LEADERS -> forEachOfGroup(member, listener);
            case TREE -> tree.forEachNeighbour(member, listener);
        }
    }

    private void forEachOfGroup(int member, IntConsumer listener) {
        int leader = member - member % group;
        if (member == leader) {
            forEachFrom(leader, Math.min(members, leader + group), 1, member, listener);
            forEachFrom(0, members, group, member, listener);
        } else {
            listener.accept(leader);
        }
    }

    private static void forEachFrom(int first, int end, int step, int except, IntConsumer listener) {
        for (int i = first; i < end; i += step) {
            if (i != except) {
                listener.accept(i);
            }
        }
    }

    /** Returns the heartbeats of the first {@code first} members together, in one round. */
    long messages(int first) {
        var sum = new long[1];
        for (int member = 0; member < first; member++) {
            forEachListener(member, listener -> sum[0]++);
        }
        return sum[0];
    }
}

package dev.larder.simulator.cluster;

import java.util.function.IntConsumer;

/** A full tree over positions from 0, the root: those below p are degree * p + 1 and the next ones. */
record BroadcastTree(int members, int degree) {

    /** Positions that have somebody below them, which are the first ones. */
    int inner() {
        return (members - 2) / degree + 1;
    }

    /** Neighbours of a position above and below it. */
    int neighbours(int position) {
        int first = position * degree + 1;
        int below = Math.max(0, Math.min(degree, members - first));
        return below + (position == 0 ? 0 : 1);
    }

    void forEachNeighbour(int position, IntConsumer consumer) {
        if (position > 0) {
            consumer.accept((position - 1) / degree);
        }
        int first = position * degree + 1;
        int end = Math.min(members, first + degree);
        for (int below = first; below < end; below++) {
            consumer.accept(below);
        }
    }

    /** Mean number of neighbours of those that have somebody below them. */
    double innerNeighbours() {
        return (members - 1.0 + inner() - 1) / inner();
    }
}

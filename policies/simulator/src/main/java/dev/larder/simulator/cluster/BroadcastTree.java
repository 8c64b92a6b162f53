package dev.larder.simulator.cluster;

import java.util.function.IntConsumer;

/** A full tree over positions from 0, the root: the children of p are degree * p + 1 and the following ones. */
record BroadcastTree(int members, int degree) {

    /** Returns the number of positions with children, which are the first ones. */
    int inner() {
        return (members - 2) / degree + 1;
    }

    /** Returns the number of neighbours of a position, parent and children. */
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

    /** Returns the mean number of neighbours of the positions with children. */
    double innerNeighbours() {
        return (members - 1.0 + inner() - 1) / inner();
    }
}

package dev.larder.simulator.cluster;

import java.util.function.LongConsumer;

/** Something a writer tells all members: it spreads along a tree, and acknowledgements come back the same way. */
final class SimulatedPublication {

    /** What a message carries: a publication on its way down, or an acknowledgement of it. */
    record Notice(SimulatedPublication publication, boolean isAcknowledgement) {}

    final int writer;

    /** The position of a member in the tree is its number less this one. */
    final int root;

    /** Writes that this one stands for. */
    final int weight;

    final Notice notice = new Notice(this, false);
    final Notice acknowledgement = new Notice(this, true);

    private final LongConsumer onAcknowledged;
    private final boolean isAcknowledged;
    private final int[] pending;
    private final int[] source;
    private int pendingOfWriter;

    private SimulatedPublication(Writer writer, int inner, boolean isAcknowledged, LongConsumer onAcknowledged) {
        this.writer = writer.member;
        this.root = writer.root;
        this.weight = writer.weight;
        this.isAcknowledged = isAcknowledged;
        this.onAcknowledged = onAcknowledged;
        this.pending = new int[inner];
        this.source = new int[inner];
    }

    /** Who publishes, at which place of the tree, and for how many writes. */
    record Writer(int member, int root, int weight) {}

    /** One whose acknowledgements are waited for. */
    static SimulatedPublication acknowledged(Writer writer, BroadcastTree tree, LongConsumer onAcknowledged) {
        return new SimulatedPublication(writer, tree.inner(), true, onAcknowledged);
    }

    /** One that nobody acknowledges. */
    static SimulatedPublication unacknowledged(Writer writer, BroadcastTree tree) {
        return new SimulatedPublication(writer, tree.inner(), false, now -> {});
    }

    boolean isAcknowledged() {
        return isAcknowledged;
    }

    /** The writer waits for so many neighbours. */
    void publishedTo(int neighbours) {
        pendingOfWriter = neighbours;
    }

    /** A relay waits for so many neighbours before it acknowledges to the one it heard from. */
    void relayedTo(int position, int neighbours, int from) {
        pending[position] = neighbours;
        source[position] = from;
    }

    /** One more neighbour of the writer has acknowledged. */
    void acknowledgedToWriter(long now) {
        if (--pendingOfWriter == 0) {
            onAcknowledged.accept(now);
        }
    }

    /** Whether this was the last neighbour that a relay waited for. */
    boolean isLastAt(int position) {
        return --pending[position] == 0;
    }

    /** The member that a relay heard from. */
    int source(int position) {
        return source[position];
    }
}

package dev.larder.simulator.cluster;

import java.util.function.LongConsumer;

/** A publication of a writer to all members: it spreads along a tree, and acknowledgements return the same way. */
final class SimulatedPublication {

    /** The content of a message: a publication on its way down, or an acknowledgement of it. */
    record Notice(SimulatedPublication publication, boolean isAcknowledgement) {}

    final int writer;

    /** A member's position in the tree is its number minus this one. */
    final int root;

    /** Number of writes that this one represents. */
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

    /** The writing member, its position in the tree, and the number of writes it represents. */
    record Writer(int member, int root, int weight) {}

    /** Creates a publication that waits for acknowledgements. */
    static SimulatedPublication acknowledged(Writer writer, BroadcastTree tree, LongConsumer onAcknowledged) {
        return new SimulatedPublication(writer, tree.inner(), true, onAcknowledged);
    }

    /** Creates a publication without acknowledgements. */
    static SimulatedPublication unacknowledged(Writer writer, BroadcastTree tree) {
        return new SimulatedPublication(writer, tree.inner(), false, now -> {});
    }

    boolean isAcknowledged() {
        return isAcknowledged;
    }

    /** The writer waits for this many neighbours. */
    void publishedTo(int neighbours) {
        pendingOfWriter = neighbours;
    }

    /** A relay waits for this many neighbours before it acknowledges to its source. */
    void relayedTo(int position, int neighbours, int from) {
        pending[position] = neighbours;
        source[position] = from;
    }

    /** Counts an acknowledgement by a neighbour of the writer. */
    void acknowledgedToWriter(long now) {
        if (--pendingOfWriter == 0) {
            onAcknowledged.accept(now);
        }
    }

    /** Whether this was the last neighbour that a relay waited for. */
    boolean isLastAt(int position) {
        return --pending[position] == 0;
    }

    /** Returns the member from which a relay received the publication. */
    int source(int position) {
        return source[position];
    }
}

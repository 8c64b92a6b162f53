package dev.larder.simulator.cluster;

import dev.larder.simulator.cluster.SimulatedPublication.Notice;
import java.util.function.Function;

/** Spreads publications along a tree and collects their acknowledgements. */
final class PublicationBroadcast implements NoticeTransport.Inbox {

    private final BroadcastTree tree;
    private final NoticeTransport transport;

    /** @param transport creates the transport that carries notices to this broadcast */
    PublicationBroadcast(BroadcastTree tree, Function<NoticeTransport.Inbox, NoticeTransport> transport) {
        this.tree = tree;
        this.transport = transport.apply(this);
    }

    void publish(SimulatedPublication publication, long now) {
        int position = position(publication, publication.writer);
        publication.publishedTo(tree.neighbours(position));
        pass(publication, position, -1, now);
    }

    private void pass(SimulatedPublication publication, int position, int except, long now) {
        int from = member(publication, position);
        tree.forEachNeighbour(position, neighbour -> {
            int to = member(publication, neighbour);
            if (to != except) {
                transport.send(from, to, publication.notice, now);
            }
        });
    }

    @Override
    public void received(int member, int from, Notice notice, long now) {
        SimulatedPublication publication = notice.publication();
        if (notice.isAcknowledgement()) {
            acknowledged(publication, member, now);
        } else {
            relay(publication, member, from, now);
        }
    }

    private void relay(SimulatedPublication publication, int member, int from, long now) {
        int position = position(publication, member);
        int others = tree.neighbours(position) - 1;
        if (others > 0) {
            publication.relayedTo(position, others, from);
            pass(publication, position, from, now);
        } else if (publication.isAcknowledged()) {
            transport.send(member, from, publication.acknowledgement, now);
        }
    }

    private void acknowledged(SimulatedPublication publication, int member, long now) {
        int position = position(publication, member);
        if (member == publication.writer) {
            publication.acknowledgedToWriter(now);
        } else if (publication.isLastAt(position)) {
            transport.send(member, publication.source(position), publication.acknowledgement, now);
        }
    }

    private int position(SimulatedPublication publication, int member) {
        return Math.floorMod(member - publication.root, tree.members());
    }

    private int member(SimulatedPublication publication, int position) {
        return (position + publication.root) % tree.members();
    }
}

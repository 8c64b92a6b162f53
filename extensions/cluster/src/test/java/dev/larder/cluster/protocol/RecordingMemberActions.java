package dev.larder.cluster.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** An outbox that keeps what is sent for the test to read, and tells those who wait at once. */
final class RecordingMemberActions implements MemberActions {

    private final List<ClusterMessage> toAll = new ArrayList<>();
    private final List<Sent> toOne = new ArrayList<>();
    private final List<UUID> probed = new ArrayList<>();

    /** A message to one. */
    record Sent(UUID to, ClusterMessage message) {}

    @Override
    public void broadcast(ClusterMessage message) {
        toAll.add(message);
    }

    @Override
    public void send(UUID to, ClusterMessage message) {
        toOne.add(new Sent(to, message));
    }

    @Override
    public void probe(UUID member, String address) {
        probed.add(member);
    }

    @Override
    public void run(Runnable completion) {
        completion.run();
    }

    List<ClusterMessage.Heartbeat> beats() {
        return toAll.stream()
                .filter(ClusterMessage.Heartbeat.class::isInstance)
                .map(ClusterMessage.Heartbeat.class::cast)
                .toList();
    }

    ClusterMessage.Heartbeat lastBeat() {
        return beats().get(beats().size() - 1);
    }

    List<ClusterPublication> published() {
        return toAll.stream()
                .filter(ClusterMessage.Published.class::isInstance)
                .map(message -> ((ClusterMessage.Published) message).publication())
                .toList();
    }

    List<Sent> toOne() {
        return toOne;
    }

    List<UUID> probed() {
        return probed;
    }
}

package dev.larder.cluster.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** An outbox that keeps what is sent for the test to read, and tells those who wait at once. */
final class Letters implements Outbox {

    private final List<Message> toAll = new ArrayList<>();
    private final List<Sent> toOne = new ArrayList<>();
    private final List<UUID> probed = new ArrayList<>();

    /** A message to one. */
    record Sent(UUID to, Message message) {}

    @Override
    public void broadcast(Message message) {
        toAll.add(message);
    }

    @Override
    public void send(UUID to, Message message) {
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

    List<Message.Heartbeat> beats() {
        return toAll.stream()
                .filter(Message.Heartbeat.class::isInstance)
                .map(Message.Heartbeat.class::cast)
                .toList();
    }

    Message.Heartbeat lastBeat() {
        return beats().get(beats().size() - 1);
    }

    List<Publication> published() {
        return toAll.stream()
                .filter(Message.Published.class::isInstance)
                .map(message -> ((Message.Published) message).publication())
                .toList();
    }

    List<Sent> toOne() {
        return toOne;
    }

    List<UUID> probed() {
        return probed;
    }
}

package dev.larder.simulator.cluster;

import dev.larder.simulator.cluster.SimulatedPublication.Notice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects the notices of one member to another for a while and sends them as one message. */
final class BatchedTransport implements NoticeTransport {

    /**
     * When messages are sent.
     *
     * @param window nanoseconds for which notices are collected
     * @param isFirstAtOnce whether a notice is sent at once if none was sent for a window, so that only later ones wait
     */
    record Pace(long window, boolean isFirstAtOnce) {}

    private record Edge(int from, int to) {}

    private final Map<Edge, List<Notice>> waiting = new HashMap<>();
    private final MessageChannel channel;
    private final SimulationEventQueue agenda;
    private final Pace pace;
    private final MessageCount count;
    private final Inbox inbox;

    BatchedTransport(MessageChannel channel, SimulationEventQueue agenda, Pace pace, MessageCount count, Inbox inbox) {
        this.channel = channel;
        this.agenda = agenda;
        this.pace = pace;
        this.count = count;
        this.inbox = inbox;
    }

    @Override
    public void send(int from, int to, Notice notice, long now) {
        var edge = new Edge(from, to);
        List<Notice> batch = waiting.get(edge);
        if (batch != null) {
            batch.add(notice);
        } else if (pace.isFirstAtOnce) {
            open(edge, now);
            dispatch(edge, List.of(notice), now);
        } else {
            open(edge, now).add(notice);
        }
    }

    private List<Notice> open(Edge edge, long now) {
        List<Notice> batch = new ArrayList<>();
        waiting.put(edge, batch);
        agenda.add(now + pace.window, due -> close(edge, batch, due));
        return batch;
    }

    private void close(Edge edge, List<Notice> batch, long now) {
        waiting.remove(edge);
        if (!batch.isEmpty()) {
            if (pace.isFirstAtOnce) {
                open(edge, now);
            }
            dispatch(edge, batch, now);
        }
    }

    private void dispatch(Edge edge, List<Notice> batch, long now) {
        long records =
                batch.stream().mapToLong(notice -> notice.publication().weight).sum();
        count.sent(edge.from, channel.bytes(records));
        channel.message(edge.from, edge.to, records, now, handled -> {
            for (Notice notice : batch) {
                inbox.received(edge.to, edge.from, notice, handled);
            }
        });
    }
}

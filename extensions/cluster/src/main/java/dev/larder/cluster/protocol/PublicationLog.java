package dev.larder.cluster.protocol;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What this member has published and others may have missed. */
final class PublicationLog {

    /** Whoever has missed more is told everything instead. */
    private static final int MOST = 10_000;

    private static final int MOST_AGAIN = 200;

    private record Line(ClusterMessage.Published message, long sentAt) {}

    private final Deque<Line> lines = new ArrayDeque<>();
    private long head;

    /** Number of the latest, 0 if there is none. */
    long head() {
        return head;
    }

    /** The next number. */
    long next() {
        return head + 1;
    }

    void add(ClusterMessage.Published message, long now) {
        head = message.number();
        lines.add(new Line(message, now));
        if (lines.size() > MOST) {
            lines.remove();
        }
    }

    /** Whether all after this number are still here. */
    boolean covers(long number) {
        return number >= head - lines.size();
    }

    /** Everybody has got this far. */
    void forgetUpTo(long number) {
        while (!lines.isEmpty() && lines.getFirst().message().number() <= number) {
            lines.remove();
        }
    }

    /** The first of those after this number that were sent before then. */
    List<ClusterMessage.Published> after(long number, long before) {
        return lines.stream()
                .filter(line -> line.message().number() > number && line.sentAt() - before <= 0)
                .map(Line::message)
                .limit(MOST_AGAIN)
                .toList();
    }
}

package dev.larder.cluster.protocol;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** This member's publications that others may have missed. */
final class PublicationLog {

    /** A member that has missed more gets a snapshot instead. */
    private static final int MOST = 10_000;

    private static final int MAX_RESENT = 200;

    private record Line(ClusterMessage.Published message, long sentAt) {}

    private final Deque<Line> lines = new ArrayDeque<>();
    private long head;

    /** Returns the number of the latest publication, 0 if there is none. */
    long head() {
        return head;
    }

    /** Returns the next number. */
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

    /** Whether the log still holds all publications after this number. */
    boolean containsAllAfter(long number) {
        return number >= head - lines.size();
    }

    /** Drops publications up to this number, which all members have applied. */
    void forgetUpTo(long number) {
        while (!lines.isEmpty() && lines.getFirst().message().number() <= number) {
            lines.remove();
        }
    }

    /** Returns the first publications after this number that were sent before then. */
    List<ClusterMessage.Published> after(long number, long before) {
        return lines.stream()
                .filter(line -> line.message().number() > number && line.sentAt() - before <= 0)
                .map(Line::message)
                .limit(MAX_RESENT)
                .toList();
    }
}

package dev.larder.simulator.cluster;

/** Counts the messages sent by the first {@code first} members, and their bytes. */
final class MessageCount {

    private final int first;
    private long messages;
    private long bytes;

    MessageCount(int first) {
        this.first = first;
    }

    void sent(int from, long size) {
        if (from < first) {
            messages++;
            bytes += size;
        }
    }

    void reset() {
        messages = 0;
        bytes = 0;
    }

    long messages() {
        return messages;
    }

    long bytes() {
        return bytes;
    }
}

package dev.larder.simulator.cluster;

/** Messages sent and their bytes, of the first so many members. */
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

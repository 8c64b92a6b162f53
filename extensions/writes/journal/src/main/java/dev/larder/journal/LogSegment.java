package dev.larder.journal;

/** A segment whose records can be read: its number, its secret, and how much of it is durable. */
final class LogSegment {

    /** Bytes before its first record. */
    static final int HEAD = 1024;

    final long number;
    final long secret;
    final String name;
    private volatile int end = HEAD;

    LogSegment(long number, long secret) {
        this.number = number;
        this.secret = secret;
        this.name = LogFileNames.segment(number);
    }

    /** Bytes that are durable, and have records. */
    int end() {
        return end;
    }

    void endsAt(int durable) {
        end = durable;
    }

    boolean hasRecords() {
        return end > HEAD;
    }
}

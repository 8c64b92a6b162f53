package dev.larder.journal;

/** A readable segment: its number, its secret, and its durable length. */
final class LogSegment {

    /** Bytes before the first record. */
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

    /** Returns the end of the durable records in bytes. */
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

package dev.larder.cluster.protocol;

import java.util.OptionalLong;

/** Send times of this member's latest heartbeats. */
final class Heartbeats {

    private static final int REMEMBERED = 64;

    private final long[] sentAt = new long[REMEMBERED];
    private long count;

    /** Records that a heartbeat is sent now, and returns its number. */
    long next(long now) {
        count++;
        sentAt[(int) (count % REMEMBERED)] = now;
        return count;
    }

    /** Returns when a heartbeat was sent; empty if it was not, or too long ago. */
    OptionalLong sentAt(long number) {
        return number > 0 && number <= count && count - number < REMEMBERED
                ? OptionalLong.of(sentAt[(int) (number % REMEMBERED)])
                : OptionalLong.empty();
    }
}

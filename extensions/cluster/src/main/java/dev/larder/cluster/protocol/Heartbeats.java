package dev.larder.cluster.protocol;

import java.util.OptionalLong;

/** When this member's latest heartbeats were sent. */
final class Heartbeats {

    private static final int REMEMBERED = 64;

    private final long[] sentAt = new long[REMEMBERED];
    private long count;

    /** One is sent now; its number. */
    long next(long now) {
        count++;
        sentAt[(int) (count % REMEMBERED)] = now;
        return count;
    }

    /** When that one was sent, if it was and not too long ago. */
    OptionalLong sentAt(long number) {
        return number > 0 && number <= count && count - number < REMEMBERED
                ? OptionalLong.of(sentAt[(int) (number % REMEMBERED)])
                : OptionalLong.empty();
    }
}

package dev.larder.simulator.cluster;

import java.util.Arrays;

/** A server for each member, which handles its messages one after the other and pauses from time to time. */
final class MemberServers {

    private final long pause;
    private final long pauseEvery;
    private final long[] free;
    private final long[] nextPause;
    private final long[] work;

    /** @param phase position of time 0 in the round of pauses, 0 to 1: members pause in turn, evenly spaced */
    MemberServers(int members, MemberTraffic traffic, double phase) {
        pause = traffic.pause();
        pauseEvery = traffic.pauseEvery();
        free = new long[members];
        nextPause = new long[members];
        work = new long[members];
        for (int i = 0; i < members; i++) {
            nextPause[i] = Math.round((i + phase) / members * pauseEvery) - pause;
        }
    }

    /** Queues work of this many nanoseconds and returns when it is done. */
    long handle(int member, long now, long takes) {
        while (pause > 0 && nextPause[member] <= Math.max(now, free[member])) {
            free[member] = Math.max(nextPause[member], free[member]) + pause;
            nextPause[member] += pauseEvery;
        }
        free[member] = Math.max(now, free[member]) + takes;
        work[member] += takes;
        return free[member];
    }

    /** Resets the measured work. */
    void reset() {
        Arrays.fill(work, 0);
    }

    /** Returns the work of the first {@code first} members since the reset, in nanoseconds, pauses excluded. */
    long work(int first) {
        return Arrays.stream(work, 0, first).sum();
    }
}

package dev.larder.simulator.cluster;

import java.util.Arrays;

/** One server for each member, which handles its messages one after the other and pauses now and then. */
final class MemberServers {

    private final long pause;
    private final long pauseEvery;
    private final long[] free;
    private final long[] nextPause;
    private final long[] work;

    /** @param phase where in the round of pauses time 0 is, 0 to 1: members pause in turn, evenly spaced */
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

    /** Queues something that takes so many nanoseconds, and tells when it is done. */
    long handle(int member, long now, long takes) {
        while (pause > 0 && nextPause[member] <= Math.max(now, free[member])) {
            free[member] = Math.max(nextPause[member], free[member]) + pause;
            nextPause[member] += pauseEvery;
        }
        free[member] = Math.max(now, free[member]) + takes;
        work[member] += takes;
        return free[member];
    }

    /** Forgets the work so far. */
    void reset() {
        Arrays.fill(work, 0);
    }

    /** Nanoseconds of work of the first so many members since the reset, pauses apart. */
    long work(int first) {
        return Arrays.stream(work, 0, first).sum();
    }
}

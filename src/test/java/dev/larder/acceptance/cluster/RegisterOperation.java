package dev.larder.acceptance.cluster;

import java.time.Duration;

/**
 * A read or a write of a register, as its client saw it.
 *
 * @param register the register's path
 * @param write whether it is a write
 * @param member through which member
 * @param begin when its client sent it, by {@link System#nanoTime}
 * @param end when its client had the whole response, or gave up
 * @param status the response's status; 0 if none arrived whole
 * @param version the version that was read, or made; 0 if no response tells
 * @param said what the gateway said of it in {@code Cache-Status}
 */
record RegisterOperation(
        String register, boolean write, int member, long begin, long end, int status, int version, String said) {

    /** Whether its client got the version. */
    boolean answered() {
        return status == 200;
    }

    /** Whether it was answered from a store. */
    boolean hit() {
        return said.contains("; hit");
    }

    /** How long its client waited. */
    Duration time() {
        return Duration.ofNanos(end - begin);
    }

    /** Whether it was over before that time. */
    boolean before(long time) {
        return end - time < 0;
    }
}

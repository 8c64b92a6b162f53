package dev.larder.gateway.writebehind.log;

/**
 * What a log had when it was opened.
 *
 * @param records good ones
 * @param bytes of good records
 * @param damaged stretches among good records that are none; copied to files that end with .quarantine, and counted only then
 * @param setAside files that were no segments of this log; renamed to end with .quarantine
 * @param missing segments that should be there
 * @param torn writes at the end of a segment that were under way, and had not been acknowledged; cut off
 * @param unreadable whether the disk has refused to read some of it
 */
public record Recovered(
        long records, long bytes, int damaged, int setAside, int missing, int torn, boolean unreadable) {

    /** Whether everything is there that has ever been acknowledged, as far as the log can tell. */
    public boolean isComplete() {
        return damaged == 0 && setAside == 0 && missing == 0 && !unreadable;
    }
}

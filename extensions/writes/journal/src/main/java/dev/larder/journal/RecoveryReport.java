package dev.larder.journal;

/**
 * What a log had when it was opened. Everything in its folder could be read.
 *
 * @param records good ones
 * @param bytes of good records
 * @param damaged stretches among good records that are none; copied to files that end with .quarantine, and counted only then
 * @param setAside files that were no segments of this log; renamed to end with .quarantine
 * @param missing segments that should be there; marked by files that end with .quarantine, and counted only then
 * @param torn writes at the end of a segment that were under way, and had not been acknowledged; cut off
 * @param quarantined whether there are files that end with .quarantine, of this start or of an earlier one
 */
public record RecoveryReport(
        long records, long bytes, int damaged, int setAside, int missing, int torn, boolean quarantined) {

    /** Whether nothing is lost of what has been acknowledged since the log was opened before, as far as it can tell. */
    public boolean isComplete() {
        return damaged == 0 && setAside == 0 && missing == 0;
    }
}

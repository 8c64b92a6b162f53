package dev.larder.journal;

/**
 * The state of a log when it was opened. All its files were readable.
 *
 * @param records number of valid records
 * @param bytes of valid records
 * @param damaged damaged ranges between valid records; copied to files that end with .quarantine, and counted only then
 * @param setAside files that are no segments of this log; renamed to end with .quarantine
 * @param missing missing segments; marked by files that end with .quarantine, and counted only then
 * @param torn incomplete writes at the end of a segment, which had not been acknowledged; truncated
 * @param quarantined whether there are files that end with .quarantine, of this start or of an earlier one
 */
public record RecoveryReport(
        long records, long bytes, int damaged, int setAside, int missing, int torn, boolean quarantined) {

    /** Whether no record acknowledged since the log was last opened is lost, as far as detectable. */
    public boolean isComplete() {
        return damaged == 0 && setAside == 0 && missing == 0;
    }
}

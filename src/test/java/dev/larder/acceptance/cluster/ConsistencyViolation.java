package dev.larder.acceptance.cluster;

/**
 * A read that must not have happened.
 *
 * @param kind what is wrong with it
 * @param read the read
 * @param known what had told a client of a later version before the read began
 */
record ConsistencyViolation(Kind kind, RegisterOperation read, RegisterOperation known) {

    /** What can be wrong with a read. */
    enum Kind {
        /** It returned what was there before a write that had been answered when the read began. */
        STALE_AFTER_WRITE,
        /** It returned less than another read that was over when it began. */
        OLD_AFTER_NEW
    }

    @Override
    public String toString() {
        long gap = (read.begin() - known.end()) / 1000;
        return kind + ": " + gap + " us after the end of " + known + " begins " + read + ", which takes "
                + read.time().toMillis() + " ms";
    }
}

package dev.larder.insight.audit;

/**
 * How many answers from the store are checked.
 *
 * @param sampleRate share of the hits that are checked, from 0 (none) to 1
 * @param mode whether checks go on in the background
 * @param maxRequestsPerSecond origin requests that checks in the background may cause
 */
public record AuditPolicy(double sampleRate, Mode mode, int maxRequestsPerSecond) {

    /** Nothing is checked. */
    public static final AuditPolicy OFF = new AuditPolicy(0, Mode.SAMPLED, 1);

    /** When answers are checked. */
    public enum Mode {
        /** A sample of them, in the background. */
        SAMPLED,
        /** All of them, before they are given: for tests. */
        VALIDATE_ALL
    }

    /** Whether anything is checked. */
    public boolean on() {
        return validatesAll() || sampleRate > 0;
    }

    /** Whether every answer from the store is checked before it is given. */
    public boolean validatesAll() {
        return mode == Mode.VALIDATE_ALL;
    }
}

package dev.larder.insight.audit;

/**
 * Settings for checking responses from the store.
 *
 * @param sampleRate share of the hits to check, from 0 (none) to 1
 * @param mode whether checks run in the background
 * @param maxRequestsPerSecond limit of origin requests for checks in the background
 */
public record AuditPolicy(double sampleRate, Mode mode, int maxRequestsPerSecond) {

    /** No checks. */
    public static final AuditPolicy OFF = new AuditPolicy(0, Mode.SAMPLED, 1);

    /** When to check responses. */
    public enum Mode {
        /** A sample, in the background. */
        SAMPLED,
        /** All responses, before they are sent: for tests. */
        VALIDATE_ALL
    }

    /** Whether checks are enabled. */
    public boolean isEnabled() {
        return shouldValidateAll() || sampleRate > 0;
    }

    /** Whether every response from the store is checked before it is sent. */
    public boolean shouldValidateAll() {
        return mode == Mode.VALIDATE_ALL;
    }
}

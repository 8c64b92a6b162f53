package dev.larder.gateway.actuate.access;

/** Result of an access check. */
sealed interface AccessDecision {

    /**
     * Access is granted.
     *
     * @param name name of the token; empty if none is required
     */
    record Granted(String name) implements AccessDecision {}

    /** Access is denied. */
    record Denied(AccessDenialReason why) implements AccessDecision {}
}

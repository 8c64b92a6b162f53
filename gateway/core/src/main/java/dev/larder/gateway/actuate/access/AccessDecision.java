package dev.larder.gateway.actuate.access;

/** Whether somebody may do what he asks for. */
sealed interface AccessDecision {

    /**
     * He may.
     *
     * @param name of his token; empty where nobody needs one
     */
    record Granted(String name) implements AccessDecision {}

    /** He may not. */
    record Denied(AccessDenialReason why) implements AccessDecision {}
}

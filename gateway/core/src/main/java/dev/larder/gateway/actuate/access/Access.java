package dev.larder.gateway.actuate.access;

/** Whether somebody may do what he asks for. */
sealed interface Access {

    /**
     * He may.
     *
     * @param name of his token; empty where nobody needs one
     */
    record Granted(String name) implements Access {}

    /** He may not. */
    record Denied(Denial why) implements Access {}
}

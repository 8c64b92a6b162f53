package dev.larder.invalidation;

/** Whether something with a stamp can be used. */
public enum EntryStatus {
    /** No write has made it wrong, and none is under way that may. */
    USABLE,
    /** A write is under way that may make it wrong: ask the origin, and store nothing. */
    FENCED,
    /**
     * A write has been acknowledged that may make it wrong, and that its origin does not have yet: how to go about it is for
     * the reader to say.
     */
    HELD,
    /** This member may not have heard of a write that has made it wrong: ask the origin, and store nothing. */
    LAPSED,
    /** A write has made it wrong: it needs validation before it is used again (RFC 9111 4.4). */
    INVALIDATED
}

package dev.larder.invalidation;

/** Whether an entry with a given stamp may be used. */
public enum EntryStatus {
    /** No write has invalidated it, and none in flight may. */
    USABLE,
    /** A write in flight may invalidate it: ask the origin, and store nothing. */
    FENCED,
    /** A write that may invalidate it is acknowledged but not yet delivered to the origin: the reader decides what to do. */
    HELD,
    /** This member may not have heard of a write that has invalidated it: ask the origin, and store nothing. */
    LAPSED,
    /** A write has invalidated it: validate it before using it again (RFC 9111 4.4). */
    INVALIDATED
}

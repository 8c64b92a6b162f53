package dev.larder.gateway.rule;

/** What becomes of reads while a write has been acknowledged that may make their response wrong, and that its origin does not have yet. */
public enum ReadsWhileWritePending {
    /** The origin is asked: what it has, without the write, is answered. */
    BYPASS,
    /** The write is delivered first, then the origin is asked. */
    FLUSH_FIRST,
    /** What is stored is answered as if there were no such write. */
    SERVE_STALE
}

package dev.larder.gateway.rule;

/** Treatment of reads while an acknowledged write that may invalidate their response has not reached the origin. */
public enum ReadsWhileWritePending {
    /** Forwards the request; the origin answers without the write. */
    BYPASS,
    /** Delivers the write, then forwards the request. */
    FLUSH_FIRST,
    /** Serves the stored response as if there were no such write. */
    SERVE_STALE
}

package dev.larder.soak.origin;

/** How an origin is at the moment. */
public enum OriginCondition {
    /** It answers. */
    WELL,
    /** It answers with an error. */
    FAILING,
    /** It resets the connection amid the content. */
    TEARING,
    /** It takes its time. */
    STALLING
}

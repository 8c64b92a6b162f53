package dev.larder.insight.dryrun;

import java.util.Locale;

/**
 * A feature of requests that is part of their key, and that a rule could exclude.
 *
 * @param name of the parameter, field or cookie; empty for the host
 */
public record KeyPart(Kind kind, String name) {

    /** Location of the part. */
    public enum Kind {
        /** The authority that the client sends. */
        HOST,
        /** A parameter of the query. */
        PARAMETER,
        /** A field that the rule names. */
        HEADER,
        /** A cookie that the rule names. */
        COOKIE
    }

    @Override
    public String toString() {
        return (kind.name().toLowerCase(Locale.ROOT) + " " + name).strip();
    }
}

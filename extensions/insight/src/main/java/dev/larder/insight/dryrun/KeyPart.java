package dev.larder.insight.dryrun;

import java.util.Locale;

/**
 * Something in requests that is part of their key, and that a rule could leave out.
 *
 * @param name of the parameter, field or cookie; empty for the host
 */
public record KeyPart(Kind kind, String name) {

    /** Where it stands. */
    public enum Kind {
        /** The authority that the client names. */
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

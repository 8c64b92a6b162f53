package dev.larder.insight.dryrun;

import java.util.Locale;

/**
 * Something in requests that is not part of their key.
 *
 * @param name of the cookie, field or parameter; empty where there is only one
 */
public record RequestTrait(Kind kind, String name) {

    /** Where it stands; those first whose values are more likely to be the cause than to go along with it. */
    public enum Kind {
        /** The field Authorization. */
        AUTHORIZATION,
        /** A cookie. */
        COOKIE,
        /** A parameter that the rule leaves out of the key. */
        PARAMETER,
        /** Any other field. */
        HEADER
    }

    @Override
    public String toString() {
        return (kind.name().toLowerCase(Locale.ROOT) + " " + name).strip();
    }
}

package dev.larder.insight.dryrun;

import java.util.Locale;

/**
 * A feature of requests that is not part of their key.
 *
 * @param name of the cookie, field or parameter; empty for Authorization
 */
public record RequestTrait(Kind kind, String name) {

    /** Location of the trait; the likelier cause of different bodies, rather than a correlate, first. */
    public enum Kind {
        /** The field Authorization. */
        AUTHORIZATION,
        /** A cookie. */
        COOKIE,
        /** A parameter that the rule excludes from the key. */
        PARAMETER,
        /** Any other field. */
        HEADER
    }

    @Override
    public String toString() {
        return (kind.name().toLowerCase(Locale.ROOT) + " " + name).strip();
    }
}

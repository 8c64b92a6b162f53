package dev.larder.gateway.observe;

/** What of a request may be shown in a log. */
public final class Printable {

    private Printable() {}

    /** A raw path, unless it has a character that no URI may have. */
    public static String path(String path) {
        return path.chars().allMatch(c -> c > 0x20 && c < 0x7f) ? path : "?";
    }
}

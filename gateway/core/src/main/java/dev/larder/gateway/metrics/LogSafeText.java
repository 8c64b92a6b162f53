package dev.larder.gateway.metrics;

/** What of a request may be shown in a log. */
public final class LogSafeText {

    private LogSafeText() {}

    /** A raw path, unless it has a character that no URI may have. */
    public static String path(String path) {
        return unlessBelow('!', path);
    }

    /** A line of text, unless it has a character that could make it another line. */
    public static String line(String text) {
        return unlessBelow(' ', text);
    }

    private static String unlessBelow(char least, String text) {
        return text.chars().allMatch(c -> c >= least && c < 0x7f) ? text : "?";
    }
}

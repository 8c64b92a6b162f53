package dev.larder.gateway.metrics;

/** Text of requests that is safe in a log. */
public final class LogSafeText {

    private LogSafeText() {}

    /** Returns a raw path, or {@code ?} if it has a character that no URI may have. */
    public static String path(String path) {
        return unlessBelow('!', path);
    }

    /** Returns a line of text, or {@code ?} if it has a character that could begin another line. */
    public static String line(String text) {
        return unlessBelow(' ', text);
    }

    private static String unlessBelow(char least, String text) {
        return text.chars().allMatch(c -> c >= least && c < 0x7f) ? text : "?";
    }
}

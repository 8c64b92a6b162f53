package dev.larder.http;

/** Problem details (RFC 9457) with type {@code about:blank}. */
public final class ProblemJson {

    /** Media type of a problem detail in JSON. */
    public static final String MEDIA_TYPE = "application/problem+json";

    private ProblemJson() {}

    /**
     * Returns a problem detail.
     *
     * @param title the reason phrase of the status
     * @param detail one sentence, built from constants only: nothing sent by a client
     */
    public static String json(int status, String title, String detail) {
        return "{\"type\":\"about:blank\",\"title\":\"" + escape(title) + "\",\"status\":" + status + ",\"detail\":\""
                + escape(detail) + "\"}";
    }

    private static String escape(String text) {
        var escaped = new StringBuilder(text.length() + 8);
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                escaped.append('\\').append(c);
            } else if (c >= 0x20) {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }
}

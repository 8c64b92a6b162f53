package dev.larder.soak.traffic;

/**
 * A request.
 *
 * @param method of HTTP
 * @param target path
 * @param agent for the field User-Agent, or nothing
 * @param user for the field Authorization, or nothing
 */
record SoakRequest(String method, String target, String agent, String user) {

    static SoakRequest get(String target) {
        return new SoakRequest("GET", target, "", "");
    }

    /** Its head; one that writes announces so many bytes of content. */
    String head(int length) {
        return method + " " + target + " HTTP/1.1\r\nHost: soak\r\n" + field("User-Agent", agent)
                + field("Authorization", user)
                + (method.equals("GET") ? "" : "Content-Length: " + length + "\r\n") + "\r\n";
    }

    private static String field(String name, String value) {
        return value.isEmpty() ? "" : name + ": " + value + "\r\n";
    }
}

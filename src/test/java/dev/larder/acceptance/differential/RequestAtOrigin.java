package dev.larder.acceptance.differential;

/**
 * What the origin was asked.
 *
 * @param serial number of the request, which its answer tells
 * @param start method and target
 * @param content content, as long as it came
 * @param whole whether it can be read from its beginning to its end (RFC 9112)
 */
record RequestAtOrigin(int serial, String start, String content, boolean whole) {

    /** What a request means, whoever forwarded it. */
    String meaning() {
        return start + " " + content;
    }

    /** Whether method and target are in these octets, so that a gateway may have read it from them. */
    boolean isIn(String octets) {
        int blank = start.indexOf(' ');
        return blank > 0 && octets.contains(start.substring(0, blank)) && octets.contains(start.substring(blank + 1));
    }
}

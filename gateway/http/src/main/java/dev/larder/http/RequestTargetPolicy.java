package dev.larder.http;

import java.util.Optional;

/**
 * Decides which request targets (RFC 9112 3.2) are unambiguous enough to be a cache key. Targets are forwarded as they are keyed,
 * so a target that two parsers could read differently is refused instead of normalized. Beside the characters of
 * RFC 3986, targets may have those that the URL standard of WHATWG does not encode: see {@link TargetEncoding}.
 */
public final class RequestTargetPolicy {

    private static final String LEGAL = "!$%&'()*+,-./:;=?@[]_~";

    private RequestTargetPolicy() {}

    /**
     * Returns why an origin-form target is refused; empty if it is valid.
     *
     * @param target path and query as received
     */
    public static Optional<String> refusal(String target) {
        if (!target.startsWith("/")) {
            return Optional.of("The request target does not start with '/'.");
        }
        if (target.startsWith("//")) {
            return Optional.of("The request target starts with '//'.");
        }
        int query = target.indexOf('?');
        for (int i = 0; i < target.length(); i++) {
            if (!isAllowed(target.charAt(i), query >= 0 && i > query)) {
                return Optional.of("The request target has a character that no URI may have, at position " + i + ".");
            }
        }
        return percentRefusal(target, query < 0 ? target.length() : query).or(() -> dotRefusal(target));
    }

    private static boolean isAllowed(char c, boolean inQuery) {
        return isAllowed(c) || (inQuery ? TargetEncoding.IN_QUERY : TargetEncoding.IN_PATH).indexOf(c) >= 0;
    }

    private static boolean isAllowed(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || LEGAL.indexOf(c) >= 0;
    }

    /** A backslash divides paths for some parsers; in queries it divides nothing. */
    private static Optional<String> percentRefusal(String target, int query) {
        for (int i = target.indexOf('%'); i >= 0; i = target.indexOf('%', i + 1)) {
            int octet = octet(target, i);
            if (octet < 0) {
                return Optional.of("The request target has an invalid percent-encoding at position " + i + ".");
            }
            if (octet < 0x20 || octet == 0x7f || (octet == '\\' && i < query)) {
                return Optional.of(
                        "The request target has an encoded control character or backslash at position " + i + ".");
            }
        }
        return Optional.empty();
    }

    private static int octet(String target, int percent) {
        if (percent + 2 >= target.length()) {
            return -1;
        }
        int high = Character.digit(target.charAt(percent + 1), 16);
        int low = Character.digit(target.charAt(percent + 2), 16);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }

    private static Optional<String> dotRefusal(String target) {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        if (path.indexOf("/.") < 0 && path.indexOf('%') < 0) {
            return Optional.empty();
        }
        for (String segment : path.split("/|%2[fF]", -1)) {
            String name = segment.split(";|%3[bB]", 2)[0];
            String dots = name.replace("%2e", ".").replace("%2E", ".");
            if (dots.equals(".") || dots.equals("..")) {
                return Optional.of("The request target has a dot segment.");
            }
        }
        return Optional.empty();
    }
}

package dev.larder.acceptance.differential;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the RFCs permit although one of the two others refuses it, by what it would be without: where each refuses a request
 * for such a thing of its own, nobody has accepted what is malformed.
 */
enum PermittedDifferences {
    /**
     * RFC 9110 9.1: "The method token is case-sensitive", and any token is one (16.1). nginx takes capitals, hyphens and
     * underscores.
     */
    METHOD("(?<![^\n])[-!#$%&'*+.^_`|~0-9A-Za-z]{1,64}(?= [^ \r\n]+ HTTP/1\\.[0-9]\r\n)") {
        @Override
        String usual(MatchResult found) {
            return found.group().replaceAll("[^A-Z_-]", "A");
        }
    },
    /**
     * RFC 9110 2.5: a minor version higher than what is implemented is processed "as if it was in the highest minor version
     * within that major version". Varnish takes HTTP/1.0 and HTTP/1.1.
     */
    MINOR_VERSION("(?<= HTTP/1\\.)[2-9](?=\r\n)") {
        @Override
        String usual(MatchResult found) {
            return "1";
        }
    },
    /**
     * RFC 9110 9.3.2: "request message framing is independent of the method used", with HEAD too. Varnish takes no content
     * there.
     */
    CONTENT_OF_HEAD("(?<![^\n])HEAD(?= [^ \r\n]+ HTTP/1\\.[0-9]\r\n)") {
        @Override
        String usual(MatchResult found) {
            return "POST";
        }
    },
    /** RFC 9112 7.1.1: "A recipient MUST ignore unrecognized chunk extensions." Varnish takes none. */
    CHUNK_EXTENSION("(?<=\n)([0-9A-Fa-f]{1,16})(?:;[0-9A-Za-z]{1,64}(?:=[0-9A-Za-z]{1,64})?){1,64}(?=\r\n)") {
        @Override
        String usual(MatchResult found) {
            return found.group(1);
        }
    },
    /**
     * RFC 9112 5.1: "A field line value might be preceded and/or followed by optional whitespace (OWS)", which may be a tab
     * (RFC 9110 5.6.3). nginx takes blanks.
     */
    TAB("(?<=\n)([-!#$%&'*+.^_`|~0-9A-Za-z]{1,64}:)[ \t]*([^\r\n]*?)[ \t]*(?=\r\n)") {
        @Override
        String usual(MatchResult found) {
            return found.group(1) + " " + found.group(2);
        }
    };

    private final Pattern pattern;

    PermittedDifferences(String pattern) {
        this.pattern = Pattern.compile(pattern);
    }

    abstract String usual(MatchResult found);

    /** The request with none of it. */
    static String without(String octets) {
        String plain = octets;
        for (PermittedDifferences one : values()) {
            plain = one.pattern.matcher(plain).replaceAll(found -> Matcher.quoteReplacement(one.usual(found)));
        }
        return plain;
    }
}

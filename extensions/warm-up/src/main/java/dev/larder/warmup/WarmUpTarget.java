package dev.larder.warmup;

import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The target of a GET request to the gateway.
 *
 * @param authority the authority that clients name; empty if the source does not say
 * @param pathAndQuery path with query, in visible ASCII characters, beginning with a slash
 */
public record WarmUpTarget(String authority, String pathAndQuery) {

    /** Longest target: longer ones are rarely asked for twice, and a log may be full of them. */
    static final int MAX_LENGTH = 2048;

    private static final int FIRST_BEYOND_ASCII = 0x80;

    /** Characters from U+00A0 on may be in IRIs; the controls before may not. */
    private static final Pattern HOST_AND_REST = Pattern.compile(
            "(https?://)?([^/?:\\x80-\\x9f]+)?((?::\\d{1,5})?(?:[/?][^\\x80-\\x9f\\s]*)?)", Pattern.CASE_INSENSITIVE);

    private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e]+");
    private static final Pattern ABSOLUTE =
            Pattern.compile("https?://(\\[[0-9a-f:.]+]|[a-z0-9._-]+)(:\\d{1,5})?([/?].*)?", Pattern.CASE_INSENSITIVE);

    /** Reads a path, or an absolute http or https URL or IRI without user information; empty if the text is neither. */
    public static Optional<WarmUpTarget> parse(String text) {
        String whole = uri(withoutFragment(text.strip()));
        if (whole.length() > MAX_LENGTH || !VISIBLE.matcher(whole).matches()) {
            return Optional.empty();
        }
        if (whole.startsWith("/")) {
            return Optional.of(new WarmUpTarget("", whole));
        }
        Matcher url = ABSOLUTE.matcher(whole);
        return url.matches() ? Optional.of(absolute(url)) : Optional.empty();
    }

    /** Maps an IRI to a URI (RFC 3987 3.1): what is beyond ASCII is encoded, in a host by IDNA. Returns any other text unchanged. */
    private static String uri(String text) {
        if (text.length() > MAX_LENGTH || text.chars().allMatch(c -> c < FIRST_BEYOND_ASCII)) {
            return text;
        }
        Matcher parts = HOST_AND_REST.matcher(text);
        if (!parts.matches() || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            return text;
        }
        try {
            String host = parts.group(2) == null ? "" : IDN.toASCII(parts.group(2), IDN.ALLOW_UNASSIGNED);
            return (parts.group(1) == null ? "" : parts.group(1)) + host + encoded(parts.group(3));
        } catch (IllegalArgumentException noHost) {
            return text;
        }
    }

    private static String encoded(String text) {
        var encoded = new StringBuilder();
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            if (octet < 0) {
                encoded.append(String.format(Locale.ROOT, "%%%02X", octet & 0xff));
            } else {
                encoded.append((char) octet);
            }
        }
        return encoded.toString();
    }

    private static WarmUpTarget absolute(Matcher url) {
        String port = url.group(2) == null ? "" : url.group(2);
        String rest = url.group(3) == null ? "/" : url.group(3);
        return new WarmUpTarget(url.group(1) + port, rest.startsWith("/") ? rest : "/" + rest);
    }

    private static String withoutFragment(String text) {
        int fragment = text.indexOf('#');
        return fragment < 0 ? text : text.substring(0, fragment);
    }

    /** Returns this target; one that names no authority gets this one. */
    WarmUpTarget orAt(String usual) {
        return authority.isEmpty() ? new WarmUpTarget(usual, pathAndQuery) : this;
    }
}

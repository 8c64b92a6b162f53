package dev.larder.warmup;

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

    private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e]+");
    private static final Pattern ABSOLUTE =
            Pattern.compile("https?://(\\[[0-9a-f:.]+]|[a-z0-9._-]+)(:\\d{1,5})?([/?].*)?", Pattern.CASE_INSENSITIVE);

    /** Reads a path, or an absolute http or https URL without user information; empty if the text is neither. */
    public static Optional<WarmUpTarget> parse(String text) {
        String whole = withoutFragment(text.strip());
        if (whole.length() > MAX_LENGTH || !VISIBLE.matcher(whole).matches()) {
            return Optional.empty();
        }
        if (whole.startsWith("/")) {
            return Optional.of(new WarmUpTarget("", whole));
        }
        Matcher url = ABSOLUTE.matcher(whole);
        return url.matches() ? Optional.of(absolute(url)) : Optional.empty();
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

package dev.larder.insight.proposal;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Formats names and values as YAML that Spring Boot reads back unchanged. */
public final class YamlText {

    private static final Pattern PLAIN_KEY = Pattern.compile("[a-z0-9]++(?:-[a-z0-9]++)*+");
    private static final Pattern PLAIN_TEXT = Pattern.compile("[a-z][a-z0-9-]*");

    /** Words that YAML would not read as text. */
    private static final Set<String> WORDS = Set.of("true", "false", "yes", "no", "on", "off", "null", "y", "n");

    private YamlText() {}

    /** Formats the key of a map whose keys are user-defined names. */
    public static String key(String name) {
        return PLAIN_KEY.matcher(name).matches() ? text(name) : quoted("[" + name + "]");
    }

    /** Formats a value. */
    public static String text(String value) {
        return PLAIN_TEXT.matcher(value).matches() && !WORDS.contains(value) ? value : quoted(value);
    }

    /** Formats several values, in this order. */
    public static String list(Collection<String> values) {
        return values.stream().map(YamlText::text).collect(Collectors.joining(", ", "[", "]"));
    }

    /** Formats a text in double quotes, where every character can be represented. */
    public static String quoted(String value) {
        var out = new StringBuilder("\"");
        value.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c < 0x20 || c > 0x7e) {
                out.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                out.append((char) c);
            }
        });
        return out.append('"').toString();
    }
}

package dev.larder.gateway.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parsed Forwarded field (RFC 7239 4).
 *
 * @param pairs pairs in their order; empty if the field does not follow the RFC
 */
public record ForwardedField(List<Pair> pairs) {

    private static final Pattern PAIR = Pattern.compile("[ \\t]*+(?<name>[A-Za-z0-9-]++)="
            + "(?<value>\"(?:[^\"\\\\]++|\\\\.)*+\"|[^\\s\",;=]++)[ \\t]*+(?<separator>[;,]|$)");

    /**
     * A parameter of the field.
     *
     * @param value the value as written, including quotation marks
     * @param last whether it is the last of its element
     */
    public record Pair(String name, String value, boolean last) {

        /** Returns whether it is the parameter of that name. */
        public boolean is(String parameter) {
            return name.toLowerCase(Locale.ROOT).equals(parameter);
        }
    }

    /** Parses one line. */
    public static ForwardedField of(CharSequence line) {
        Matcher pair = PAIR.matcher(line);
        List<Pair> pairs = new ArrayList<>();
        int end = 0;
        while (end < line.length() && pair.region(end, line.length()).lookingAt()) {
            pairs.add(new Pair(
                    pair.group("name"),
                    pair.group("value"),
                    !pair.group("separator").equals(";")));
            end = pair.end();
        }
        return new ForwardedField(end == line.length() ? pairs : List.of());
    }
}

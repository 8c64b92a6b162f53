package dev.larder.rfc9111;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** RFC 9110 5.1: a set of field names, which are equal whatever their case. Immutable; a lookup allocates nothing. */
public final class FieldNames {

    /** No names. */
    public static final FieldNames NONE = of();

    private static final ParsedLineCache<FieldNames> OF_LINES = new ParsedLineCache<>(line -> of(options(line)));

    private final String[][] byLength;

    private FieldNames(String[][] byLength) {
        this.byLength = byLength;
    }

    /** Returns a set of these names. */
    public static FieldNames of(String... names) {
        return of(List.of(names));
    }

    /** Returns a set of these names. */
    public static FieldNames of(Collection<String> names) {
        int longest = names.stream().mapToInt(String::length).max().orElse(-1);
        String[][] byLength = new String[longest + 1][];
        for (int length = 0; length <= longest; length++) {
            int equal = length;
            byLength[length] =
                    names.stream().filter(name -> name.length() == equal).toArray(String[]::new);
        }
        return new FieldNames(byLength);
    }

    /** RFC 9110 7.6.1: returns the names of a message's fields that apply to its connection only. */
    public static FieldNames ofConnection(HeaderFields fields) {
        List<String> lines = fields.values("Connection");
        return switch (lines.size()) {
            case 0 -> NONE;
            case 1 -> OF_LINES.of(lines.get(0));
            default -> {
                List<String> names = new ArrayList<>();
                lines.forEach(line -> names.addAll(options(line)));
                yield of(names);
            }
        };
    }

    /** Options are tokens: what a quotation mark encloses is malformed, and goes as well. */
    private static List<String> options(String line) {
        return Arrays.stream(line.split(",", -1))
                .map(String::strip)
                .filter(option -> !option.isEmpty())
                .toList();
    }

    /** Whether the set has this name. */
    public boolean contains(String name) {
        int length = name.length();
        if (length < byLength.length) {
            for (String known : byLength[length]) {
                if (known.equalsIgnoreCase(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the set has no names. */
    public boolean isEmpty() {
        return byLength.length == 0;
    }
}

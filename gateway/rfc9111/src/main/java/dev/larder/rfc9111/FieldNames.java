package dev.larder.rfc9111;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** RFC 9110 5.1: a set of field names, which are equal whatever their case. Immutable; a lookup allocates nothing. */
public final class FieldNames {

    /** No names. */
    public static final FieldNames NONE = of();

    private static final Pattern MARKS = Pattern.compile("[\"\\\\]");
    private static final ParsedLineCache<FieldNames> OF_LINES = new ParsedLineCache<>(line -> of(options(line)));

    private final Set<String> names;

    private FieldNames(Set<String> names) {
        this.names = names;
    }

    /** Returns a set of these names. */
    public static FieldNames of(String... names) {
        return of(List.of(names));
    }

    /** Returns a set of these names. */
    public static FieldNames of(Collection<String> names) {
        Set<String> sorted = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        sorted.addAll(names);
        return new FieldNames(sorted);
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

    /**
     * Returns the options of one line of Connection. They are tokens: what a quotation mark encloses, or an escape hides, is
     * malformed, and goes as well.
     */
    public static List<String> options(String line) {
        return Arrays.stream(MARKS.matcher(line).replaceAll("").split(",", -1))
                .map(String::strip)
                .filter(option -> !option.isEmpty())
                .toList();
    }

    /** Whether the set has this name. */
    public boolean contains(String name) {
        return names.contains(name);
    }

    /** Whether the set has no names. */
    public boolean isEmpty() {
        return names.isEmpty();
    }
}

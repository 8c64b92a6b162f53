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

    private final String[] names;

    /** Bit {@code n} is set if a name has {@code n} characters, or 64 more: most names are none of these. */
    private final long lengths;

    private FieldNames(String[] names) {
        this.names = names;
        this.lengths = Arrays.stream(names).mapToLong(FieldNames::length).reduce(0, (all, one) -> all | one);
    }

    private static long length(String name) {
        return 1L << name.length();
    }

    /** Returns a set of these names. */
    public static FieldNames of(String... names) {
        return of(List.of(names));
    }

    /** Returns a set of these names. */
    public static FieldNames of(Collection<String> names) {
        Set<String> distinct = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        distinct.addAll(names);
        return new FieldNames(distinct.toArray(String[]::new));
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
        if ((lengths & length(name)) == 0) {
            return false;
        }
        for (String one : names) {
            if (one.equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether both sets have a name. */
    boolean intersects(FieldNames others) {
        for (String one : names) {
            if (others.contains(one)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the set has no names. */
    public boolean isEmpty() {
        return names.length == 0;
    }
}

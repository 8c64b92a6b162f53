package dev.larder.bufferedwrites.origin;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table by its shape, as in 4c2fk.
 *
 * @param texts text columns
 * @param references foreign keys, 0 to 2
 */
public record TableShape(int texts, int references) {

    /** The shapes of the experiment. */
    public static final List<TableShape> ALL =
            List.of(new TableShape(4, 0), new TableShape(4, 2), new TableShape(10, 0), new TableShape(10, 2));

    /** Rows of each table that is referred to. */
    static final int REFERENCED = 5_000;

    private static final Pattern NAME = Pattern.compile("(\\d{1,2})c([012])fk");
    private static final int TEXT_LENGTH = 20;

    /**
     * The shape of a name.
     *
     * @throws IllegalArgumentException if it is none of {@link #ALL}
     */
    public static TableShape of(String name) {
        Matcher matcher = NAME.matcher(name);
        if (matcher.matches()) {
            var shape = new TableShape(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
            if (ALL.contains(shape)) {
                return shape;
            }
        }
        throw new IllegalArgumentException("expected one of " + ALL + ", found " + name);
    }

    /** A row of this shape. */
    public TableRow row(Random random) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < texts; i++) {
            values.add(random.ints(TEXT_LENGTH, 'a', 'z' + 1)
                    .mapToObj(Character::toString)
                    .collect(Collectors.joining()));
        }
        return new TableRow(
                values, random.longs(references, 1, REFERENCED + 1).boxed().toList());
    }

    /** How many columns a row gives values for. */
    public int columns() {
        return texts + references;
    }

    /** The table's name. */
    String table() {
        return "t" + this;
    }

    /** Columns that a row gives values for, separated by commas. */
    String columnNames() {
        return names(i -> i < texts ? "c" + (i + 1) : "f" + (i - texts + 1));
    }

    /** The statement that makes the table. */
    String definition() {
        return "CREATE TABLE IF NOT EXISTS " + table() + " (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "
                + names(i -> i < texts
                        ? "c" + (i + 1) + " text NOT NULL"
                        : "f" + (i - texts + 1) + " bigint NOT NULL REFERENCES referenced" + (i - texts + 1))
                + ")";
    }

    /** The statement that inserts so many rows. */
    String insert(int rows) {
        String row = "(" + names(i -> "?") + ")";
        return "INSERT INTO " + table() + " (" + columnNames() + ") VALUES "
                + String.join(", ", Collections.nCopies(rows, row));
    }

    /** The statement that inserts the rows of arrays, one for each column. */
    String insertArrays() {
        return "INSERT INTO " + table() + " (" + columnNames() + ") SELECT * FROM unnest("
                + names(i -> i < texts ? "?::text[]" : "?::bigint[]") + ")";
    }

    private String names(IntFunction<String> name) {
        return IntStream.range(0, columns()).mapToObj(name).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return texts + "c" + references + "fk";
    }
}

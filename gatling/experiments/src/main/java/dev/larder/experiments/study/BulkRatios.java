package dev.larder.experiments.study;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The first table of what the program of buffered-writes has found: {@code | table | rows | rounds | execution | planning |}. */
final class BulkRatios {

    private static final String NUMBER = "([0-9.,]+)";
    private static final String PUBLISHED = "(?: \\([0-9.]+\\))?";
    private static final Pattern ROW = Pattern.compile("\\| (\\d+c\\d+fk) \\| " + NUMBER + " \\| " + NUMBER + " \\| "
            + NUMBER + PUBLISHED + " \\| " + NUMBER + PUBLISHED + " \\|.*");

    private BulkRatios() {}

    /** How many times less one number of rows took a table in bulk. */
    record Row(String table, double rows, double execution, double planning) {}

    static List<Row> read(List<String> lines) {
        return lines.stream()
                .map(ROW::matcher)
                .filter(matcher -> matcher.matches())
                .map(row -> new Row(row.group(1), number(row, 2), number(row, 4), number(row, 5)))
                .toList();
    }

    private static double number(MatchResult row, int group) {
        return Double.parseDouble(row.group(group).replace(",", ""));
    }
}

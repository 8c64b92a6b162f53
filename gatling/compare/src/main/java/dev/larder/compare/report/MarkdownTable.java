package dev.larder.compare.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A table in Markdown that is readable as it is: the first column to the left, the others to the right. */
public final class MarkdownTable {

    private final List<List<String>> rows = new ArrayList<>();

    /** With these headings. */
    public MarkdownTable(List<String> headings) {
        rows.add(List.copyOf(headings));
    }

    /** Adds a row; missing cells are empty. */
    public void add(List<String> cells) {
        var row = new ArrayList<>(cells);
        row.addAll(Collections.nCopies(rows.get(0).size() - row.size(), ""));
        rows.add(row);
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        for (var row = 0; row < rows.size(); row++) {
            line(text, rows.get(row));
            if (row == 0) {
                rule(text);
            }
        }
        return text.toString();
    }

    private void line(StringBuilder text, List<String> cells) {
        for (var column = 0; column < cells.size(); column++) {
            var cell = cells.get(column);
            var padding = " ".repeat(width(column) - cell.length());
            text.append("| ")
                    .append(column == 0 ? cell + padding : padding + cell)
                    .append(' ');
        }
        text.append("|\n");
    }

    private void rule(StringBuilder text) {
        for (var column = 0; column < rows.get(0).size(); column++) {
            var dashes = "-".repeat(Math.max(3, width(column)));
            text.append("| ")
                    .append(column == 0 ? dashes : dashes.substring(1) + ":")
                    .append(' ');
        }
        text.append("|\n");
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}

package dev.larder.experiments.report;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The table of all studies on the page of results, between two marks: each experiment puts its own row there and leaves the
 * others alone.
 */
public final class StudyResultsTable {

    /** Before the table. */
    public static final String BEGIN = "<!-- from the experiments -->";

    /** Behind it. */
    public static final String END = "<!-- end -->";

    private static final List<String> HEADINGS =
            List.of("experiment", "the study's claim", "its figure", "ours", "why they differ");

    private StudyResultsTable() {}

    /** The page with this row, whose first cell is its name, in place of the one of that name, or as the last. */
    public static String with(String page, List<String> row) {
        var begin = page.indexOf(BEGIN);
        var end = page.indexOf(END, begin);
        if (begin < 0 || end < 0) {
            throw new IllegalArgumentException("the page of results has no table between " + BEGIN + " and " + END);
        }
        var rows = rows(page.substring(begin + BEGIN.length(), end));
        rows.put(name(row.get(0)), row.stream().map(StudyResultsTable::cell).toList());
        var table = new StringBuilder(line(HEADINGS)).append("| --- | --- | --- | --- | --- |\n");
        rows.values().forEach(cells -> table.append(line(cells)));
        return page.substring(0, begin + BEGIN.length()) + "\n" + table + page.substring(end);
    }

    /** Sentences, not numbers: they are not aligned. */
    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    /** A cell is on one line, and has no bar. */
    private static String cell(String text) {
        return text.replace("|", "/").replaceAll("\\s+", " ").strip();
    }

    private static Map<String, List<String>> rows(String table) {
        var rows = new LinkedHashMap<String, List<String>>();
        table.lines()
                .filter(line -> line.startsWith("|"))
                .skip(2)
                .map(line -> Arrays.stream(line.substring(1).split("\\|"))
                        .map(String::strip)
                        .toList())
                .forEach(cells -> rows.put(name(cells.get(0)), cells));
        return rows;
    }

    /** The text of a link, wherever it leads: a later page takes the place of an earlier one. */
    private static String name(String cell) {
        return cell.startsWith("[") ? cell.substring(1, cell.indexOf(']')) : cell;
    }
}

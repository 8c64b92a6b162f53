package dev.larder.experiments.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The files of one experiment in a directory: readings, plot, page. */
public final class ResultFiles {

    private final Path directory;
    private final String date;

    /** Into this directory, with this date before each name. */
    public ResultFiles(Path directory, String date) {
        this.directory = directory;
        this.date = date;
    }

    /** Writes {@code <date>-<name>.csv}, {@code .png} and {@code .md}; the path of the page. */
    public Path write(String name, String title, List<String> head, ExperimentResults figures) throws IOException {
        Files.createDirectories(directory);
        var stem = date + "-" + name;
        Files.write(directory.resolve(stem + ".csv"), figures.grid().csv());
        MedianPlot.save(figures, directory.resolve(stem + ".png"));
        return Files.writeString(directory.resolve(stem + ".md"), page(stem, title, head, figures));
    }

    /** The page: what it rests on, what was found, tables of medians, the plot. */
    static String page(String stem, String title, List<String> head, ExperimentResults figures) {
        var text = new StringBuilder("# " + title + "\n\n");
        head.forEach(line -> text.append("    ").append(line).append('\n'));
        text.append('\n').append(figures.headline()).append("\n\n");
        figures.remarks().forEach(remark -> text.append("- ").append(remark).append('\n'));
        text.append("\n![").append(title).append("](").append(stem).append(".png)\n");
        for (var view : figures.views()) {
            text.append("\n## ").append(view.title()).append(", medians\n\n");
            text.append(MedianTables.of(figures.grid(), view));
        }
        if (!figures.appendix().isEmpty()) {
            text.append('\n').append(figures.appendix());
        }
        return text.toString();
    }
}

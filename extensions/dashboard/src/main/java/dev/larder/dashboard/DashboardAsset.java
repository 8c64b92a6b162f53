package dev.larder.dashboard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.util.FileCopyUtils;

/** A file of the page, read from the jar. */
final class DashboardAsset {

    private static final String FOLDER = "larder-dashboard/";
    private static final MediaType SCRIPT = MediaType.parseMediaType("text/javascript;charset=UTF-8");
    private static final MediaType STYLE = MediaType.parseMediaType("text/css;charset=UTF-8");
    private static final Map<String, DashboardAsset> BY_NAME = new TreeMap<>();

    static {
        add("page.js", "page.js", SCRIPT);
        add("format.js", "format.js", SCRIPT);
        add("dom.js", "dom.js", SCRIPT);
        add("plots.js", "plots.js", SCRIPT);
        add("panels.js", "panels.js", SCRIPT);
        add("inspector.js", "inspector.js", SCRIPT);
        add("page.css", "page.css", STYLE);
        add("uplot.js", "uplot/uPlot.esm.js", SCRIPT);
        add("uplot.css", "uplot/uPlot.min.css", STYLE);
    }

    private final byte[] content;
    private final MediaType type;

    private DashboardAsset(byte[] content, MediaType type) {
        this.content = content;
        this.type = type;
    }

    /** Returns the HTML document. */
    static DashboardAsset page() {
        return new DashboardAsset(read("page.html"), MediaType.parseMediaType("text/html;charset=UTF-8"));
    }

    /** Returns the file that the document loads by this name. */
    static Optional<DashboardAsset> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    byte[] content() {
        return content;
    }

    MediaType type() {
        return type;
    }

    private static void add(String name, String file, MediaType type) {
        BY_NAME.put(name, new DashboardAsset(read(file), type));
    }

    private static byte[] read(String file) {
        try {
            return FileCopyUtils.copyToByteArray(new ClassPathResource(FOLDER + file).getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException("The jar has no " + FOLDER + file + ".", e);
        }
    }
}
